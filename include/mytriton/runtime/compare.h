// Whether two arrays agree: integers, bools and the places of NaN exactly, floats within a
// tolerance.
#pragma once

#include "mytriton/runtime/npy.h"

#include <cstdint>
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
