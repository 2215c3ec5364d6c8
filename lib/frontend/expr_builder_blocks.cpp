// Blocks that are made from nothing, turned, and multiplied. See expr_builder.h.
#include "constant.h"
#include "expr_builder.h"

#include <cmath>
#include <fmt/format.h>

namespace mytriton {

namespace {

// The literal with the dtype of a block that it fills: floats are cut to integers, integers are
// refused where they do not fit. nullopt: it is no number, or it does not fit.
std::optional<Scalar> fillOf(const ConstexprValue &literal, DType dtype) {
  if (const bool *flag = get<bool>(literal))
    return Scalar::ofBool(*flag).convert(dtype);
  if (const auto *integer = get<std::int64_t>(literal)) {
    const Scalar exact = Scalar::ofInt(DType::I64, *integer);
    const Scalar converted = exact.convert(dtype);
    const bool fits = isInteger(dtype)
                          ? converted.asInt() == *integer && (*integer >= 0 || isSigned(dtype))
                          : !isFloat(dtype) || std::isfinite(converted.asFloat());
    return fits ? std::optional(converted) : std::nullopt;
  }
  if (const double *number = get<double>(literal)) {
    const Scalar converted = Scalar::ofFloat(DType::F64, *number).convert(dtype);
    const bool fits = isInteger(dtype) ? converted.toDouble() == std::trunc(*number)
                      : isFloat(dtype)
                          ? !std::isfinite(*number) || std::isfinite(converted.asFloat())
                          : !std::isnan(*number);
    return fits ? std::optional(converted) : std::nullopt;
  }
  return std::nullopt;
}

} // namespace

Object ExprBuilder::factory(OpKind op, const Shape &shape, DType dtype, SourceRange range) {
  return {make(op, {}, range, {{"shape", shape}, {"dtype", dtype}})};
}

Object ExprBuilder::full(const Shape &shape, const Operand &fill, DType dtype, SourceRange range) {
  Expr *value = fill.value.expr();
  if (const ConstexprValue *literal = fill.value.constant()) {
    const std::optional<Scalar> scalar = fillOf(*literal, dtype);
    const bool number = get<bool>(*literal) || get<std::int64_t>(*literal) || get<double>(*literal);
    if (!scalar && number)
      fail(DiagnosticKind::LiteralRange, fill.range, constexprText(*literal), tritonName(dtype));
    if (scalar)
      value = constant(*scalar, fill.range);
  }
  if (!value || value->type.isBlock() || value->type.isPointer())
    fail(DiagnosticKind::OperandTypes, fill.range,
         fmt::format("'full' fills a block with one number, and this is {}", describe(fill.value)));
  return {make(OpKind::Full, {cast(value, dtype, fill.range)}, range,
               {{"shape", shape}, {"dtype", dtype}})};
}

// A block of zeros as `like`; while that has no type, something that will have the same.
Object ExprBuilder::zerosLike(const Operand &like, SourceRange range) {
  Expr *expr = materialize(like, "zeros_like");
  if (expr->type.isNone())
    return {make(OpKind::Neg, {expr}, range)};
  if (expr->type.isPointer())
    fail(DiagnosticKind::OperandTypes, like.range,
         fmt::format("'zeros_like' takes numbers, and this is {}", expr->type.str()));
  if (!expr->type.isBlock())
    return {constant(Scalar::ofInt(DType::I32, 0).convert(expr->type.dtype()), range)};
  return factory(OpKind::Zeros, expr->type.shape(), expr->type.dtype(), range);
}

Object ExprBuilder::permute(const Operand &operand, std::optional<Shape> order, SourceRange range) {
  Expr *expr = materialize(operand, "trans");
  if (expr->type.isNone())
    return {make(OpKind::Permute, {expr}, range)};
  if (!order) {
    const int rank = expr->type.shape().rank();
    if (rank < 2)
      fail(DiagnosticKind::OperandTypes, operand.range,
           fmt::format("a block of two dimensions or more is transposed, and this is {}",
                       describe(operand.value)));
    order.emplace();
    for (int dim = 0; dim < rank; ++dim)
      order->append(dim < rank - 2 ? dim : 2 * rank - 3 - dim);
  }
  return {make(OpKind::Permute, {expr}, range, {{"order", *order}})};
}

Object ExprBuilder::dot(const Operand &left, const Operand &right, const Operand *start,
                        std::optional<DType> result, SourceRange range) {
  Expr *a = materialize(left, "dot"), *b = materialize(right, "dot");
  Expr *sum = start ? materialize(*start, "dot") : nullptr;
  if (a->type.isNone() || b->type.isNone() || (sum && sum->type.isNone()))
    return {make(OpKind::Dot, {a, b}, range)};
  const std::optional<DType> exact = dotAccumulator(a->type.dtype());
  // Sums of float16 are kept in float32, and rounded at the end where float16 is asked for.
  const bool isHalf = a->type.dtype() == DType::F16 && !a->type.isPointer();
  if (isHalf && sum && !result && sum->type.dtype() == DType::F16)
    result = DType::F16;
  if (result && exact && *result != *exact && !(isHalf && *result == DType::F16))
    fail(DiagnosticKind::CallArguments, range,
         fmt::format("the product of two {} blocks is {}; convert the result with .to()",
                     tritonName(a->type.dtype()), tritonName(*exact)));
  if (isHalf && sum && sum->type.isFloat())
    sum = cast(sum, DType::F32, start->range);
  Expr *product = sum ? make(OpKind::Dot, {a, b, sum}, range) : make(OpKind::Dot, {a, b}, range);
  return {cast(product, result.value_or(product->type.dtype()), range)};
}

} // namespace mytriton
