// Exact arithmetic of every dtype: rounding, saturation, wrapping, spelling.
#include "mytriton/ir/ops.h"
#include "mytriton/ir/scalar.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

using namespace mytriton;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNaN = std::numeric_limits<double>::quiet_NaN();

Scalar i32(std::int64_t value) { return Scalar::ofInt(DType::I32, value); }
Scalar f32(double value) { return Scalar::ofFloat(DType::F32, value); }

Scalar evaluate(OpKind kind, DType result, std::initializer_list<Scalar> operands) {
  return opInfo(kind).evaluate(result, std::span(operands.begin(), operands.size()));
}

std::int64_t intOf(OpKind kind, DType dtype, std::int64_t a, std::int64_t b) {
  return evaluate(kind, dtype, {Scalar::ofInt(dtype, a), Scalar::ofInt(dtype, b)}).asInt();
}

double floatOf(OpKind kind, DType dtype, double a, double b) {
  return evaluate(kind, dtype, {Scalar::ofFloat(dtype, a), Scalar::ofFloat(dtype, b)}).asFloat();
}

bool holds(OpKind kind, DType dtype, double a, double b) {
  return evaluate(kind, DType::Bool, {Scalar::ofFloat(dtype, a), Scalar::ofFloat(dtype, b)})
      .asBool();
}

} // namespace

TEST_CASE("integers wrap to their width") {
  CHECK(Scalar::ofInt(DType::I8, 128).asInt() == -128);
  CHECK(Scalar::ofInt(DType::U8, -1).asInt() == 255);
  CHECK(i32(std::int64_t{1} << 31).asInt() == INT32_MIN);
  CHECK(Scalar::ofInt(DType::U32, -1).asInt() == 4294967295);
  CHECK(Scalar::ofInt(DType::U64, -1).asInt() == -1);
  CHECK(Scalar::ofInt(DType::Bool, 2).asInt() == 0);
  CHECK(intOf(OpKind::Add, DType::I32, INT32_MAX, 1) == INT32_MIN);
  CHECK(intOf(OpKind::Mul, DType::I32, 65536, 65536) == 0);
  CHECK(intOf(OpKind::Mul, DType::I64, INT64_MAX, 2) == -2);
  CHECK(intOf(OpKind::Sub, DType::U8, 0, 1) == 255);
  CHECK(evaluate(OpKind::Neg, DType::I32, {i32(INT32_MIN)}).asInt() == INT32_MIN);
}

TEST_CASE("integer division truncates and never traps") {
  CHECK(intOf(OpKind::FloorDiv, DType::I32, -7, 2) == -3);
  CHECK(intOf(OpKind::Rem, DType::I32, -7, 2) == -1);
  CHECK(intOf(OpKind::FloorDiv, DType::I32, 7, 0) == -1);
  CHECK(intOf(OpKind::FloorDiv, DType::U8, 7, 0) == 255);
  CHECK(intOf(OpKind::Rem, DType::I32, 7, 0) == 7);
  CHECK(intOf(OpKind::FloorDiv, DType::I32, INT32_MIN, -1) == INT32_MIN);
  CHECK(intOf(OpKind::FloorDiv, DType::I64, INT64_MIN, -1) == INT64_MIN);
  CHECK(intOf(OpKind::Rem, DType::I64, INT64_MIN, -1) == 0);
  CHECK(intOf(OpKind::FloorDiv, DType::U64, -1, 2) == INT64_MAX);
}

TEST_CASE("f16 and bf16 round once to nearest even") {
  const auto f16 = [](double value) { return Scalar::ofFloat(DType::F16, value).asFloat(); };
  const auto bf16 = [](double value) { return Scalar::ofFloat(DType::BF16, value).asFloat(); };
  CHECK(f16(2049) == 2048); // a tie: to even
  CHECK(f16(2051) == 2052);
  CHECK(f16(2049.0000001) == 2050);
  CHECK(f16(65519.99) == 65504);
  CHECK(f16(65520) == kInf);
  CHECK(f16(-1e300) == -kInf);
  CHECK(f16(std::ldexp(1, -24)) == std::ldexp(1, -24)); // the least subnormal
  CHECK(f16(std::ldexp(1, -25)) == 0);
  CHECK(f16(std::ldexp(1.0001, -25)) == std::ldexp(1, -24));
  CHECK(std::signbit(f16(-1e-300)));
  CHECK(bf16(257) == 256);
  CHECK(bf16(259) == 260);
  CHECK(bf16(3.4e38) == kInf);
  CHECK(bf16(1e-300) == 0);
}

