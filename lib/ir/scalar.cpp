// Constants of one dtype: wrapping of integers, rounding of floats, conversion, spelling.
#include "mytriton/ir/scalar.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace mytriton {

namespace {

std::int64_t wrapToWidth(DType dtype, std::int64_t value) {
  const int unusedBits = 64 - bitWidth(dtype);
  const std::uint64_t high = static_cast<std::uint64_t>(value) << unusedBits;
  if (isSigned(dtype))
    return static_cast<std::int64_t>(high) >> unusedBits;
  return static_cast<std::int64_t>(high >> unusedBits);
}

// Rounds to nearest even in a format with `precision` significant bits (the hidden one included)
// and exponents from `minExponent` to `maxExponent`; subnormals lie below, infinity above.
double roundToFormat(double value, int precision, int minExponent, int maxExponent) {
  if (value == 0 || !std::isfinite(value))
    return value;
  const int exponent = std::max(std::ilogb(value), minExponent);
  const int lastBit = exponent - (precision - 1);
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -lastBit)), lastBit);
  if (std::ilogb(rounded) > maxExponent)
    return std::copysign(std::numeric_limits<double>::infinity(), value);
  return rounded;
}

double roundToDType(DType dtype, double value) {
  switch (dtype) {
  case DType::F16:
    return roundToFormat(value, 11, -14, 15);
  case DType::BF16:
    return roundToFormat(value, 8, -126, 127);
  case DType::F32:
    return static_cast<float>(value);
  default:
    return value;
  }
}

// An integer as a double for rounding to a narrower format: bits that do not fit are kept as a
// sticky last bit, so that the second rounding sees on which side of a tie the integer lies.
double toDoubleSticky(bool negative, std::uint64_t magnitude) {
  const int shift = std::max(0, static_cast<int>(std::bit_width(magnitude)) - 53);
  std::uint64_t head = magnitude >> shift;
  if (head << shift != magnitude)
    head |= 1;
  const double value = std::ldexp(static_cast<double>(head), shift);
  return negative ? -value : value;
}

std::int64_t saturate(DType dtype, double value) {
  if (std::isnan(value))
    return 0;
  const int valueBits = bitWidth(dtype) - (isSigned(dtype) ? 1 : 0);
  const double limit = std::ldexp(1.0, valueBits); // one above the largest value
  const double lowest = isSigned(dtype) ? -limit : 0;
  const std::uint64_t largest = ~std::uint64_t{0} >> (64 - valueBits);
  value = std::trunc(value);
  if (value >= limit)
    return static_cast<std::int64_t>(largest);
  if (value <= lowest)
    return isSigned(dtype) ? static_cast<std::int64_t>(~largest) : 0;
  return value < 0 ? static_cast<std::int64_t>(value)
                   : static_cast<std::int64_t>(static_cast<std::uint64_t>(value));
}

struct Format {
  int fractionBits;
  int bias;
  int exponentMask; // all ones: infinities and NaN
};
constexpr Format kHalf{10, 15, 0x1f};
constexpr Format kBrain{7, 127, 0xff};

// `value` is one of the format's numbers: nothing is rounded.
std::uint64_t encode(double value, Format format) {
  const unsigned sign = std::signbit(value) ? 0x8000u : 0u;
  const unsigned infinity = static_cast<unsigned>(format.exponentMask) << format.fractionBits;
  if (std::isnan(value))
    return infinity | 1u << (format.fractionBits - 1);
  if (std::isinf(value))
    return sign | infinity;
  if (value == 0)
    return sign;
  const int exponent = std::max(std::ilogb(value), 1 - format.bias);
  const auto fraction =
      static_cast<unsigned>(std::ldexp(std::fabs(value), format.fractionBits - exponent));
  const unsigned hidden = 1u << format.fractionBits;
  if (fraction < hidden) // subnormal
    return sign | fraction;
  const auto biased = static_cast<unsigned>(exponent + format.bias);
  return sign | biased << format.fractionBits | (fraction - hidden);
}

