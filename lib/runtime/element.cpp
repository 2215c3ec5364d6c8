// Scalars to and from memory.
#include "element.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace mytriton {
namespace {

struct Format {
  int fractionBits;
  int bias;
  int exponentMask; // all ones: infinities and NaN
};
constexpr Format kHalf{10, 15, 0x1f};
constexpr Format kBrain{7, 127, 0xff};

// `value` is one of the format's numbers: nothing is rounded.
std::uint16_t encode(double value, Format format) {
  unsigned sign = std::signbit(value) ? 0x8000u : 0u;
  unsigned infinity = static_cast<unsigned>(format.exponentMask) << format.fractionBits;
  if (std::isnan(value))
    return static_cast<std::uint16_t>(infinity | 1u << (format.fractionBits - 1));
  if (std::isinf(value))
    return static_cast<std::uint16_t>(sign | infinity);
  if (value == 0)
    return static_cast<std::uint16_t>(sign);
  int exponent = std::max(std::ilogb(value), 1 - format.bias);
  auto fraction =
      static_cast<unsigned>(std::ldexp(std::fabs(value), format.fractionBits - exponent));
  unsigned hidden = 1u << format.fractionBits;
  if (fraction < hidden) // subnormal
    return static_cast<std::uint16_t>(sign | fraction);
  auto biased = static_cast<unsigned>(exponent + format.bias);
  return static_cast<std::uint16_t>(sign | biased << format.fractionBits | (fraction - hidden));
}

double decode(std::uint16_t bits, Format format) {
  int fraction = bits & ((1 << format.fractionBits) - 1);
  int exponent = bits >> format.fractionBits & format.exponentMask;
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

template <typename T>
void put(std::byte *to, T value) {
  std::memcpy(to, &value, sizeof value);
}
template <typename T>
T get(const std::byte *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

} // namespace

void storeElement(std::byte *to, const Scalar &value) {
  switch (value.dtype()) {
  case DType::F16:
    return put(to, encode(value.asFloat(), kHalf));
  case DType::BF16:
    return put(to, encode(value.asFloat(), kBrain));
  case DType::F32:
    return put(to, static_cast<float>(value.asFloat()));
  case DType::F64:
    return put(to, value.asFloat());
  default: { // little endian: the low bytes come first
    std::int64_t bits = value.asInt();
    std::memcpy(to, &bits, static_cast<std::size_t>(byteSize(value.dtype())));
  }
  }
}

Scalar loadElement(const std::byte *from, DType dtype) {
  switch (dtype) {
  case DType::F16:
    return Scalar::ofFloat(dtype, decode(get<std::uint16_t>(from), kHalf));
  case DType::BF16:
    return Scalar::ofFloat(dtype, decode(get<std::uint16_t>(from), kBrain));
  case DType::F32:
    return Scalar::ofFloat(dtype, get<float>(from));
  case DType::F64:
    return Scalar::ofFloat(dtype, get<double>(from));
  case DType::Bool:
    return Scalar::ofBool(get<std::uint8_t>(from) != 0);
  default: {
    std::int64_t bits = 0;
    std::memcpy(&bits, from, static_cast<std::size_t>(byteSize(dtype)));
    return Scalar::ofInt(dtype, bits);
  }
  }
}

} // namespace mytriton
