// One element of each elementwise operation: the meaning of the language's arithmetic, once, for
// folding and for the reference interpreter.
#include "op_functions.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

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

// The bits of a count without its sign's extension: -1 of i8 is 255.
std::uint64_t shiftCount(const Scalar &count) {
  return bitsOf(count) & ~std::uint64_t{0} >> (64 - bitWidth(count.dtype()));
}

// A total order of what is no NaN: -0.0 lies below 0.0.
bool isBelow(const Scalar &a, const Scalar &b) {
  if (a.isFloat() && a.asFloat() == 0 && b.asFloat() == 0)
    return std::signbit(a.asFloat()) && !std::signbit(b.asFloat());
  const Scalar operands[] = {a, b};
  return compare(operands, [](auto x, auto y) { return x < y; });
}

// Computed in double and rounded to the dtype: right to the last bit or nearly so.
template <typename Function>
Scalar floatMath(DType result, Elements operands, Function function) {
  return Scalar::ofFloat(result, function(operands[0].asFloat()));
}

// a * b + c in double, rounded to odd where it is inexact: rounding that to a format of less than
// half the digits equals rounding the exact value. The product of two such numbers is exact.
double fmaRoundedToOdd(double a, double b, double c) {
  const double product = a * b, sum = product + c;
  if (!std::isfinite(sum))
    return sum;
  const double back = sum - product; // what the sum took of c; the rest was rounded away
  const double error = (product - (sum - back)) + (c - back);
  if (error == 0 || (std::bit_cast<std::uint64_t>(sum) & 1) != 0)
    return sum;
  return std::nextafter(sum, std::copysign(std::numeric_limits<double>::infinity(), error));
}

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

// Has the sign of the dividend; an integer by zero gives the dividend. fmod is exact.
Scalar evalRem(DType result, Elements operands) {
  const Scalar &a = operands[0], &b = operands[1];
  if (isFloat(result))
    return Scalar::ofFloat(result, std::fmod(a.asFloat(), b.asFloat()));
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

Scalar evalMinNum(DType, Elements operands) {
  const Scalar &a = operands[0], &b = operands[1];
  return isNaN(a) || (!isNaN(b) && isBelow(b, a)) ? b : a;
}

Scalar evalMaxNum(DType, Elements operands) {
  const Scalar &a = operands[0], &b = operands[1];
  return isNaN(a) || (!isNaN(b) && isBelow(a, b)) ? b : a;
}

Scalar evalNeg(DType result, Elements operands) {
  if (isFloat(result))
    return Scalar::ofFloat(result, -operands[0].asFloat());
  return Scalar::ofInt(result, static_cast<std::int64_t>(0 - bitsOf(operands[0])));
}

Scalar evalAbs(DType result, Elements operands) {
  if (isFloat(result))
    return Scalar::ofFloat(result, std::fabs(operands[0].asFloat()));
  return isSigned(result) && operands[0].asInt() < 0 ? evalNeg(result, operands) : operands[0];
}

Scalar evalFma(DType result, Elements operands) {
  const double a = operands[0].asFloat(), b = operands[1].asFloat(), c = operands[2].asFloat();
  if (result == DType::F64)
    return Scalar::ofFloat(result, std::fma(a, b, c));
  if (result == DType::F32)
    return Scalar::ofFloat(
        result, std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
  return Scalar::ofFloat(result, fmaRoundedToOdd(a, b, c));
}

Scalar evalMulHi(DType result, Elements operands) {
  const int bits = bitWidth(result);
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - bits);
  const unsigned __int128 product =
      static_cast<unsigned __int128>(bitsOf(operands[0]) & all) * (bitsOf(operands[1]) & all);
  return Scalar::ofInt(result, static_cast<std::int64_t>(product >> bits));
}

// A double has more than twice the digits of the narrower floats and two more, so that rounding its
// square root again is harmless.
Scalar evalSqrt(DType result, Elements operands) {
  return floatMath(result, operands, [](double x) { return std::sqrt(x); });
}

Scalar evalFloor(DType result, Elements operands) {
  return floatMath(result, operands, [](double x) { return std::floor(x); });
}

Scalar evalCeil(DType result, Elements operands) {
  return floatMath(result, operands, [](double x) { return std::ceil(x); });
}

Scalar evalRsqrt(DType result, Elements operands) {
  return floatMath(result, operands, [](double x) { return 1 / std::sqrt(x); });
}

Scalar evalExp(DType result, Elements operands) {
  return floatMath(result, operands, [](double x) { return std::exp(x); });
}

Scalar evalExp2(DType result, Elements operands) {
  return floatMath(result, operands, [](double x) { return std::exp2(x); });
}

Scalar evalLog(DType result, Elements operands) {
  return floatMath(result, operands, [](double x) { return std::log(x); });
}

Scalar evalLog2(DType result, Elements operands) {
  return floatMath(result, operands, [](double x) { return std::log2(x); });
}

Scalar evalSin(DType result, Elements operands) {
  return floatMath(result, operands, [](double x) { return std::sin(x); });
}

Scalar evalCos(DType result, Elements operands) {
  return floatMath(result, operands, [](double x) { return std::cos(x); });
}

Scalar evalErf(DType result, Elements operands) {
  return floatMath(result, operands, [](double x) { return std::erf(x); });
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

Scalar evalShl(DType result, Elements operands) {
  const std::uint64_t value = bitsOf(operands[0]), count = shiftCount(operands[1]);
  return Scalar::ofInt(result, count > 63 ? 0 : static_cast<std::int64_t>(value << count));
}

Scalar evalShr(DType result, Elements operands) {
  const std::uint64_t count = shiftCount(operands[1]);
  if (isSigned(result))
    return Scalar::ofInt(result, operands[0].asInt() >> std::min<std::uint64_t>(count, 63));
  return Scalar::ofInt(result,
                       count > 63 ? 0 : static_cast<std::int64_t>(bitsOf(operands[0]) >> count));
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

// The number before that, where rounding to nearest led away from zero: of an infinity the largest.
Scalar evalCastRtz(DType result, Elements operands) {
  const Scalar nearest = operands[0].convert(result);
  const bool away = std::fabs(nearest.asFloat()) > std::fabs(operands[0].asFloat());
  return away ? Scalar::ofBits(result, nearest.bits() - 1) : nearest;
}

Scalar evalBitcast(DType result, Elements operands) {
  return Scalar::ofBits(result, operands[0].bits());
}

} // namespace mytriton
