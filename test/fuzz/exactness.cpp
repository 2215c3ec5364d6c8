// Bounds of integers, by the rules of interval arithmetic around zero.
#include "exactness.h"

#include <algorithm>
#include <cmath>

namespace mytriton::fuzz {

double exactLimit(DType dtype) {
  switch (dtype) {
  case DType::F16:
    return 1 << 11;
  case DType::BF16:
    return 1 << 8;
  case DType::F32:
    return 1 << 24;
  case DType::F64:
    return std::ldexp(1.0, 53);
  case DType::Bool:
    return 1;
  default:
    return std::ldexp(1.0, bitWidth(dtype) - 1) - 1;
  }
}

double addendLimit(DType dtype, std::int64_t count) {
  return std::floor(exactLimit(dtype) / static_cast<double>(count));
}

double factorLimit(std::int64_t count) {
  return std::floor(std::sqrt(kDotStartLimit / static_cast<double>(count)));
}

namespace {

Exactness ofFunction(Function function, DType dtype, const std::vector<Exactness> &operands) {
  const Exactness &a = operands[0], &b = operands.size() > 1 ? operands[1] : operands[0];
  const bool hasNegatives = isFloat(dtype) || isSigned(dtype);
  switch (function) {
  case Function::Add:
    return {a.bound + b.bound, a.negativeZero && b.negativeZero};
  case Function::Sub:
    return hasNegatives ? Exactness{a.bound + b.bound, a.negativeZero} : Exactness{};
  case Function::Mul:
    return {a.bound * b.bound, true};
  case Function::Minimum:
  case Function::Maximum:
    return {std::max(a.bound, b.bound), a.negativeZero || b.negativeZero};
  case Function::Where:
  case Function::Choose:
    return {std::max(operands[1].bound, operands[2].bound),
            operands[1].negativeZero || operands[2].negativeZero};
  case Function::Neg:
    return hasNegatives ? Exactness{a.bound, true} : Exactness{};
  case Function::Abs:
    return {a.bound, false};
  case Function::Less:
  case Function::LessEqual:
  case Function::Greater:
  case Function::GreaterEqual:
  case Function::Equal:
  case Function::NotEqual:
    return {1, false};
  default:
    return {};
  }
}

} // namespace

Exactness exactnessOf(const Program &program, const Exactnesses &variables, const Expr &expr) {
  const DType dtype = expr.type.dtype();
  std::vector<Exactness> operands;
  for (const ExprPtr &operand : expr.operands)
    operands.push_back(operand ? exactnessOf(program, variables, *operand) : Exactness{0, false});
  Exactness result;
  switch (expr.kind) {
  case Expr::Kind::Variable:
    if (const auto found = variables.find(expr.name); found != variables.end())
      result = found->second;
    break;
  case Expr::Kind::Constant:
    if (expr.number == std::floor(expr.number))
      result = {std::fabs(expr.number), std::signbit(expr.number)};
    break;
  case Expr::Kind::Arange:
    result = {std::fabs(expr.number) + static_cast<double>(expr.type.shape().elements()), false};
    break;
  case Expr::Kind::Apply:
    if (!expr.mixed)
      result = ofFunction(expr.function, dtype, operands);
    break;
  case Expr::Kind::Cast:
    // To an unsigned dtype what is negative becomes large.
    if (expr.conversion != Conversion::Bits &&
        (isFloat(dtype) || isSigned(dtype) || expr.operands[0]->type.isBool()))
      result = operands[0];
    break;
  case Expr::Kind::ExpandDims:
  case Expr::Kind::Permute:
    result = operands[0];
    break;
  case Expr::Kind::Reduce:
    if (expr.reduction != Reduction::Sum && expr.operands[0]->type.dtype() == dtype)
      result = operands[0];
    break;
  case Expr::Kind::Load: {
    const BufferParameter &buffer = program.buffers[static_cast<std::size_t>(expr.access.buffer)];
    if (!buffer.wild && !buffer.output)
      result = {std::max<double>(kSmall, operands[2].bound), operands[2].negativeZero};
    break;
  }
  case Expr::Kind::Small:
    result = {kSmall, false};
    break;
  default:
    break;
  }
  if (dtype == DType::Bool)
    return {1, false};
  return result.bound <= exactLimit(dtype) ? result : Exactness{};
}

} // namespace mytriton::fuzz
