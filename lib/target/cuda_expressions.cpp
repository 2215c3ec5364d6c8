// Values as CUDA C++ expressions, with no more parentheses than are read easily.

#include "cuda_printer.h"
#include "cuda_warp_helpers.h"

#include <bit>
#include <fmt/format.h>

namespace mytriton {

namespace {

constexpr unsigned kAllLanes = 31;

Binding bindingOf(std::string_view sign) {
  constexpr std::pair<std::string_view, Binding> kSigns[] = {
      {"*", Binding::Product},   {"/", Binding::Product}, {"%", Binding::Product},
      {"+", Binding::Sum},       {"-", Binding::Sum},     {"<<", Binding::Shift},
      {">>", Binding::Shift},    {"<", Binding::Order},   {"<=", Binding::Order},
      {">", Binding::Order},     {">=", Binding::Order},  {"==", Binding::Equality},
      {"!=", Binding::Equality}, {"&", Binding::BitAnd},  {"^", Binding::BitXor},
      {"|", Binding::BitOr},     {"&&", Binding::And},    {"||", Binding::Or}};
  for (const auto &[known, binding] : kSigns)
    if (known == sign)
      return binding;
  return Binding::Conditional;
}

// A pattern of bits reads better in base sixteen. `text` is the literal in base ten.
std::string maskText(const Scalar &scalar, std::string text) {
  constexpr std::uint64_t kLeast = 256;
  const std::int64_t value = scalar.asInt();
  const auto bits = static_cast<std::uint64_t>(value);
  if (bits < kLeast || (value < 0 && scalar.dtype() != DType::U64))
    return text;
  const std::size_t digits = text.find_first_not_of("0123456789");
  return fmt::format("{:#x}{}", bits, digits == std::string::npos ? "" : text.substr(digits));
}

bool isComparison(const Operation &op) {
  switch (op.kind()) {
  case OpKind::CmpEq:
  case OpKind::CmpNe:
  case OpKind::CmpLt:
  case OpKind::CmpLe:
  case OpKind::CmpGt:
  case OpKind::CmpGe:
    return true;
  default:
    return false;
  }
}

bool isZero(const Value *value) {
  return value->isConstant() && !value->constant().isFloat() && value->constant().asInt() == 0;
}

// An unsigned number is never below zero, which compilers remark on: what the comparison comes to,
// or the sign that says the same.
std::string_view withUnsignedZero(const Operation &op, std::string_view sign) {
  const DType dtype = op.operand(0)->type().dtype();
  if (!isInteger(dtype) || isSigned(dtype))
    return sign;
  if (isZero(op.operand(1)))
    return sign == "<" ? "false" : sign == ">=" ? "true" : sign == "<=" ? "==" : sign;
  if (isZero(op.operand(0)))
    return sign == ">" ? "false" : sign == "<=" ? "true" : sign == ">=" ? "==" : sign;
  return sign;
}

} // namespace

std::string CudaPrinter::operandText(const Expression &operand, Binding around, bool right) const {
  // && inside || and the like are legal without parentheses and misread all the same.
  const bool mixed = operand.binding >= Binding::Shift && around >= Binding::Shift &&
                     operand.binding != around && around != Binding::Conditional &&
                     !(operand.binding <= Binding::Equality && around >= Binding::And);
  // So are sums beside shifts and single bits.
  const bool bits = around >= Binding::Shift && around <= Binding::BitOr &&
                    around != Binding::Order && around != Binding::Equality;
  const bool sum = bits && (operand.binding == Binding::Sum || operand.binding == Binding::Product);
  const bool loose = operand.binding > around || (right && operand.binding == around);
  return loose || mixed || sum ? "(" + operand.text + ")" : operand.text;
}

Expression CudaPrinter::asSigned(Expression operand) const {
  if (!operand.isUnsigned)
    return operand;
  const bool tight = operand.binding <= Binding::Unary;
  return {"(int)" + (tight ? operand.text : "(" + operand.text + ")"), Binding::Unary, false,
          operand.isNonNegative};
}

Expression CudaPrinter::expression(const Value *value) {
  if (value->isConstant()) {
    const Scalar &scalar = value->constant();
    std::string literal = cudaLiteral(scalar);
    const Binding binding = literal[0] == '-' || (literal[0] == '(' && literal[1] != '-')
                                ? Binding::Unary
                                : Binding::Primary;
    return {std::move(literal), binding, false, !scalar.isFloat() && scalar.asInt() >= 0,
            isNarrow(scalar.dtype())};
  }
  if (const std::string *place = variables_.of(value)) {
    const bool index = value->isArgument() && value->owner()->parentOp() != nullptr &&
                       value->owner()->parentOp()->is(OpKind::Each);
    return {*place, Binding::Primary, false, index};
  }
  return operation(*value->definingOp());
}

Expression CudaPrinter::narrowed(Expression wide, DType dtype) const {
  if (!isNarrow(dtype))
    return wide;
  return {fmt::format("({}){}", cudaType(dtype), operandText(wide, Binding::Unary, false)),
          Binding::Unary};
}

// Next to a long long C widens an int itself: `offsets + r`, and not `offsets + (long long)r`.
Expression CudaPrinter::beside(const Value *value, const Value *other) {
  const auto widens = [&](const Value *operand) {
    return operand->isResult() && operand->definingOp()->is(OpKind::Cast) &&
           operand->definingOp()->operand(0)->type() == Type::scalar(DType::I32) &&
           variables_.of(operand) == nullptr;
  };
  if (value->type() != Type::scalar(DType::I64) || !widens(value) || widens(other) ||
      other->isConstant())
    return expression(value);
  Expression narrow = expression(value->definingOp()->operand(0));
  if (!narrow.isNonNegative)
    narrow = asSigned(narrow);
  narrow.isUnsigned = false;
  return narrow;
}

Expression CudaPrinter::binary(const Operation &op, std::string_view sign, Binding binding) {
  const Value *added = op.operand(1);
  const DType dtype = op.operand(0)->type().dtype();
  Expression left = beside(op.operand(0), added), right = beside(added, op.operand(0));
  const bool comparison = isComparison(op);
  const bool both = left.isNonNegative && right.isNonNegative;
  const bool ring = op.is(OpKind::Add) || op.is(OpKind::Sub) || op.is(OpKind::Mul);
  // Sums and products are the same bits signed or unsigned; comparisons and quotients are the same
  // where both sides are known not to be negative.
  const bool againstZero = comparison && !op.is(OpKind::CmpEq) && !op.is(OpKind::CmpNe) &&
                           (isZero(op.operand(0)) || isZero(added));
  if (!ring && (!both || againstZero)) {
    left = asSigned(left);
    right = asSigned(right);
  }
  if (added->isConstant() && !op.operand(0)->isConstant() && isInteger(dtype)) {
    const std::int64_t value = added->constant().asInt();
    // The left side has the type already, so the right one needs none: `i + 5`, `u >> 5`.
    if (dtype == DType::I64 && std::abs(value) <= INT32_MAX)
      right.text = fmt::format("{}", value);
    if (op.is(OpKind::Shl) || op.is(OpKind::Shr))
      right.text = fmt::format("{}", value);
    if (op.is(OpKind::And) || op.is(OpKind::Or) || op.is(OpKind::Xor))
      right.text = maskText(added->constant(), right.text);
    // `i - 5`, and not `i + -5`.
    if (op.is(OpKind::Add) && value < 0 && value > INT32_MIN && isSigned(dtype)) {
      sign = "-";
      right = {fmt::format("{}", -value)};
    }
  }
  const bool associative = sign == "+" && op.result()->type().isInteger();
  Expression result{operandText(left, binding, false) + " " + std::string(sign) + " " +
                        operandText(right, binding, !associative),
                    binding, !comparison && (left.isUnsigned || right.isUnsigned),
                    both && !op.is(OpKind::Sub) && !comparison};
  if (options_.ssaNames && op.origin() >= 0) {
    result.text = "(" + result.text + ")";
    result.binding = Binding::Primary;
  }
  return result;
}

Expression CudaPrinter::prefix(std::string_view sign, const Value *value) {
  const Expression operand = asSigned(expression(value));
  const bool again = operand.text[0] == sign.back();
  return {std::string(sign) + operandText(operand, Binding::Unary, again), Binding::Unary};
}

std::string CudaPrinter::argument(const Value *value) {
  const Expression operand = asSigned(expression(value));
  return (operand.isPromoted ? narrowed(operand, value->type().dtype()) : operand).text;
}

std::string CudaPrinter::argumentAsFloat(const Value *value) {
  if (value->isConstant())
    return cudaLiteral(value->constant().convert(DType::F32));
  return prefix("(float)", value).text;
}

Expression CudaPrinter::call(const CudaSpelling &spelling, const Operation &op) {
  std::string arguments;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    const Value *operand = op.operand(i);
    arguments += (i > 0 ? ", " : "") + (spelling.throughFloat ? argumentAsFloat(operand)
                                        : spelling.isHelper   ? argument(operand)
                                                              : text(operand));
  }
  std::string result = fmt::format("{}({})", spelling.name, arguments);
  if (!spelling.throughFloat)
    return {std::move(result)};
  return {fmt::format("({}){}", cudaType(op.result()->type()), result), Binding::Unary};
}

