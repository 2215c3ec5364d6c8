// Axis analysis: what is known of neighbouring elements of a value at the tile level. It decides
// how wide a memory access may be, and where a mask is the same for all elements of an access.
//
// Along each dimension, elements are taken in aligned groups of a power of two: 0..g-1, g..2g-1, …;
// the last may be cut short by the shape.
//
// Offsets of addresses do not wrap: an i32 offset that leaves its range is an error of the kernel.
#pragma once

#include "mytriton/ir/ir.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace mytriton {

// All numbers are powers of two, from 1 to kMax.
struct AxisInfo {
  static constexpr std::int64_t kMax = std::int64_t{1} << 20;

  struct Dim {
    // In each group of this many, each element is the one before plus one (a pointer: plus one
    // element of what it points to).
    std::int64_t contiguity = 1;
    // The first of each such group is divisible by this (a pointer: its address, in bytes).
    std::int64_t divisibility = 1;
    // In each group of this many, all elements are equal.
    std::int64_t constancy = 1;
    // Of a pointer: the first of each contiguous group is a multiple of this many elements away
    // from `base`, whatever base's alignment is.
    std::int64_t offsetDivisibility = 1;
    bool operator==(const Dim &) const = default;
  };

  std::vector<Dim> dims; // one per dimension; a scalar has one, as a vector of one element
  // The kernel parameter that a pointer is an offset from; null for what is no pointer, and where
  // it may be one of several.
  const Value *base = nullptr;
  // What one step of contiguity adds: 1, or the bytes of what a pointer points to.
  int step = 1;
  // No element is negative, whatever the kernel is given (sums and products may wrap).
  bool nonNegative = false;

  const Dim &operator[](int dim) const { return dims[static_cast<std::size_t>(dim)]; }
  // Nothing but that pointers are aligned as their elements are.
  static AxisInfo unknown(Type type);
  // What is true of both; they are of one type.
  static AxisInfo join(const AxisInfo &a, const AxisInfo &b);
  bool operator==(const AxisInfo &) const = default;
};

class AxisAnalysis {
public:
  explicit AxisAnalysis(const Kernel &kernel);

  // Of any value of the kernel, constants included; of what was added since, what its type says.
  AxisInfo of(const Value *value) const;

private:
  std::unordered_map<const Value *, AxisInfo> infos_;
};

// The elements that one access may move along `dim`, the block being accessed through `pointer`:
// the largest power of two that is contiguous, at most `maxBytes` wide, and whose groups are
// aligned to their size, or would be if the base were. At least 1.
int accessWidth(const AxisInfo &pointer, int dim, int elementBytes, int maxBytes = 16);

} // namespace mytriton
