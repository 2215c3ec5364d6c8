// Pointers, global memory, shared memory.

#include "mlir_printer.h"
#include "mlir_types.h"
#include "names.h"

#include "mytriton/lower/placement.h"

#include <algorithm>
#include <fmt/format.h>

namespace mytriton {

namespace {

// MLIR's numbers of CUDA's address spaces.
constexpr int kGlobal = 1;
constexpr int kShared = 3;

int vectorBytes(const Type &type) {
  return type.isRegisters() ? static_cast<int>(type.shape().elements()) * byteSize(type.dtype())
                            : 0;
}

// What a value of `type` is in memory: bools are bytes.
std::string memoryText(const Type &type) {
  const std::string element(type.isPointer() ? "!llvm.ptr<1>" : mlirMemoryType(type.dtype()));
  return type.isRegisters() ? mlirVectorType(type.shape().elements(), element) : element;
}

std::string zerosText(const Type &type) {
  return fmt::format("arith.constant {} : {}", type.isRegisters() ? "dense<0>" : "0",
                     memoryText(type));
}

std::string zerosName(const Type &type) {
  return type.isRegisters() ? fmt::format("zeros_{}xi8", type.shape().elements()) : "c0_i8";
}

// `{alignment = 16 : i64} `; nothing where the alignment of the type itself is meant.
std::string alignmentText(int bytes) {
  return bytes > 0 ? fmt::format(" {{alignment = {} : i64}}", bytes) : "";
}

std::string arrayType(const Type &buffer) {
  std::string text(mlirMemoryType(buffer.dtype()));
  for (int dim = buffer.shape().rank(); dim-- > 0;)
    text = fmt::format("array<{} x {}>", buffer.shape()[dim], text);
  return "!llvm." + text;
}

} // namespace

// An index of getelementptr: 32-bit constants stand in it as numbers.
void MlirPrinter::addPtr(const Operation &op) {
  const Value *offset = op.operand(1);
  // The lowest number stands for "computed".
  const bool number = offset->isConstant() && offset->type().dtype() == DType::I32 &&
                      offset->constant().asInt() != INT32_MIN;
  define(op.result(),
         fmt::format("llvm.getelementptr {}[{}] : (!llvm.ptr<1>{}) -> !llvm.ptr<1>, {}",
                     operand(op.operand(0)),
                     number ? fmt::format("{}", offset->constant().asInt()) : operand(offset),
                     number ? "" : fmt::format(", {}", mlirType(offset->type())),
                     mlirMemoryType(op.result()->type().dtype())));
}

void MlirPrinter::aligned(const Operation &op) {
  const auto constantI64 = [&](std::int64_t value) {
    return constant(Scalar::ofInt(DType::I64, value));
  };
  const std::string address =
      temporary(fmt::format("llvm.ptrtoint {} : !llvm.ptr<1> to i64", operand(op.operand(0))));
  const std::string beyond = temporary(
      fmt::format("arith.andi {}, {} : i64", address, constantI64(op.intAttribute("bytes") - 1)));
  define(op.result(), fmt::format("arith.cmpi eq, {}, {} : i64", beyond, constantI64(0)));
}

std::string MlirPrinter::loadText(const std::string &pointer, int space, const Type &type,
                                  int alignment) {
  std::string text =
      fmt::format("llvm.load {}{} : !llvm.ptr{} -> {}", pointer, alignmentText(alignment),
                  space == 0 ? "" : fmt::format("<{}>", space), memoryText(type));
  if (!type.isBool())
    return text;
  // Any byte but 0 is true.
  return fmt::format("arith.cmpi ne, {}, {} : {}", temporary(text),
                     constantText(zerosText(type), zerosName(type), kAfterScalars),
                     memoryText(type));
}

void MlirPrinter::storeValue(const std::string &value, const std::string &pointer, int space,
                             const Type &type, int alignment) {
  const std::string stored = type.isBool()
                                 ? temporary(fmt::format("arith.extui {} : {} to {}", value,
                                                         mlirType(type), memoryText(type)))
                                 : value;
  line(fmt::format("llvm.store {}, {}{} : {}, !llvm.ptr{}", stored, pointer,
                   alignmentText(alignment), memoryText(type),
                   space == 0 ? "" : fmt::format("<{}>", space)));
}

void MlirPrinter::load(const Operation &op) {
  const Type type = op.result()->type();
  const std::string pointer = operand(op.operand(0));
  if (op.operand(1) == nullptr) {
    define(op.result(), loadText(pointer, kGlobal, type, vectorBytes(type)));
    return;
  }
  const std::string text = mlirType(type);
  line(
      fmt::format("{} = scf.if {} -> ({}) {{", nameFor(op.result()), operand(op.operand(1)), text));
  ++indent_;
  const std::string loaded = temporary(loadText(pointer, kGlobal, type, vectorBytes(type)));
  line(fmt::format("scf.yield {} : {}", loaded, text));
  --indent_;
  line("} else {");
  ++indent_;
  line(fmt::format("scf.yield {} : {}", operand(op.operand(2)), text));
  --indent_;
  line("}");
}

void MlirPrinter::store(const Operation &op) {
  const Type type = op.operand(1)->type();
  const Value *mask = op.operand(2);
  if (mask != nullptr) {
    line(fmt::format("scf.if {} {{", operand(mask)));
    ++indent_;
  }
  storeValue(operand(op.operand(1)), operand(op.operand(0)), kGlobal, type, vectorBytes(type));
  if (mask != nullptr) {
    --indent_;
    line("}");
  }
}

// How arrays are to be aligned for the vector accesses to them, and what several share.
void MlirPrinter::planShared() {
  std::int64_t bytes = 0;
  walk(kernel_.body(), [&](const Operation &op) {
    if (op.is(OpKind::SharedAlloc) && op.attribute("offset") != nullptr) {
      const Type type = op.result()->type();
      bytes = std::max(bytes, op.intAttribute("offset") +
                                  type.shape().elements() * byteSize(type.dtype()));
    }
    if (!op.is(OpKind::SharedLoad) && !op.is(OpKind::SharedStore))
      return;
    const Type accessed = op.is(OpKind::SharedLoad) ? op.result()->type() : op.operand(1)->type();
    int &alignment = sharedAlignment_[op.operand(0)];
    alignment = std::max({alignment, vectorBytes(accessed), byteSize(accessed.dtype())});
  });
  if (bytes == 0)
    return;
  pool_ = globalName("shared");
  const bool dynamic = bytes > kStaticSharedBytes;
  globals_.push_back(fmt::format("llvm.mlir.global {} @{}() {{addr_space = 3 : i32, alignment = 16 "
                                 ": i64}} : !llvm.array<{} x i8>{}",
                                 dynamic ? "external" : "internal", pool_, dynamic ? 0 : bytes,
                                 dynamic ? fmt::format(" // {} bytes", bytes) : ""));
}

// An array of its own, or a part of the pool.
void MlirPrinter::sharedAlloc(const Operation &op) {
  if (op.attribute("offset") != nullptr) {
    const std::string pool =
        temporary(fmt::format("llvm.mlir.addressof @{} : !llvm.ptr<3>", pool_));
    define(op.result(), fmt::format("llvm.getelementptr inbounds {}[{}] : (!llvm.ptr<3>) -> "
                                    "!llvm.ptr<3>, i8",
                                    pool, op.intAttribute("offset")));
    return;
  }
  const std::string &name = op.result()->name();
  const std::string global = globalName(name.empty() ? "tile" : asIdentifier(name));
  const Type type = op.result()->type();
  const auto aligned = sharedAlignment_.find(op.result());
  globals_.push_back(fmt::format(
      "llvm.mlir.global internal @{}() {{addr_space = 3 : i32, alignment = {} : i64}} : "
      "{}",
      global, aligned != sharedAlignment_.end() ? aligned->second : byteSize(type.dtype()),
      arrayType(type)));
  define(op.result(), fmt::format("llvm.mlir.addressof @{} : !llvm.ptr<3>", global));
}

// The address of tile[i][j], the indices being the operands from `first` on.
std::string MlirPrinter::sharedAddress(const Operation &op, unsigned first) {
  std::string indices = "0", types;
  for (unsigned i = first; i < op.operandCount(); ++i) {
    const Value *index = op.operand(i);
    indices += ", ";
    if (index->isConstant()) {
      indices += fmt::format("{}", index->constant().asInt());
    } else {
      indices += operand(index);
      types += ", i32";
    }
  }
  return temporary(
      fmt::format("llvm.getelementptr inbounds {}[{}] : (!llvm.ptr<3>{}) -> !llvm.ptr<3>, {}",
                  operand(op.operand(0)), indices, types, arrayType(op.operand(0)->type())));
}

void MlirPrinter::sharedLoad(const Operation &op) {
  const Type type = op.result()->type();
  define(op.result(), loadText(sharedAddress(op, 1), kShared, type, vectorBytes(type)));
}

void MlirPrinter::sharedStore(const Operation &op) {
  const Type type = op.operand(1)->type();
  storeValue(operand(op.operand(1)), sharedAddress(op, 2), kShared, type, vectorBytes(type));
}

// A symbol that is neither the kernel's nor another global's.
std::string MlirPrinter::globalName(const std::string &wanted) {
  std::string name = wanted;
  for (int suffix = 1; !symbols_.insert(name).second; ++suffix)
    name = fmt::format("{}_{}", wanted, suffix);
  return name;
}

} // namespace mytriton
