// Whether two arrays agree: integers, bools and the places of NaN exactly, floats within a
// tolerance.
#pragma once

#include "mytriton/runtime/npy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mytriton {

// Agreed: |got - want| <= absolute + relative * |want|.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
};
// What a kernel without sums or dots in `dtype` may differ by.
Tolerance defaultTolerance(DType dtype);

// A sum or dot of `length` terms.
struct Reduction {
  std::int64_t length = 1;
  std::optional<DType> accumulator; // what it is added up in; by default fp32, for fp64 fp64
};
// What a reduction that ends in `dtype` may differ by, whatever the order of its additions. With u
// the rounding unit of the accumulator (2^-24 for fp32) and N the length:
//
// - Terms of one sign: each side is within N u of the exact sum, relatively, so the two are within
//   2 N u of each other.
// - Terms that cancel: the sum says nothing of the terms' size. For terms of about 1 the partial
//   sums are about sqrt(k), so their rounding errors, independent of each other, add up to a
//   standard deviation of u sqrt(1 + 2 + ... + N) = N u / sqrt(2), and the difference of two such
//   sums to N u. Four of these are allowed, absolutely.
//
// Both are added to the default tolerance, which stands for the terms and the final rounding.
Tolerance reductionTolerance(DType dtype, const Reduction &reduction);

// Whether elements of the two can be compared: both floats, both integers, or both bools.
bool comparable(DType a, DType b);

struct Comparison {
  struct Difference {
    std::int64_t index; // in row-major order
    Scalar got, want;
  };
  struct Largest {
    double error = 0;
    std::int64_t index = 0;
  };

  std::int64_t elements = 0;
  std::int64_t differing = 0;
  std::vector<Difference> first; // at most kShown
  Largest absolute, relative;    // over all elements that are finite in both

  static constexpr std::size_t kShown = 5;
  bool agrees() const { return differing == 0; }
};

// The arrays have the same shape and comparable dtypes.
Comparison compareArrays(const ArrayView &got, const ArrayView &want, Tolerance tolerance);

// The place of an element in an array of that shape: "[3, 17]".
std::string indexText(std::int64_t index, const std::vector<std::int64_t> &shape);
// The number as a person writes it: without the IR's suffix.
std::string numberText(const Scalar &scalar);

} // namespace mytriton
