// Conversions between dtypes as CUDA C++ expressions.
#include "cuda_printer.h"

#include <fmt/format.h>

namespace mytriton {

namespace {

// What CUDA calls the bits of a dtype in its functions: __half_as_ushort, __uint_as_float.
std::string_view bitsName(DType dtype) {
  switch (dtype) {
  case DType::F16:
    return "half";
  case DType::BF16:
    return "bfloat16";
  case DType::F32:
    return "float";
  case DType::F64:
    return "double";
  case DType::I16:
    return "short";
  case DType::U16:
    return "ushort";
  case DType::I32:
    return "int";
  case DType::U32:
    return "uint";
  default:
    return "longlong"; // there is none for the unsigned ones
  }
}

std::string bitsCall(DType from, DType to, const std::string &argument) {
  return fmt::format("__{}_as_{}({})", bitsName(from), bitsName(to), argument);
}

} // namespace

Expression CudaPrinter::cast(const Operation &op) {
  const Value *operand = op.operand(0);
  const DType from = operand->type().dtype(), to = op.result()->type().dtype();
  if (from == to)
    return expression(operand);
  if (to == DType::Bool) {
    const std::string zero = isFloat(from) ? cudaLiteral(Scalar::ofFloat(from, 0)) : "0";
    return {operandText(asSigned(expression(operand)), Binding::Equality, false) + " != " + zero,
            Binding::Equality};
  }
  if (isFloat(from) && isInteger(to)) {
    const bool half = isHalf(from);
    const DType source = half ? DType::F32 : from;
    const std::string helper = toIntegerHelper(to, source);
    if (!helper.empty())
      helpers_.emplace(helper, source);
    return {fmt::format("{}({})", helper.empty() ? cudaToInteger(to, source) : helper,
                        half ? argumentAsFloat(operand) : argument(operand))};
  }
  const std::string type = fmt::format("({})", cudaType(to));
  // A bool is no number to __half; f16 and bf16 know no other float than float.
  if (isHalf(from) && to != DType::F32)
    return prefix(type + "(float)", operand);
  if (isHalf(to) && from == DType::Bool)
    return prefix(type + "(int)", operand);
  // What is not negative is the same number unsigned.
  Expression value = expression(operand);
  const bool wider = isFloat(to) || bitWidth(to) > bitWidth(from);
  if (!(value.isNonNegative && wider))
    value = asSigned(value);
  return {type + operandText(value, Binding::Unary, false), Binding::Unary, false,
          value.isNonNegative && wider && !isFloat(to)};
}

Expression CudaPrinter::converted(std::string_view type, const Expression &value) const {
  return {fmt::format("({}){}", type, operandText(value, Binding::Unary, false)), Binding::Unary};
}

// What is cut off twice is cut off once.
Expression CudaPrinter::castRtz(const Operation &op) {
  const DType from = op.operand(0)->type().dtype(), to = op.result()->type().dtype();
  std::string value = argument(op.operand(0));
  if (from == DType::F64)
    value = fmt::format("__double2float_rz({})", value);
  if (to != DType::F32)
    value = fmt::format("__float2{}_rz({})", bitsName(to), value);
  return {std::move(value)};
}

Expression CudaPrinter::bitcast(const Operation &op) {
  const Value *operand = op.operand(0);
  const DType from = operand->type().dtype(), to = op.result()->type().dtype();
  if (from == to)
    return expression(operand);
  if (!isFloat(from) && !isFloat(to)) // integers of one width
    return prefix(fmt::format("({})", cudaType(to)), operand);
  if (isFloat(from) && isFloat(to))
    return {bitsCall(DType::U16, to, bitsCall(from, DType::U16, argument(operand)))};
  if (to == DType::U64)
    return converted(cudaType(to), {bitsCall(from, to, argument(operand))});
  return {bitsCall(from, to,
                   from == DType::U64 ? prefix("(long long)", operand).text : argument(operand))};
}

} // namespace mytriton
