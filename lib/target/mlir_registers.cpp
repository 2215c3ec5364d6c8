// Arrays of registers and loops over them.
//
// An array is a vector of one dimension, and a loop over registers an scf.for that inserts each
// element into it and hands it on; over several axes it is one loop whose index is taken apart.
// More registers than a vector should have lie in local memory: written once by what makes them, so
// that the address of the array can stand for its value.

#include "mlir_printer.h"
#include "mlir_types.h"
#include "names.h"

#include "mytriton/ir/control_flow.h"

#include <algorithm>
#include <fmt/format.h>

namespace mytriton {

namespace {

// As many registers as the lowering unrolls loops over.
constexpr std::int64_t kMaxVector = 64;
constexpr int kLocalAlignment = 16;

const Shape &extentsOf(const Operation &each) {
  return std::get<Shape>(*each.attribute("extents"));
}

// Elements of each index of an array of `shape`.
std::int64_t strideOf(const Shape &shape, int dim) {
  std::int64_t stride = 1;
  for (int inner = dim + 1; inner < shape.rank(); ++inner)
    stride *= shape[inner];
  return stride;
}

// Of an element in local memory.
std::string_view localElement(const Type &type) {
  return type.isPointer() ? "!llvm.ptr<1>" : mlirMemoryType(type.dtype());
}

int elementBytes(const Type &type) { return type.isPointer() ? 8 : byteSize(type.dtype()); }

// Of an access to several registers, which lie at a multiple of their number; 0: an element's own.
int localAlignment(const Type &type) {
  if (!type.isRegisters())
    return 0;
  const auto bytes = static_cast<int>(type.shape().elements()) * elementBytes(type);
  return std::min(bytes & -bytes, kLocalAlignment);
}

// True of an extract whose first indices are all of the loop over registers that owns the first of
// them, in an array that has the loop's extents: together they are the loop's own index.
bool takesLoopIndex(const Operation &extract, const Shape &shape) {
  const Value *leading = extract.operand(1);
  const Operation *loop = leading->isArgument() ? leading->owner()->parentOp() : nullptr;
  if (loop == nullptr || !loop->is(OpKind::Each) || axisCount(*loop) < 2 ||
      extract.operandCount() - 1 < axisCount(*loop))
    return false;
  for (unsigned axis = 0; axis < axisCount(*loop); ++axis)
    if (extract.operand(axis + 1) != loop->region().argument(axis) ||
        shape[static_cast<int>(axis)] != extentsOf(*loop)[static_cast<int>(axis)])
      return false;
  return true;
}

// Whether an index is needed for itself.
bool isUsedAlone(const Value *index) {
  for (const Use *use = index->firstUse(); use != nullptr; use = use->nextUse()) {
    const Operation *user = use->user();
    if (!user->is(OpKind::Extract) || use->index() > axisCount(*index->owner()->parentOp()) ||
        !takesLoopIndex(*user, user->operand(0)->type().shape()))
      return true;
  }
  return false;
}

} // namespace

bool MlirPrinter::isLocal(const Type &type) {
  return type.isRegisters() && type.shape().elements() > kMaxVector;
}

// What a vector starts with that is filled element by element.
std::string MlirPrinter::poison(const Type &type) {
  const std::string element = type.isPointer() ? "ptr" : std::string(mlirType(type.dtype()));
  return constantText(fmt::format("llvm.mlir.poison : {}", mlirType(type)),
                      fmt::format("poison_{}x{}", type.shape().elements(), element), kAfterScalars);
}

std::string MlirPrinter::localName(const Value *array) {
  return array->name().empty() ? "registers" : asIdentifier(array->name());
}

// An array in local memory, which is declared at the top of the function.
std::string MlirPrinter::localArray(const Type &type, std::string_view wanted) {
  const std::string count = constantI32(type.shape().elements());
  std::string name = names_.fresh(wanted);
  localLines_.push_back(fmt::format("{} = llvm.alloca {} x {} {{alignment = {} : i64}} : (i32) -> "
                                    "!llvm.ptr",
                                    name, count, localElement(type), kLocalAlignment));
  return name;
}

void MlirPrinter::copyLocal(const std::string &to, const std::string &from, const Type &type) {
  if (to == from)
    return;
  const std::string bytes =
      constant(Scalar::ofInt(DType::I64, type.shape().elements() * elementBytes(type)));
  line(fmt::format("\"llvm.intr.memcpy\"({}, {}, {}) <{{isVolatile = false}}> : (!llvm.ptr, "
                   "!llvm.ptr, i64) -> ()",
                   to, from, bytes));
}

// The indices of an extract in an array of `shape`, as one. The indices of a loop over registers of
// that shape are the loop's own.
MlirPrinter::Place MlirPrinter::placeOf(const Operation &op, const Shape &shape) {
  Place place;
  const auto add = [&](std::string name, std::int64_t stride) {
    if (stride != 1)
      name = temporary(
          fmt::format("arith.muli {}, {} overflow<nsw> : i32", name, constantI32(stride)));
    place.name =
        place.name.empty()
            ? name
            : temporary(fmt::format("arith.addi {}, {} overflow<nsw> : i32", place.name, name));
  };
  unsigned first = 1;
  if (takesLoopIndex(op, shape)) {
    const Region &loop = *op.operand(1)->owner();
    first += axisCount(*loop.parentOp());
    add(places_.at(&loop), strideOf(shape, static_cast<int>(first) - 2));
  }
  for (unsigned i = first; i < op.operandCount(); ++i) {
    const Value *index = op.operand(i);
    const std::int64_t stride = strideOf(shape, static_cast<int>(i) - 1);
    if (index->isConstant())
      place.number += index->constant().asInt() * stride;
    else
      add(operand(index), stride);
  }
  return place;
}

std::string MlirPrinter::placeText(const Place &place, std::int64_t further) {
  const std::int64_t number = place.number + further;
  if (place.name.empty())
    return constantI32(number);
  return number == 0 ? place.name
                     : temporary(fmt::format("arith.addi {}, {} overflow<nsw> : i32", place.name,
                                             constantI32(number)));
}

// One element of a vector: its text.
std::string MlirPrinter::elementText(const Value *registers, const Place &place,
                                     std::int64_t further) {
  const std::string vector = mlirType(registers->type());
  if (place.name.empty())
    return fmt::format("vector.extract {}[{}] : {} from {}", operand(registers),
                       place.number + further, mlirType(registers->type().element()), vector);
  return fmt::format("llvm.extractelement {}[{} : i32] : {}", operand(registers),
                     placeText(place, further), vector);
}

std::string MlirPrinter::localAddress(const std::string &array, const Type &type,
                                      const Place &place) {
  const bool number = place.name.empty();
  if (number && place.number == 0)
    return array;
  return temporary(
      fmt::format("llvm.getelementptr inbounds {}[{}] : (!llvm.ptr{}) -> !llvm.ptr, {}", array,
                  number ? fmt::format("{}", place.number) : placeText(place),
                  number ? "" : ", i32", localElement(type)));
}

void MlirPrinter::extract(const Operation &op) {
  const Value *registers = op.operand(0), *result = op.result();
  const Type type = result->type();
  const Place place = placeOf(op, registers->type().shape());
  if (isLocal(registers->type())) {
    const std::string address = localAddress(operand(registers), type, place);
    if (isLocal(type))
      values_[result] = address;
    else
      define(result, loadText(address, 0, type, localAlignment(type)));
    return;
  }
  if (!type.isRegisters()) {
    define(result, elementText(registers, place, 0));
    return;
  }
  std::string elements;
  for (std::int64_t i = 0; i < type.shape().elements(); ++i)
    elements += (i > 0 ? ", " : "") + temporary(elementText(registers, place, i));
  define(result, fmt::format("vector.from_elements {} : {}", elements, mlirType(type)));
}

void MlirPrinter::pack(const Operation &op) {
  const Type type = op.result()->type();
  std::vector<const Value *> values;
  for (unsigned i = 0; i < op.operandCount(); ++i)
    values.push_back(op.operand(i));
  if (!isLocal(type)) {
    define(op.result(),
           fmt::format("vector.from_elements {} : {}", operands(values), mlirType(type)));
    return;
  }
  const std::string array = localArray(type, localName(op.result()));
  for (std::size_t i = 0; i < values.size(); ++i)
    storeValue(operand(values[i]), localAddress(array, type, {{}, static_cast<std::int64_t>(i)}), 0,
               type.element(), 0);
  values_[op.result()] = array;
}

// Vectors that are the same constant throughout need no loop.
bool MlirPrinter::fill(const Operation &each) {
  const Operation *yield = each.region().front();
  if (!yield->is(OpKind::Yield) || each.operandCount() != 0)
    return false;
  for (unsigned i = 0; i < yield->operandCount(); ++i)
    if (!yield->operand(i)->isConstant() || isLocal(each.result(i)->type()))
      return false;
  for (unsigned i = 0; i < yield->operandCount(); ++i)
    define(each.result(i),
           fmt::format("arith.constant dense<{}> : {}", mlirLiteral(yield->operand(i)->constant()),
                       mlirType(each.result(i)->type())));
  return true;
}

void MlirPrinter::each(const Operation &op) {
  if (fill(op))
    return;
  const Region &body = op.region();
  const Shape &extents = extentsOf(op);
  const unsigned axes = axisCount(op), registers = registerCount(op);
  Carried carried;
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    const Value *result = op.result(i);
    if (isLocal(result->type())) {
      values_[result] = localArray(result->type(), localName(result));
      continue;
    }
    carried.results.push_back(nameFor(result));
    carried.types.push_back(mlirType(result->type()));
    carried.starts.push_back(i < registers ? poison(result->type())
                                           : operand(op.operand(i - registers)));
  }
  names_.openScope();
  const std::string &index = places_[&body] = names_.unique("r");
  std::vector<std::string> arguments;
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    if (i >= registers)
      arguments.push_back(nameFor(body.argument(axes + i - registers), "so_far"));
    else if (!isLocal(op.result(i)->type()))
      arguments.push_back(parts_[op.result(i)] = names_.unique("part"));
  }
  openLoop(fmt::format("scf.for {} = {} to {} step {}", index,
                       constantI32(op.intAttribute("start")), constantI32(extents.elements()),
                       constantI32(1)),
           arguments, carried, "i32");
  for (unsigned axis = 0; axis < axes; ++axis)
    nameAxis(op, axis, index);
  region(body, &op);
  closeLoop(op.flag("unroll") ? 0 : 1);
  names_.closeScope();
}