Expression CudaPrinter::mulHi(const Operation &op) {
  const DType dtype = op.result()->type().dtype();
  const bool wide = bitWidth(dtype) == 64;
  const auto factor = [&](unsigned i) {
    const Value *value = op.operand(i);
    return isSigned(dtype) ? prefix(wide ? "(unsigned long long)" : "(unsigned)", value).text
                           : argument(value);
  };
  Expression result{
      fmt::format("{}({}, {})", wide ? "__umul64hi" : "__umulhi", factor(0), factor(1))};
  return isSigned(dtype) ? converted(cudaType(dtype), result) : result;
}

Expression CudaPrinter::elementwise(const Operation &op) {
  const DType dtype = op.operand(0)->type().dtype();
  const CudaSpelling spelling = cudaSpelling(op.kind(), dtype, isPlainArithmetic(op));
  Expression result;
  switch (spelling.form) {
  case CudaSpelling::Form::None:
    return {};
  case CudaSpelling::Form::Operand:
    return expression(op.operand(0));
  case CudaSpelling::Form::Prefix:
    result = prefix(spelling.name, op.operand(0));
    break;
  case CudaSpelling::Form::Infix: {
    const std::string_view sign =
        isComparison(op) ? withUnsignedZero(op, spelling.name) : spelling.name;
    if (sign == "true" || sign == "false")
      return {std::string(sign)};
    result = binary(op, sign, bindingOf(sign));
    break;
  }
  case CudaSpelling::Form::Call:
    if (spelling.isHelper)
      helpers_.emplace(spelling.name, dtype);
    result = call(spelling, op);
    if (spelling.isHelper)
      return result; // of the operands' own type
    break;
  }
  return op.result()->type().isInteger() ? narrowed(result, dtype) : result;
}

