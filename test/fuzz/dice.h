// Random choices that depend on a seed alone: the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mytriton::fuzz {

class Dice {
public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint64_t word() { // SplitMix64
    std::uint64_t value = state_ += 0x9e3779b97f4a7c15u;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
  }
  // From 0 to bound - 1.
  int below(int bound) {
    return static_cast<int>(word() % static_cast<std::uint64_t>(bound > 0 ? bound : 1));
  }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool oneIn(int n) { return below(n) == 0; }

  template <typename T>
  const T &pick(const std::vector<T> &from) {
    return from[static_cast<std::size_t>(below(static_cast<int>(from.size())))];
  }
  // An index into `weights`, each as likely as its weight says.
  std::size_t weighted(const std::vector<int> &weights) {
    int sum = 0;
    for (const int weight : weights)
      sum += weight;
    int at = below(sum);
    std::size_t index = 0;
    while (index + 1 < weights.size() && at >= weights[index])
      at -= weights[index++];
    return index;
  }

private:
  std::uint64_t state_;
};

} // namespace mytriton::fuzz