TEST_CASE("bf16 is the upper half of a float, rounded") {
  // Independent computation: round the bits of the float as an integer.
  std::mt19937 random(7);
  for (int i = 0; i < 100000; ++i) {
    const auto bits = static_cast<std::uint32_t>(random());
    float value, want;
    std::memcpy(&value, &bits, 4);
    if (!std::isfinite(value))
      continue;
    const std::uint32_t rounded = (bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff0000u;
    std::memcpy(&want, &rounded, 4);
    REQUIRE(Scalar::ofFloat(DType::BF16, value).asFloat() == want);
  }
}

TEST_CASE("every f16 value is a fixed point, and midpoints go to even") {
  double previous = 0;
  for (std::uint32_t bits = 1; bits < 0x7c00; ++bits) {
    const int exponent = static_cast<int>(bits >> 10);
    const double value =
        exponent ? std::ldexp(1024 + (bits & 1023), exponent - 25) : std::ldexp(bits, -24);
    REQUIRE(Scalar::ofFloat(DType::F16, value).asFloat() == value);
    const double middle = (previous + value) / 2;
    REQUIRE(Scalar::ofFloat(DType::F16, middle).asFloat() == (bits % 2 ? previous : value));
    previous = value;
  }
}

TEST_CASE("conversions saturate, truncate and round once") {
  const auto convert = [](double value, DType to) { return f32(value).convert(to).asInt(); };
  CHECK(convert(-2.9, DType::I32) == -2);
  CHECK(convert(3e9, DType::I32) == INT32_MAX);
  CHECK(convert(-3e9, DType::I32) == INT32_MIN);
  CHECK(convert(kNaN, DType::I32) == 0);
  CHECK(convert(-1, DType::U8) == 0);
  CHECK(convert(300, DType::U8) == 255);
  CHECK(convert(200, DType::I8) == 127);
  CHECK(convert(kInf, DType::I64) == INT64_MAX);
  CHECK(convert(-kInf, DType::I64) == INT64_MIN);
  CHECK(convert(1e19, DType::U64) == static_cast<std::int64_t>(9999999980506447872u));
  CHECK(convert(kInf, DType::U64) == -1);
  CHECK(convert(0.25, DType::Bool) == 1);
  CHECK(convert(kNaN, DType::Bool) == 1);
  CHECK(Scalar::ofInt(DType::U64, -1).convert(DType::F32).asFloat() == 18446744073709551616.0);
  CHECK(i32(16777217).convert(DType::F32).asFloat() == 16777216);
  CHECK(i32(70000).convert(DType::F16).asFloat() == kInf);
  // One above a tie, which a detour through double would lose.
  const std::int64_t tie = (std::int64_t{1} << 62) + (std::int64_t{1} << 54);
  CHECK(Scalar::ofInt(DType::I64, tie).convert(DType::BF16).asFloat() == std::ldexp(1, 62));
  CHECK(Scalar::ofInt(DType::I64, tie + 1).convert(DType::BF16).asFloat() ==
        std::ldexp(1, 62) + std::ldexp(1, 55));
  CHECK(Scalar::ofInt(DType::I64, INT64_MIN).convert(DType::F32).asFloat() == -std::ldexp(1, 63));
}

TEST_CASE("minimum and maximum: NaN wins, the right operand where equal") {
  CHECK(std::isnan(floatOf(OpKind::Maximum, DType::F32, kNaN, 1)));
  CHECK(std::isnan(floatOf(OpKind::Maximum, DType::F32, 1, kNaN)));
  CHECK(std::isnan(floatOf(OpKind::Minimum, DType::F32, 1, kNaN)));
  CHECK(std::signbit(floatOf(OpKind::Maximum, DType::F32, 0.0, -0.0)));
  CHECK_FALSE(std::signbit(floatOf(OpKind::Maximum, DType::F32, -0.0, 0.0)));
  CHECK_FALSE(std::signbit(floatOf(OpKind::Minimum, DType::F32, -0.0, 0.0)));
  CHECK(intOf(OpKind::Maximum, DType::U64, -1, 1) == -1);
  CHECK(intOf(OpKind::Minimum, DType::I64, -1, 1) == -1);
}

TEST_CASE("comparisons with NaN are false, except not-equal") {
  for (OpKind kind : {OpKind::CmpEq, OpKind::CmpLt, OpKind::CmpLe, OpKind::CmpGt, OpKind::CmpGe})
    CHECK_FALSE(holds(kind, DType::F32, kNaN, kNaN));
  CHECK(holds(OpKind::CmpNe, DType::F32, kNaN, kNaN));
  CHECK(holds(OpKind::CmpEq, DType::F32, 0.0, -0.0));
}

TEST_CASE("f32 arithmetic is float arithmetic") {
  CHECK(floatOf(OpKind::Add, DType::F32, 16777216, 1) == 16777216);
  CHECK(floatOf(OpKind::Mul, DType::F32, 3e38, 10) == kInf);
  CHECK(floatOf(OpKind::Div, DType::F32, 1, 3) == static_cast<double>(1.0f / 3.0f));
  CHECK(floatOf(OpKind::Div, DType::F32, 1, 0) == kInf);
  CHECK(std::isnan(floatOf(OpKind::Div, DType::F32, 0, 0)));
  CHECK(floatOf(OpKind::Add, DType::F16, 2048, 1) == 2048);
}

TEST_CASE("constants are spelled so that they read back") {
  CHECK(i32(-5).str() == "-5");
  CHECK(Scalar::ofInt(DType::I64, 0).str() == "0:i64");
  CHECK(Scalar::ofInt(DType::U64, -1).str() == "18446744073709551615:u64");
  CHECK(f32(0).str() == "0.0");
  CHECK(f32(-0.0).str() == "-0.0");
  CHECK(f32(0.1).str() == "0.1");
  CHECK(f32(1e20).str() == "1e+20");
  CHECK(f32(kInf).str() == "inf");
  CHECK(f32(-kInf).str() == "-inf");
  CHECK(f32(-kNaN).str() == "nan");
  CHECK(Scalar::ofFloat(DType::F64, 0.1).str() == "0.1:f64");
  CHECK(Scalar::ofFloat(DType::F16, 0.1).str() == "0.099975586:f16");
  CHECK(Scalar::ofBool(true).str() == "true");
}

TEST_CASE("equality is of dtype and bits") {
  CHECK(f32(kNaN) == f32(-kNaN));
  CHECK_FALSE(f32(0.0) == f32(-0.0));
  CHECK_FALSE(i32(0) == Scalar::ofInt(DType::I64, 0));
}