// The index of one axis, where it is used, from that of all of them.
void MlirPrinter::nameAxis(const Operation &each, unsigned axis, const std::string &index) {
  const Value *argument = each.region().argument(axis);
  const Shape &extents = extentsOf(each);
  const auto dim = static_cast<int>(axis);
  if (axisCount(each) == 1) {
    values_[argument] = index;
    return;
  }
  if (!isUsedAlone(argument))
    return;
  std::string value = index;
  if (const std::int64_t stride = strideOf(extents, dim); stride != 1)
    value = temporary(fmt::format("arith.divui {}, {} : i32", value, constantI32(stride)));
  if (dim > 0 && extents[dim] != 1)
    value = temporary(fmt::format("arith.remui {}, {} : i32", value, constantI32(extents[dim])));
  values_[argument] = value;
}

// Puts what an iteration yields into the arrays, and hands on the rest.
void MlirPrinter::yieldEach(const Operation &yield, const Operation &each) {
  const std::string &index = places_.at(&each.region());
  std::vector<std::string> handed, types;
  for (unsigned i = 0; i < each.resultCount(); ++i) {
    const Type type = each.result(i)->type(), part = yield.operand(i)->type();
    if (i >= registerCount(each)) {
      handed.push_back(operand(yield.operand(i)));
      types.push_back(mlirType(type));
      continue;
    }
    const std::int64_t count = part.isRegisters() ? part.shape().elements() : 1;
    Place place{index, 0};
    if (count != 1)
      place.name = temporary(
          fmt::format("arith.muli {}, {} overflow<nsw> : i32", index, constantI32(count)));
    const std::string value = operand(yield.operand(i));
    if (isLocal(type)) {
      const std::string address = localAddress(values_.at(each.result(i)), type, place);
      if (isLocal(part))
        copyLocal(address, value, part);
      else
        storeValue(value, address, 0, part, localAlignment(part));
      continue;
    }
    std::string vector = parts_.at(each.result(i));
    for (std::int64_t k = 0; k < count; ++k) {
      const std::string element =
          part.isRegisters() ? temporary(elementText(yield.operand(i), {{}, k}, 0)) : value;
      vector = temporary(fmt::format("llvm.insertelement {}, {}[{} : i32] : {}", element, vector,
                                     placeText(place, k), mlirType(type)));
    }
    handed.push_back(vector);
    types.push_back(mlirType(type));
  }
  yieldLine(handed, types);
}

} // namespace mytriton
