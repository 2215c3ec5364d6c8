// The functions of numbers as expressions. See expr_builder.h.
#include "constant.h"
#include "expr_builder.h"

#include <fmt/format.h>

namespace mytriton {

std::array<Expr *, 3> ExprBuilder::promote(const std::array<Operand, 3> &operands,
                                           std::string_view user) {
  const auto &[first, second, third] = operands;
  if (anyUnknown({&first, &second, &third}))
    return {materialize(first, user), materialize(second, user), materialize(third, user)};
  const auto common = [](DType a, DType b) { return *commonDType(a, b, Division::No); };
  const DType dtype =
      common(common(dtypeOf(first, user), dtypeOf(second, user)), dtypeOf(third, user));
  return {convert(first, dtype, user), convert(second, dtype, user), convert(third, dtype, user)};
}

Object ExprBuilder::floatMath(OpKind op, std::string_view name, const Operand &operand,
                              SourceRange range) {
  Expr *expr = materialize(operand, name);
  if (expr->kind == Expr::Kind::Constant && !expr->type.isFloat())
    expr = cast(expr, DType::F32, operand.range);
  if (!expr->type.isNone() && !(expr->type.isFloat() && bitWidth(expr->type.dtype()) >= 32))
    fail(DiagnosticKind::OperandTypes, operand.range,
         fmt::format("'{}' takes fp32 or fp64, and this is {}; convert it with .to(tl.float32)",
                     name, expr->type.str()));
  return {make(op, {expr}, range)};
}

Object ExprBuilder::absolute(const Operand &operand, SourceRange range) {
  Expr *expr = materialize(operand, "abs");
  if (expr->type.isNone())
    return {make(OpKind::Abs, {expr}, range)};
  const DType dtype = dtypeOf({{expr}, operand.range}, "abs");
  return {isFloat(dtype) || isSigned(dtype) ? make(OpKind::Abs, {expr}, range) : expr};
}

namespace {

bool isBFloat(const Operand &operand) {
  const Expr *expr = operand.value.expr();
  return expr && !expr->type.isNone() && !expr->type.isPointer() &&
         expr->type.dtype() == DType::BF16;
}

} // namespace

// There is no least or greatest of bf16: it is computed in f32.
Operand ExprBuilder::widened(const Operand &operand) {
  if (!isBFloat(operand))
    return operand;
  return {{cast(operand.value.expr(), DType::F32, operand.range)}, operand.range};
}

Object ExprBuilder::extremum(OpKind op, const Operand &left, const Operand &right,
                             SourceRange range) {
  const auto [a, b] = promote(widened(left), widened(right), opInfo(op).mnemonic, range,
                              Literals::Strong, Division::No);
  if (!a->type.isNone() && a->type.isBool())
    op = op == OpKind::Minimum || op == OpKind::MinNum ? OpKind::And : OpKind::Or;
  return {elementwise(op, {a, b}, range)};
}

Object ExprBuilder::clamp(const Operand &value, const Operand &low, const Operand &high,
                          bool nanWins, SourceRange range) {
  const auto [least, greatest, expr] =
      promote({widened(low), widened(high), widened(value)}, "clamp");
  if (!expr->type.isNone() && expr->type.isBool())
    fail(DiagnosticKind::OperandTypes, value.range, "'clamp' takes numbers, and these are bools");
  if (nanWins) // of equal values the right one stays
    return {elementwise(OpKind::Minimum,
                        {greatest, elementwise(OpKind::Maximum, {least, expr}, range)}, range)};
  return {elementwise(OpKind::MinNum, {elementwise(OpKind::MaxNum, {expr, least}, range), greatest},
                      range)};
}

Object ExprBuilder::mulHi(const Operand &left, const Operand &right, SourceRange range) {
  for (const Operand *operand : {&left, &right}) {
    const Expr *expr = operand->value.expr();
    if (expr && expr->type.isNone())
      continue;
    const DType dtype = dtypeOf(*operand, "umulhi");
    if (!isInteger(dtype) || bitWidth(dtype) < 32)
      fail(DiagnosticKind::OperandTypes, operand->range,
           fmt::format("'umulhi' takes integers of 32 or 64 bits, and this is {}",
                       describe(operand->value)));
  }
  const auto [a, b] = promote(left, right, "umulhi", range, Literals::Strong, Division::No);
  return {elementwise(OpKind::MulHi, {a, b}, range)};
}

Object ExprBuilder::floatDivide(std::string_view name, const Operand &left, const Operand &right,
                                SourceRange range) {
  const auto [a, b] = promote(left, right, name, range, Literals::Strong, Division::No);
  if (!a->type.isNone() && !b->type.isNone() && !a->type.isFloat())
    fail(DiagnosticKind::OperandTypes, range,
         fmt::format("'{}' takes floats, and these are {}", name, irName(a->type.dtype())));
  return {elementwise(OpKind::Div, {a, b}, range)};
}

void ExprBuilder::checkSingle(std::string_view name, const Operand &operand) {
  const Expr *expr = operand.value.expr();
  if (!(expr && expr->type.isNone()) && dtypeOf(operand, name) != DType::F32)
    fail(DiagnosticKind::OperandTypes, operand.range,
         fmt::format("'{}' takes float32, and this is {}", name, describe(operand.value)));
}

Object ExprBuilder::fma(const Operand &a, const Operand &b, const Operand &c, SourceRange range) {
  const auto [x, y, z] = promote({a, b, c}, "fma");
  if (!x->type.isNone() && !x->type.isFloat())
    fail(DiagnosticKind::OperandTypes, range,
         fmt::format("'fma' takes floats, and these are {}", irName(x->type.dtype())));
  return {elementwise(OpKind::Fma, {x, y, z}, range)};
}

// 1 / (1 + exp(-x))
Object ExprBuilder::sigmoid(const Operand &operand, SourceRange range) {
  using ast::BinaryOp;
  Expr *expr = materialize(operand, "sigmoid");
  if (expr->kind == Expr::Kind::Constant && !expr->type.isFloat())
    expr = cast(expr, DType::F32, operand.range);
  const Operand one{{constexprOf(1.0)}, range};
  const Operand negated{{make(OpKind::Neg, {expr}, range)}, operand.range};
  const Operand power{floatMath(OpKind::Exp, "sigmoid", negated, range), range};
  const Operand sum{binary(BinaryOp::Add, one, power, range), range};
  return binary(BinaryOp::Div, one, sum, range);
}

Object ExprBuilder::where(const Operand &condition, const Operand &yes, const Operand &no,
                          SourceRange range) {
  Expr *choice = materialize(condition, "where");
  if (!choice->type.isNone() && !choice->type.isBool())
    fail(DiagnosticKind::MaskType, condition.range, describe(condition.value));
  const auto [a, b] = promote(yes, no, "where", range, Literals::Weak, Division::No);
  return {elementwise(OpKind::Select, {choice, a, b}, range)};
}

// (left + (right - 1)) // right
Object ExprBuilder::ceilDivide(const Operand &left, const Operand &right, SourceRange range) {
  const Operand one{{constexprOf(std::int64_t{1})}, right.range};
  Operand less{{}, right.range};
  if (const ConstexprValue *constant = right.value.constant()) {
    const Folded folded = foldBinary(ast::BinaryOp::Sub, *constant, constexprOf(std::int64_t{1}));
    if (!folded.ok())
      fail(folded.kind, right.range, folded.error);
    less.value = {folded.value};
  } else {
    less.value = binary(ast::BinaryOp::Sub, right, one, range);
  }
  const Operand sum{binary(ast::BinaryOp::Add, left, less, range), range};
  return binary(ast::BinaryOp::FloorDiv, sum, right, range);
}

Object ExprBuilder::castTo(const Operand &operand, DType dtype, SourceRange range) {
  if (anyUnknown({&operand}))
    return {make(OpKind::Cast, {operand.value.expr()}, range, {{"dtype", dtype}})};
  return {convert(operand, dtype, "cast")};
}

Object ExprBuilder::narrow(const Operand &operand, DType dtype, bool towardsZero,
                           SourceRange range) {
  Expr *expr = materialize(operand, "cast");
  const Type type = expr->type;
  const bool narrows = !type.isNone() && !type.isPointer() && type.isFloat() && isFloat(dtype) &&
                       bitWidth(type.dtype()) > bitWidth(dtype);
  if (!type.isNone() && !narrows)
    fail(DiagnosticKind::OperandTypes, range,
         fmt::format("only a float that becomes a narrower one is rounded, and this is {} to {}",
                     type.str(), irName(dtype)));
  return {make(towardsZero ? OpKind::CastRtz : OpKind::Cast, {expr}, range, {{"dtype", dtype}})};
}

Object ExprBuilder::bitcast(const Operand &operand, DType dtype, SourceRange range) {
  Expr *expr = materialize(operand, "cast");
  if (!expr->type.isNone()) {
    const DType from = dtypeOf({{expr}, operand.range}, "cast");
    if (from == dtype)
      return {expr};
    if (bitWidth(from) != bitWidth(dtype))
      fail(DiagnosticKind::OperandTypes, range,
           fmt::format("the {} bits of {} cannot be read as the {} bits of {}", bitWidth(from),
                       irName(from), bitWidth(dtype), irName(dtype)));
  }
  return {make(OpKind::Bitcast, {expr}, range, {{"dtype", dtype}})};
}

} // namespace mytriton
