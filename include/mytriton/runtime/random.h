// Random numbers that depend on nothing but a seed and a place: the same on every machine, with
// every compiler and mathematical library.
#pragma once

#include <cstdint>
#include <string_view>

namespace mytriton {

// The numbers of one seed. Element `index` has a sequence of words of its own: the splitmix64
// finalizer over a key made of seed and index, and a counter.
class Random {
public:
  explicit Random(std::uint64_t seed);

  // Uniform over [0, 1), a multiple of 2^-bits (bits at most 53).
  double uniform(std::uint64_t index, int bits) const;
  // Normal, with mean 0 and variance 1: Marsaglia's polar method.
  double normal(std::uint64_t index) const;
  // Uniform over the integers from 0 to `count` - 1.
  std::uint64_t below(std::uint64_t index, std::uint64_t count) const;

private:
  std::uint64_t word(std::uint64_t index, std::uint64_t counter) const;
  std::uint64_t key_;
};

// The seed of an argument for which none is given: the FNV-1a hash of its name, so that two random
// arguments differ.
std::uint64_t seedOfName(std::string_view name);

} // namespace mytriton
