// Values: coordinates, elementwise operations, conversions, lanes of a warp.

#include "mlir_lanes.h"
#include "mlir_printer.h"
#include "mlir_spelling.h"
#include "mlir_types.h"

#include <fmt/format.h>

namespace mytriton {

namespace {

bool isHalf(DType dtype) { return dtype == DType::F16 || dtype == DType::BF16; }

// What may overflow only where the kernel is wrong, and what may be rounded once as part of a fused
// multiply-add, as is nvcc's default.
std::string_view flagsOf(const Operation &op) {
  if (!op.is(OpKind::Add) && !op.is(OpKind::Sub) && !op.is(OpKind::Mul))
    return "";
  if (op.result()->type().isFloat())
    return " fastmath<contract>";
  return op.flag("nsw") ? " overflow<nsw>" : "";
}

} // namespace

void MlirPrinter::coordinate(const Operation &op) {
  struct Coordinate {
    OpKind kind;
    std::string_view operation, shortName, longName;
  };
  static constexpr Coordinate kCoordinates[] = {
      {OpKind::ProgramId, "gpu.block_id", "bid", "block_id"},
      {OpKind::NumPrograms, "gpu.grid_dim", "grid", "grid_dim"},
      {OpKind::ThreadId, "gpu.thread_id", "tid", "thread_id"}};
  static constexpr std::string_view kAxes[] = {"x", "y", "z"};
  const std::string_view axis = kAxes[op.intAttribute("axis")];
  for (const Coordinate &known : kCoordinates) {
    if (known.kind != op.kind())
      continue;
    const std::string index = names_.unique(fmt::format("{}_{}", known.shortName, axis));
    line(fmt::format("{} = {} {}", index, known.operation, axis));
    define(op.result(), fmt::format("arith.index_cast {} : index to i32", index),
           fmt::format("{}_{}", known.longName, axis));
  }
}

void MlirPrinter::elementwise(const Operation &op) {
  using Form = MlirSpelling::Form;
  const DType dtype = op.operand(0)->type().dtype();
  const MlirSpelling spelling = mlirSpelling(op.kind(), dtype, needsGuard(op));
  std::vector<std::string> arguments, types;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    const std::string value = operand(op.operand(i));
    arguments.push_back(spelling.throughFloat ? extended(value, dtype) : value);
    types.emplace_back(mlirType(spelling.throughFloat ? DType::F32 : dtype));
  }
  const std::string_view type = types[0];
  const std::string list = fmt::format("{}", fmt::join(arguments, ", "));
  const std::string function = fmt::format("({}) : ({}) -> {}", list, fmt::join(types, ", "), type);
  std::string text;
  switch (spelling.form) {
  case Form::None:
  case Form::Operand:
    values_[op.result()] = arguments[0];
    return;
  case Form::Operation:
    text = fmt::format("{} {}{} : {}", spelling.name, list, flagsOf(op), type);
    break;
  case Form::Function:
    text = spelling.name + function;
    break;
  case Form::Intrinsic:
    text = fmt::format("llvm.call_intrinsic \"{}\"{}", spelling.name, function);
    break;
  case Form::Helper: {
    const MlirHelper helper{spelling.name, dtype};
    helpers_.insert(helper);
    text = fmt::format("llvm.call @{}{}", mlirHelperName(helper), function);
    break;
  }
  case Form::FromZero:
    text = fmt::format("arith.subi {}, {} : {}", constant(Scalar::ofInt(dtype, 0)), list, type);
    break;
  case Form::Complement:
    text = fmt::format("arith.xori {}, {} : {}", list, constant(Scalar::ofInt(dtype, -1)), type);
    break;
  }
  if (spelling.throughFloat)
    text = fmt::format("arith.truncf {} : f32 to {}", temporary(text), mlirType(dtype));
  define(op.result(), text);
}

