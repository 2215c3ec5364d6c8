// Random numbers. This file is compiled without contraction, and uses no function of the
// mathematical library but sqrt, which IEEE 754 defines to the last bit.
#include "mytriton/runtime/random.h"

#include <cmath>

namespace mytriton {
namespace {

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15; // 2^64 over the golden ratio, odd

// The finalizer of splitmix64.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// The natural logarithm of a positive normal number, to about 1e-16: x = 2^e * m with m near 1, and
// log m = 2 atanh(s) with s = (m - 1) / (m + 1), as a series.
double logarithm(double x) {
  int exponent;
  double m = std::frexp(x, &exponent); // exact
  if (m < 0.70710678118654752) {
    m *= 2;
    --exponent;
  }
  double s = (m - 1) / (m + 1), square = s * s, sum = 0;
  for (int k = 23; k >= 1; k -= 2)
    sum = sum * square + 1.0 / k;
  return exponent * 0.69314718055994531 + 2 * s * sum;
}

} // namespace

Random::Random(std::uint64_t seed) : key_(mix(seed + kGolden)) {}

std::uint64_t Random::word(std::uint64_t index, std::uint64_t counter) const {
  return mix(mix(key_ + index * kGolden) + (counter + 1) * kGolden);
}

double Random::uniform(std::uint64_t index, int bits) const {
  return std::ldexp(static_cast<double>(word(index, 0) >> (64 - bits)), -bits);
}

double Random::normal(std::uint64_t index) const {
  for (std::uint64_t attempt = 0;; attempt += 2) {
    // Two numbers in (-1, 1), symmetric.
    double u = static_cast<double>(static_cast<std::int64_t>(word(index, attempt)) >> 11) * 0x1p-52;
    double v =
        static_cast<double>(static_cast<std::int64_t>(word(index, attempt + 1)) >> 11) * 0x1p-52;
    double s = u * u + v * v;
    if (s > 0x1p-100 && s < 1)
      return u * std::sqrt(-2 * logarithm(s) / s);
  }
}

std::uint64_t Random::below(std::uint64_t index, std::uint64_t count) const {
  // The word as a fraction of 2^64, of the count.
  return static_cast<std::uint64_t>((static_cast<unsigned __int128>(word(index, 0)) * count) >> 64);
}

std::uint64_t seedOfName(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (char c : name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

} // namespace mytriton