double decode(std::uint64_t bits, Format format) {
  const int fraction = static_cast<int>(bits) & ((1 << format.fractionBits) - 1);
  const int exponent = static_cast<int>(bits) >> format.fractionBits & format.exponentMask;
  double magnitude;
  if (exponent == format.exponentMask)
    magnitude = fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                              : std::numeric_limits<double>::infinity();
  else if (exponent == 0)
    magnitude = std::ldexp(fraction, 1 - format.bias - format.fractionBits);
  else
    magnitude = std::ldexp(fraction + (1 << format.fractionBits),
                           exponent - format.bias - format.fractionBits);
  return bits & 0x8000 ? -magnitude : magnitude;
}

} // namespace

Scalar Scalar::ofInt(DType dtype, std::int64_t value) {
  Scalar scalar;
  scalar.dtype_ = dtype;
  scalar.int_ = wrapToWidth(dtype, value);
  return scalar;
}

Scalar Scalar::ofFloat(DType dtype, double value) {
  Scalar scalar;
  scalar.dtype_ = dtype;
  // One NaN: its sign and payload have no spelling and no meaning in the language.
  scalar.float_ =
      std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : roundToDType(dtype, value);
  return scalar;
}

Scalar Scalar::ofBits(DType dtype, std::uint64_t bits) {
  switch (dtype) {
  case DType::F16:
    return ofFloat(dtype, decode(bits, kHalf));
  case DType::BF16:
    return ofFloat(dtype, decode(bits, kBrain));
  case DType::F32:
    return ofFloat(dtype, std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  case DType::F64:
    return ofFloat(dtype, std::bit_cast<double>(bits));
  default:
    return ofInt(dtype, static_cast<std::int64_t>(bits));
  }
}

std::uint64_t Scalar::bits() const {
  switch (dtype_) {
  case DType::F16:
    return encode(float_, kHalf);
  case DType::BF16:
    return encode(float_, kBrain);
  case DType::F32:
    return std::bit_cast<std::uint32_t>(static_cast<float>(float_));
  case DType::F64:
    return std::bit_cast<std::uint64_t>(float_);
  default:
    return static_cast<std::uint64_t>(int_) & ~std::uint64_t{0} >> (64 - bitWidth(dtype_));
  }
}

double Scalar::toDouble() const {
  if (isFloat())
    return float_;
  return dtype_ == DType::U64 ? static_cast<double>(static_cast<std::uint64_t>(int_))
                              : static_cast<double>(int_);
}

Scalar Scalar::convert(DType dtype) const {
  if (isFloat()) {
    if (mytriton::isFloat(dtype))
      return ofFloat(dtype, float_);
    return dtype == DType::Bool ? ofBool(float_ != 0) : ofInt(dtype, saturate(dtype, float_));
  }
  if (!mytriton::isFloat(dtype))
    return dtype == DType::Bool ? ofBool(int_ != 0) : ofInt(dtype, int_);
  if (dtype == DType::F64)
    return ofFloat(dtype, toDouble());
  const bool negative = dtype_ != DType::U64 && int_ < 0;
  const auto bits = static_cast<std::uint64_t>(int_);
  return ofFloat(dtype, toDoubleSticky(negative, negative ? 0 - bits : bits));
}

std::string Scalar::str() const {
  if (dtype_ == DType::Bool)
    return asBool() ? "true" : "false";
  std::string text;
  if (!isFloat()) {
    text = dtype_ == DType::U64 ? fmt::format("{}", static_cast<std::uint64_t>(int_))
                                : fmt::format("{}", int_);
  } else {
    // The shortest digits that read back: those of a float for every dtype that a float holds.
    text = dtype_ == DType::F64 ? fmt::format("{}", float_)
                                : fmt::format("{}", static_cast<float>(float_));
    if (std::isfinite(float_) && text.find_first_of(".e") == std::string::npos)
      text += ".0";
  }
  if (dtype_ != DType::I32 && dtype_ != DType::F32)
    text += fmt::format(":{}", irName(dtype_));
  return text;
}

bool Scalar::operator==(const Scalar &other) const {
  return dtype_ == other.dtype_ && int_ == other.int_ &&
         std::bit_cast<std::uint64_t>(float_) == std::bit_cast<std::uint64_t>(other.float_);
}

} // namespace mytriton
