// One element of each elementwise operation: the meaning of the language's arithmetic, once, for
// folding and for the reference interpreter.
#include "op_functions.h"

#include <cmath>

namespace mytriton {

namespace {

std::uint64_t bitsOf(const Scalar &scalar) { return static_cast<std::uint64_t>(scalar.asInt()); }

// Integers are computed modulo 2^64 and wrapped to their width. f32 is computed in float; f16 and
// bf16 in double, which is so much wider that rounding twice equals rounding once.
template <typename IntOp, typename FloatOp>
Scalar arithmetic(DType result, Elements operands, IntOp intOp, FloatOp floatOp) {
  const Scalar &a = operands[0], &b = operands[1];
  if (!isFloat(result))
    return Scalar::ofInt(result, static_cast<std::int64_t>(intOp(bitsOf(a), bitsOf(b))));
  if (result == DType::F32)
    return Scalar::ofFloat(
        result, floatOp(static_cast<float>(a.asFloat()), static_cast<float>(b.asFloat())));
  return Scalar::ofFloat(result, floatOp(a.asFloat(), b.asFloat()));
}

template <typename Compare>
bool compare(Elements operands, Compare holds) {
  const Scalar &a = operands[0], &b = operands[1];
  if (a.isFloat())
    return holds(a.asFloat(), b.asFloat());
  return a.dtype() == DType::U64 ? holds(bitsOf(a), bitsOf(b)) : holds(a.asInt(), b.asInt());
}

bool isNaN(const Scalar &scalar) { return scalar.isFloat() && std::isnan(scalar.asFloat()); }

} // namespace

Scalar evalAdd(DType result, Elements operands) {
  const auto add = [](auto a, auto b) { return a + b; };
  return arithmetic(result, operands, add, add);
}

Scalar evalSub(DType result, Elements operands) {
  const auto sub = [](auto a, auto b) { return a - b; };
  return arithmetic(result, operands, sub, sub);
}

Scalar evalMul(DType result, Elements operands) {
  const auto mul = [](auto a, auto b) { return a * b; };
  return arithmetic(result, operands, mul, mul);
}

Scalar evalDiv(DType result, Elements operands) {
  const Scalar &a = operands[0], &b = operands[1];
  if (result == DType::F32)
    return Scalar::ofFloat(result,
                           static_cast<float>(a.asFloat()) / static_cast<float>(b.asFloat()));
  return Scalar::ofFloat(result, a.asFloat() / b.asFloat());
}

// Truncates; by zero gives all ones; the lowest value by -1 wraps to itself.
Scalar evalIntDiv(DType result, Elements operands) {
  const Scalar &a = operands[0], &b = operands[1];
  if (b.asInt() == 0)
    return Scalar::ofInt(result, -1);
  if (!isSigned(result))
    return Scalar::ofInt(result, static_cast<std::int64_t>(bitsOf(a) / bitsOf(b)));
  if (b.asInt() == -1)
    return Scalar::ofInt(result, static_cast<std::int64_t>(0 - bitsOf(a)));
  return Scalar::ofInt(result, a.asInt() / b.asInt());
}

// Has the sign of the dividend; by zero gives the dividend.
Scalar evalIntRem(DType result, Elements operands) {
  const Scalar &a = operands[0], &b = operands[1];
  if (b.asInt() == 0)
    return a;
  if (!isSigned(result))
    return Scalar::ofInt(result, static_cast<std::int64_t>(bitsOf(a) % bitsOf(b)));
  return Scalar::ofInt(result, b.asInt() == -1 ? 0 : a.asInt() % b.asInt());
}

// NaN wins; of equal values the right operand, so that minimum(-0.0, 0.0) is 0.0.
Scalar evalMinimum(DType, Elements operands) {
  if (isNaN(operands[0]))
    return operands[0];
  return compare(operands, [](auto a, auto b) { return a < b; }) ? operands[0] : operands[1];
}

Scalar evalMaximum(DType, Elements operands) {
  if (isNaN(operands[0]))
    return operands[0];
  return compare(operands, [](auto a, auto b) { return a > b; }) ? operands[0] : operands[1];
}

Scalar evalNeg(DType result, Elements operands) {
  if (isFloat(result))
    return Scalar::ofFloat(result, -operands[0].asFloat());
  return Scalar::ofInt(result, static_cast<std::int64_t>(0 - bitsOf(operands[0])));
}

Scalar evalExp(DType result, Elements operands) {
  return Scalar::ofFloat(result, std::exp(operands[0].asFloat()));
}

Scalar evalAnd(DType result, Elements operands) {
  return Scalar::ofInt(result, operands[0].asInt() & operands[1].asInt());
}

Scalar evalOr(DType result, Elements operands) {
  return Scalar::ofInt(result, operands[0].asInt() | operands[1].asInt());
}

Scalar evalXor(DType result, Elements operands) {
  return Scalar::ofInt(result, operands[0].asInt() ^ operands[1].asInt());
}

Scalar evalNot(DType result, Elements operands) {
  return Scalar::ofInt(result, ~operands[0].asInt());
}

Scalar evalCmpEq(DType, Elements operands) {
  return Scalar::ofBool(compare(operands, [](auto a, auto b) { return a == b; }));
}

Scalar evalCmpNe(DType, Elements operands) {
  return Scalar::ofBool(compare(operands, [](auto a, auto b) { return a != b; }));
}

Scalar evalCmpLt(DType, Elements operands) {
  return Scalar::ofBool(compare(operands, [](auto a, auto b) { return a < b; }));
}

Scalar evalCmpLe(DType, Elements operands) {
  return Scalar::ofBool(compare(operands, [](auto a, auto b) { return a <= b; }));
}

Scalar evalCmpGt(DType, Elements operands) {
  return Scalar::ofBool(compare(operands, [](auto a, auto b) { return a > b; }));
}

Scalar evalCmpGe(DType, Elements operands) {
  return Scalar::ofBool(compare(operands, [](auto a, auto b) { return a >= b; }));
}

Scalar evalSelect(DType, Elements operands) {
  return operands[0].asBool() ? operands[1] : operands[2];
}

Scalar evalCast(DType result, Elements operands) { return operands[0].convert(result); }

} // namespace mytriton