void MlirPrinter::select(const Operation &op) {
  define(op.result(), fmt::format("arith.select {} : {}",
                                  operands({op.operand(0), op.operand(1), op.operand(2)}),
                                  mlirType(op.result()->type())));
}

std::string MlirPrinter::extended(const std::string &value, DType from) {
  return temporary(fmt::format("arith.extf {} : {} to f32", value, mlirType(from)));
}

void MlirPrinter::cast(const Operation &op) {
  const DType from = op.operand(0)->type().dtype(), to = op.result()->type().dtype();
  const std::string value = operand(op.operand(0));
  const bool sameType = mlirType(from) == mlirType(to);
  if (sameType)
    values_[op.result()] = value;
  else
    define(op.result(), castText(value, from, to));
}

// Between dtypes that MLIR tells apart.
std::string MlirPrinter::castText(std::string value, DType from, DType to) {
  const auto convert = [&](std::string_view operation) {
    return fmt::format("arith.{} {} : {} to {}", operation, value, mlirType(from), mlirType(to));
  };
  const bool fromSigned = isSigned(from);
  if (to == DType::Bool) {
    const std::string zero =
        constant(isFloat(from) ? Scalar::ofFloat(from, 0) : Scalar::ofInt(from, 0));
    return fmt::format("arith.{}, {}, {} : {}", isFloat(from) ? "cmpf une" : "cmpi ne", value, zero,
                       mlirType(from));
  }
  if (!isFloat(from) && !isFloat(to))
    return convert(bitWidth(to) < bitWidth(from) ? "trunci" : fromSigned ? "extsi" : "extui");
  if (isFloat(from) && isFloat(to)) {
    if (isHalf(from) && isHalf(to)) {
      value = extended(value, from);
      from = DType::F32;
    }
    return convert(bitWidth(to) < bitWidth(from) ? "truncf" : "extf");
  }
  if (isFloat(to)) {
    // To bf16 LLVM goes through f32 and rounds twice.
    if (to == DType::BF16 && bitWidth(from) == 64) {
      const MlirHelper helper{"to_bf16", from};
      helpers_.insert(helper);
      return fmt::format("llvm.call @{}({}) : (i64) -> bf16", mlirHelperName(helper), value);
    }
    if (to == DType::BF16 && bitWidth(from) == 32) {
      value = temporary(castText(value, from, DType::F64));
      from = DType::F64;
      return convert("truncf");
    }
    return convert(fromSigned ? "sitofp" : "uitofp");
  }
  // Truncates, saturates, and makes 0 of NaN.
  if (isHalf(from)) {
    value = extended(value, from);
    from = DType::F32;
  }
  return fmt::format("llvm.call_intrinsic \"llvm.fpto{0}i.sat.{2}.{1}\"({3}) : ({1}) -> {2}",
                     isSigned(to) ? "s" : "u", mlirType(from), mlirType(to), value);
}

void MlirPrinter::barrier(const Operation &) { line("gpu.barrier"); }

void MlirPrinter::warpReduce(const Operation &op) {
  const MlirHelper helper{std::string(LaneCombiner::of(op).name), op.result()->type().dtype(),
                          static_cast<unsigned>(op.intAttribute("lanes"))};
  helpers_.insert(helper);
  define(op.result(), fmt::format("llvm.call @{0}({1}) : ({2}) -> {2}", mlirHelperName(helper),
                                  operand(op.operand(0)), mlirType(helper.dtype)));
}

void MlirPrinter::shuffle(const Operation &op) {
  const MlirEmit emit = [&](const std::string &text, int results) {
    if (results == 1)
      return temporary(text);
    std::string name = names_.number();
    line(fmt::format("{}, {} = {}", name, names_.number(), text));
    return name;
  };
  values_[op.result()] = shuffled("idx", operand(op.operand(0)), operand(op.operand(1)),
                                  constantI32(kWarpLanes), op.result()->type().dtype(), emit);
}

} // namespace mytriton
