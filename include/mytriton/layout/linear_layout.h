// A linear map over bits: what says which thread and register holds which element of a block.
//
// A layout of a block has three inputs, the register, lane and warp numbers, and one output per
// dimension of the block, the coordinate. All sizes are powers of two, and the map is linear over
// GF(2): map(a ^ b) = map(a) ^ map(b). So it is given by its basis: where each single input bit
// goes. A bit that goes to 0 makes copies: both of its values hold the same element.
//
// The class serves maps with any inputs, so that an inverse, from coordinates to (register, lane,
// warp), is a LinearLayout too, and inverses compose with layouts.
#pragma once

#include "mytriton/ir/type.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

// The inputs of a layout of a block on threads. Plain integers: inverses have them as outputs.
struct InDim {
  enum : int { Register, Lane, Warp, Count };
};

constexpr std::string_view kInNames[InDim::Count] = {"register", "lane", "warp"};

constexpr int kWarpSize = 32;

// One number per input, or one per output.
using Coordinates = Shape;

// The exponent of the smallest power of two that is at least `value` (from 1).
int ceilLog2(std::int64_t value);

class LinearLayout {
public:
  // No bits yet: 0 goes to 0, and every size is 1.
  explicit LinearLayout(int outRank, int inRank = InDim::Count);

  // `size` (a power of two) values of one input go one to one to one output.
  static LinearLayout identity1D(int in, std::int64_t size, int out, int outRank,
                                 int inRank = InDim::Count);
  // `size` values of one input all go to 0: copies.
  static LinearLayout zeros1D(int in, std::int64_t size, int outRank, int inRank = InDim::Count);
  // The given number of neighbours along each dimension per register, lane and warp; `order`
  // names the dimensions, the one whose neighbours are numbered first in front.
  static LinearLayout blocked(const Shape &sizePerThread, const Shape &threadsPerWarp,
                              const Shape &warpsPerBlock, std::span<const int> order);
  // From a basis: basis[in][bit] are the output coordinates of that input bit. Each output is as
  // large as `outSizes` says.
  static LinearLayout fromBasis(const std::vector<std::vector<Coordinates>> &basis,
                                const Shape &outSizes);

  int inRank() const { return static_cast<int>(inBits_.size()); }
  int outRank() const { return static_cast<int>(outBits_.size()); }
  int inBits(int in) const { return inBits_[static_cast<std::size_t>(in)]; }
  int outBits(int out) const { return outBits_[static_cast<std::size_t>(out)]; }
  std::int64_t inSize(int in) const { return std::int64_t{1} << inBits(in); }
  std::int64_t outSize(int out) const { return std::int64_t{1} << outBits(out); }
  // Where the input that has only this bit goes.
  Coordinates basis(int in, int bit) const;

  Coordinates apply(const Coordinates &input) const;
  Coordinates apply(int reg, int lane, int warp) const;

  // The product: `low`'s bits below, `high`'s above, in each input and in each output.
  friend LinearLayout operator*(const LinearLayout &low, const LinearLayout &high);
  // x goes to outer(inner(x)). inner's outputs are outer's inputs, and are at most as large.
  friend LinearLayout compose(const LinearLayout &outer, const LinearLayout &inner);

  bool isSurjective() const;
  bool isInjective() const;
  bool isBijective() const { return isInjective() && isSurjective(); }
  // The bits of one input that add nothing to what lower bits and earlier inputs reach. Each
  // element of the image has exactly one input in which all free bits are 0: its owner.
  std::uint32_t freeBits(int in) const;

  // From elements to their owners: apply(inverse().apply(x)) = x. Of a bijection, its inverse in
  // both directions. The map must be surjective.
  LinearLayout inverse() const;
  // For each input of `destination`, an input of `source` that holds the same element: one with the
  // same later inputs (lane, warp) wherever there is one. `source` must be surjective, and both
  // need outputs of equal sizes.
  static LinearLayout locate(const LinearLayout &destination, const LinearLayout &source);

  // Without one output: the layout of a block of which that dimension is no longer asked.
  LinearLayout sliceOut(int out) const;
  // With a new output of size 1 before `out`.
  LinearLayout expandOut(int out) const;
  // Output i of the result is output permutation[i] of this.
  LinearLayout transposeOuts(std::span<const int> permutation) const;
  // Only one input's bits; the others become size 1.
  LinearLayout restrictTo(int in) const;
  // With that output taken modulo `size` (a power of two): what lay beyond becomes copies.
  LinearLayout shrinkOut(int out, std::int64_t size) const;
  // Adds bits to `in` until the output reaches `size` (a power of two).
  LinearLayout growOut(int in, int out, std::int64_t size) const;

  bool operator==(const LinearLayout &) const = default;

  // One line per input, `lane: (0, 1) (0, 2) (4, 0)`: where its bits go, the lowest first.
  std::string str(std::span<const std::string_view> inNames = kInNames) const;

private:
  // An input, or an output, as one number: the first dimension in the lowest bits.
  std::uint64_t flatten(const Coordinates &coordinates, const std::vector<int> &bits) const;
  Coordinates unflatten(std::uint64_t flat, const std::vector<int> &bits) const;
  int firstColumn(int in) const;

  std::vector<int> inBits_;
  std::vector<int> outBits_;
  std::vector<std::uint64_t> columns_; // per bit of the flat input: its flat output
};

} // namespace mytriton