Expression CudaPrinter::select(const Operation &op) {
  bool promoted = false;
  const auto part = [&](unsigned i) {
    const Expression operand = asSigned(expression(op.operand(i)));
    promoted = promoted || operand.isPromoted;
    return operandText(operand, Binding::Conditional, true);
  };
  std::string text = part(0) + " ? " + part(1) + " : " + part(2);
  return {std::move(text), Binding::Conditional, false, false, promoted};
}

// One call for each run of neighbouring bits of the lane's number.
Expression CudaPrinter::warpReduce(const Operation &op) {
  const DType dtype = op.result()->type().dtype();
  const CudaSpelling combine = warpSpelling(op);
  if (combine.isHelper)
    helpers_.emplace(combine.name, dtype);
  std::string text = argument(op.operand(0));
  auto lanes = static_cast<unsigned>(op.intAttribute("lanes"));
  if (lanes == kAllLanes) {
    helpers_.emplace(warpHelper(op), dtype);
    return {fmt::format("{}({})", warpHelper(op), text)};
  }
  helpers_.emplace(laneHelper(op), dtype);
  while (lanes != 0) {
    const unsigned first = std::bit_floor(lanes);
    unsigned last = first;
    while ((lanes & last >> 1) != 0)
      last >>= 1;
    text = fmt::format("{}({}, {}, {})", laneHelper(op), text, first, last);
    lanes &= last - 1;
  }
  return {std::move(text)};
}

Expression CudaPrinter::coordinate(const Operation &op) {
  static constexpr std::string_view kAxes[] = {"x", "y", "z"};
  const std::string_view of = op.is(OpKind::ProgramId)     ? "blockIdx"
                              : op.is(OpKind::NumPrograms) ? "gridDim"
                                                           : "threadIdx";
  return {fmt::format("{}.{}", of, kAxes[op.intAttribute("axis")]), Binding::Primary, true, true};
}

Expression CudaPrinter::moved(const Operation &op) {
  return {addressText(movedParts(op)), Binding::Sum};
}

Expression CudaPrinter::aligned(const Operation &op) {
  const Expression pointer{address(op.operand(0)),
                           op.operand(0)->isArgument() ? Binding::Primary : Binding::Sum};
  return {fmt::format("(size_t){} % {} == 0", operandText(pointer, Binding::Unary, false),
                      op.intAttribute("bytes")),
          Binding::Equality};
}

Expression CudaPrinter::readShared(const Operation &op) { return {sharedElement(op, 1)}; }

Expression CudaPrinter::shuffle(const Operation &op) {
  return narrowed({fmt::format("__shfl_sync(0xffffffffu, {}, {})", text(op.operand(0)),
                               indexText(op.operand(1)))},
                  op.result()->type().dtype());
}

Expression CudaPrinter::extract(const Operation &op) {
  std::string result = expression(op.operand(0)).text;
  for (unsigned i = 1; i < op.operandCount(); ++i)
    result += "[" + indexText(op.operand(i)) + "]";
  // A byte that a vector access brought may be any.
  if (op.result()->type() == Type::scalar(DType::Bool))
    return {result + " != 0", Binding::Equality};
  return {std::move(result)};
}

// Of an operation that only is a statement, nothing.
Expression CudaPrinter::operation(const Operation &op) {
  const Row *row = rowOf(op.kind());
  if (row == nullptr)
    return elementwise(op);
  return row->expression != nullptr ? (this->*row->expression)(op) : Expression{};
}

} // namespace mytriton
