// Block layouts: building them, their canonical form, and the layouts derived from them.

#include "mytriton/layout/block_layout.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

namespace mytriton {

namespace {

constexpr int kLaneBits = 5;
static_assert(1 << kLaneBits == kWarpSize);

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

std::vector<int> lastDimensionFirst(int rank) {
  std::vector<int> order(static_cast<std::size_t>(rank));
  std::iota(order.rbegin(), order.rend(), 0);
  return order;
}

// What one input bit of a tile moves: bit `position` of the coordinate along `dim`; -1 and -1 where
// it makes copies.
struct Move {
  int dim = -1;
  int position = -1;
};

Move moveOf(const LinearLayout &tile, int in, int bit) {
  const Coordinates basis = tile.basis(in, bit);
  Move move;
  for (int dim = 0; dim < basis.rank(); ++dim)
    if (basis[dim] != 0) {
      assert(move.dim < 0 && std::has_single_bit(static_cast<std::uint32_t>(basis[dim])));
      move = {dim, std::countr_zero(static_cast<std::uint32_t>(basis[dim]))};
    }
  return move;
}

// The bits of tid are those of the lane, then those of the warp.
Move threadMove(const LinearLayout &tile, int bit) {
  return bit < kLaneBits ? moveOf(tile, InDim::Lane, bit)
                         : moveOf(tile, InDim::Warp, bit - kLaneBits);
}

} // namespace

BlockLayout::BlockLayout(Shape shape, LinearLayout tile, std::span<const int> order)
    : shape_(shape), tile_(std::move(tile)), order_(order.begin(), order.end()) {
  assert(tile_.inRank() == InDim::Count && tile_.inBits(InDim::Lane) == kLaneBits);
  assert(tile_.outRank() == shape_.rank() && static_cast<int>(order_.size()) == shape_.rank());
  assert(tile_.isSurjective());
  for (int dim = 0; dim < shape_.rank(); ++dim)
    repeats_.append(ceilDiv(shape_[dim], tile_.outSize(dim)));
  canonicalizeTile();
  findAxes();
  findThreadTerms();
}

BlockLayout BlockLayout::blocked(const Shape &shape, const Shape &sizePerThread,
                                 std::span<const int> order, int numWarps) {
  assert(std::has_single_bit(static_cast<unsigned>(numWarps)));
  int lanesLeft = kLaneBits;
  int warpsLeft = ceilLog2(numWarps);
  Shape registers = sizePerThread, lanes = shape, warps = shape;
  for (int dim : order) {
    registers[dim] = std::min(sizePerThread[dim], 1 << ceilLog2(shape[dim]));
    const int places = ceilLog2(ceilDiv(shape[dim], registers[dim]));
    const int laneBits = std::min(places, lanesLeft);
    const int warpBits = std::min(places - laneBits, warpsLeft);
    lanes[dim] = 1 << laneBits;
    warps[dim] = 1 << warpBits;
    lanesLeft -= laneBits;
    warpsLeft -= warpBits;
  }
  const int rank = shape.rank();
  return BlockLayout(shape,
                     LinearLayout::blocked(registers, lanes, warps, order) *
                         LinearLayout::zeros1D(InDim::Lane, 1 << lanesLeft, rank) *
                         LinearLayout::zeros1D(InDim::Warp, 1 << warpsLeft, rank),
                     order);
}

BlockLayout BlockLayout::rowMajor(const Shape &shape, int width, int numWarps) {
  Shape sizePerThread = shape;
  for (int dim = 0; dim < shape.rank(); ++dim)
    sizePerThread[dim] = dim + 1 == shape.rank() ? width : 1;
  return blocked(shape, sizePerThread, lastDimensionFirst(shape.rank()), numWarps);
}

BlockLayout BlockLayout::oneElementPerThread(const Shape &shape) {
  int threadBits = 0;
  for (std::int64_t extent : shape)
    threadBits += ceilLog2(extent);
  return rowMajor(shape, 1, 1 << std::max(threadBits - kLaneBits, 0));
}

void BlockLayout::canonicalizeTile() {
  std::vector<std::vector<Coordinates>> basis(InDim::Count);
  for (int in : {InDim::Lane, InDim::Warp})
    for (int bit = 0; bit < tile_.inBits(in); ++bit)
      basis[static_cast<std::size_t>(in)].push_back(tile_.basis(in, bit));

  Shape outSizes;
  for (int dim = 0; dim < rank(); ++dim)
    outSizes.append(tile_.outSize(dim));
  std::vector<Coordinates> &registers = basis[InDim::Register];
  for (int dim : order_) {
    std::vector<Coordinates> along;
    for (int bit = 0; bit < tile_.inBits(InDim::Register); ++bit)
      if (moveOf(tile_, InDim::Register, bit).dim == dim)
        along.push_back(tile_.basis(InDim::Register, bit));
    std::sort(along.begin(), along.end(),
              [dim](const Coordinates &a, const Coordinates &b) { return a[dim] < b[dim]; });
    registers.insert(registers.end(), along.begin(), along.end());
  }
  tile_ = LinearLayout::fromBasis(basis, outSizes);

  // Every coordinate bit is moved by exactly one input bit: coordinates are sums.
  [[maybe_unused]] int moving = static_cast<int>(registers.size());
  [[maybe_unused]] int coordinateBits = 0;
  for (int bit = 0; bit < kLaneBits + tile_.inBits(InDim::Warp); ++bit)
    moving += threadMove(tile_, bit).dim >= 0;
  for (int dim = 0; dim < rank(); ++dim)
    coordinateBits += tile_.outBits(dim);
  assert(moving == coordinateBits);
}

void BlockLayout::findAxes() {
  // From the slowest dimension to the fastest; along each, from the largest stride to the smallest.
  for (auto dim = order_.rbegin(); dim != order_.rend(); ++dim) {
    const std::size_t first = axes_.size();
    if (repeats_[*dim] > 1)
      axes_.push_back({repeats_[*dim], *dim, static_cast<int>(tile_.outSize(*dim))});
    for (int bit = tile_.inBits(InDim::Register) - 1; bit >= 0; --bit) {
      const Move move = moveOf(tile_, InDim::Register, bit);
      if (move.dim != *dim)
        continue;
      const int stride = 1 << move.position;
      if (axes_.size() > first && axes_.back().stride == 2 * stride)
        axes_.back() = {axes_.back().extent * 2, *dim, stride};
      else
        axes_.push_back({2, *dim, stride});
    }
  }
}

void BlockLayout::findThreadTerms() {
  terms_.assign(static_cast<std::size_t>(rank()), {});
  for (int bit = 0; bit < kLaneBits + tile_.inBits(InDim::Warp); ++bit) {
    const Move move = threadMove(tile_, bit);
    if (move.dim < 0) {
      copyBits_ |= 1 << bit;
      continue;
    }
    std::vector<ThreadTerm> &terms = terms_[static_cast<std::size_t>(move.dim)];
    if (!terms.empty()) {
      ThreadTerm &last = terms.back();
      const int width = std::popcount(static_cast<unsigned>(last.mask));
      if (last.shift + width == bit && last.scale + width == move.position) {
        last.mask = 2 * last.mask + 1;
        continue;
      }
    }
    terms.push_back({bit, 1, move.position});
  }
}

Shape BlockLayout::registerShape() const {
  Shape extents;
  for (const RegisterAxis &axis : axes_)
    extents.append(axis.extent);
  return extents;
}

std::int64_t BlockLayout::registers() const {
  std::int64_t product = 1;
  for (const RegisterAxis &axis : axes_)
    product *= axis.extent;
  return product;
}

bool BlockLayout::needsMask() const {
  for (int dim = 0; dim < rank(); ++dim)
    if (needsMask(dim))
      return true;
  return false;
}

Coordinates BlockLayout::coordinates(int tid, std::int64_t reg) const {
  std::vector<int> indices(axes_.size());
  for (std::size_t axis = axes_.size(); axis-- > 0;) {
    indices[axis] = static_cast<int>(reg % axes_[axis].extent);
    reg /= axes_[axis].extent;
  }
  return coordinates(tid, indices);
}

Coordinates BlockLayout::coordinates(int tid, const std::vector<int> &indices) const {
  assert(indices.size() == axes_.size());
  Coordinates result = shape_;
  for (int dim = 0; dim < rank(); ++dim) {
    result[dim] = 0;
    for (const ThreadTerm &term : threadTerms(dim))
      result[dim] += term.value(tid);
  }
  for (std::size_t axis = 0; axis < axes_.size(); ++axis)
    result[axes_[axis].dim] += indices[axis] * axes_[axis].stride;
  return result;
}

bool BlockLayout::contains(const Coordinates &coordinates) const {
  for (int dim = 0; dim < rank(); ++dim)
    if (coordinates[dim] >= shape_[dim])
      return false;
  return true;
}

BlockLayout BlockLayout::projected(const Shape &shape) const {
  assert(shape.rank() <= rank());
  BlockLayout result = *this;
  while (result.rank() > shape.rank())
    result = result.sliced(0);
  LinearLayout tile = result.tile_;
  for (int dim = 0; dim < shape.rank(); ++dim) {
    assert(shape[dim] == result.shape_[dim] || shape[dim] == 1);
    if (shape[dim] == 1)
      tile = tile.shrinkOut(dim, 1);
  }
  return BlockLayout(shape, tile, result.order_);
}

BlockLayout BlockLayout::sliced(int dim) const {
  Shape shape = shape_;
  shape.erase(dim);
  std::vector<int> order;
  for (int other : order_)
    if (other != dim)
      order.push_back(other > dim ? other - 1 : other);
  return BlockLayout(shape, tile_.sliceOut(dim), order);
}

BlockLayout BlockLayout::expanded(int dim) const {
  Shape shape = shape_;
  shape.insert(dim, 1);
  std::vector<int> order;
  for (int other : order_)
    order.push_back(other >= dim ? other + 1 : other);
  order.push_back(dim); // it has no registers: its place does not matter
  return BlockLayout(shape, tile_.expandOut(dim), order);
}

BlockLayout BlockLayout::transposed(std::span<const int> permutation) const {
  Shape shape;
  std::vector<int> to(permutation.size());
  for (std::size_t dim = 0; dim < permutation.size(); ++dim) {
    shape.append(shape_[permutation[dim]]);
    to[static_cast<std::size_t>(permutation[dim])] = static_cast<int>(dim);
  }
  std::vector<int> order;
  for (int dim : order_)
    order.push_back(to[static_cast<std::size_t>(dim)]);
  return BlockLayout(shape, tile_.transposeOuts(permutation), order);
}

bool BlockLayout::samePlacement(const BlockLayout &other) const {
  return shape_ == other.shape_ && warps() == other.warps() && axes_ == other.axes_ &&
         terms_ == other.terms_;
}

} // namespace mytriton
