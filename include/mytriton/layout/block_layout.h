// How a block of any shape lies on the threads of a program.
//
// A power-of-two tile of the block is spread by a LinearLayout; the tile repeats along each
// dimension until the block is covered, and the repeats are further registers, of any number. So
// 384 elements on 128 threads are three registers a thread. What of the last repeat lies outside
// the shape exists in registers, holds nothing of meaning, and is masked where it could be seen.
//
// In the tile each bit of register, lane and warp moves one bit of one coordinate, or none (then it
// makes copies), and no two move the same. So a coordinate is a sum: what the thread adds, and what
// each register axis adds. That is the form the code generator prints.
#pragma once

#include "mytriton/layout/linear_layout.h"

#include <span>
#include <string>
#include <vector>

namespace mytriton {

// One loop over a thread's registers: each step moves `stride` along dimension `dim`.
struct RegisterAxis {
  int extent;
  int dim;
  int stride;
  bool operator==(const RegisterAxis &) const = default;
};

// A part of a thread's coordinate: ((tid >> shift) & mask) << scale, mask being 2^n - 1.
struct ThreadTerm {
  int shift;
  int mask;
  int scale;
  int value(int tid) const { return ((tid >> shift) & mask) << scale; }
  bool operator==(const ThreadTerm &) const = default;
};

// An SVG image without its outermost element, so that several can be put into one.
struct Picture {
  int width = 0, height = 0; // pixels
  std::string content;
};

class BlockLayout {
public:
  // `order` names the dimensions, the one that comes last among the register axes in front. The
  // tile's registers are put into that order, and registers that are copies are dropped.
  BlockLayout(Shape shape, LinearLayout tile, std::span<const int> order);

  // Each thread takes sizePerThread neighbours (powers of two; at most what the shape has), lanes
  // and then warps take places along order[0] first, and what is left repeats. With more threads
  // than places, the rest hold copies. numWarps is a power of two. A shape of rank 0 is one value
  // that every thread has.
  static BlockLayout blocked(const Shape &shape, const Shape &sizePerThread,
                             std::span<const int> order, int numWarps);
  // The usual case: `width` neighbours along the last dimension, the last dimension first.
  static BlockLayout rowMajor(const Shape &shape, int width, int numWarps);
  // The fixed mapping: the element with row-major index i belongs to thread i, as many whole warps
  // as that takes (a power of two). An inner dimension that is no power of two is padded to one, so
  // that (3, 7) lies on the threads as (4, 8) does.
  static BlockLayout oneElementPerThread(const Shape &shape);

  const Shape &shape() const { return shape_; }
  int rank() const { return shape_.rank(); }
  const LinearLayout &tile() const { return tile_; }
  const std::vector<int> &order() const { return order_; }
  int repeats(int dim) const { return repeats_[dim]; }
  int warps() const { return static_cast<int>(tile_.inSize(InDim::Warp)); }
  int threads() const { return warps() * kWarpSize; }

  // Outermost first. Registers are numbered in this order, the last axis fastest. Every axis has
  // at least two steps; neighbouring registers of the same dimension are one axis.
  const std::vector<RegisterAxis> &registerAxes() const { return axes_; }
  // The extents of the axes: the shape of `regs<...>`; rank 0 where a thread has one element.
  Shape registerShape() const;
  // The product of the extents: elements per thread, copies and what is outside included.
  std::int64_t registers() const;

  // The coordinate along `dim` of a thread's register 0 is the sum of these; lowest bits first.
  const std::vector<ThreadTerm> &threadTerms(int dim) const {
    return terms_[static_cast<std::size_t>(dim)];
  }
  // The bits of tid that make copies: the owner has them 0.
  int copyBits() const { return copyBits_; }
  bool owns(int tid) const { return (tid & copyBits_) == 0; }

  // What threads and registers cover along `dim`: at least shape()[dim].
  std::int64_t covered(int dim) const { return tile_.outSize(dim) * repeats_[dim]; }
  bool needsMask(int dim) const { return covered(dim) > shape_[dim]; }
  bool needsMask() const;

  // Of register number `reg` of thread `tid`; may lie outside the shape.
  Coordinates coordinates(int tid, std::int64_t reg) const;
  // Of one register, by an index per axis.
  Coordinates coordinates(int tid, const std::vector<int> &indices) const;
  bool contains(const Coordinates &coordinates) const;

  // The layout of a value that broadcasts to this shape (NumPy's rule, aligned at the last
  // dimension): what extends along a dimension that the value lacks, or has as 1, makes copies.
  BlockLayout projected(const Shape &shape) const;
  // Without dimension `dim`: the layout of x where this is the layout of x expanded at `dim`.
  BlockLayout sliced(int dim) const;
  // With a dimension of extent 1 before `dim`.
  BlockLayout expanded(int dim) const;
  // Dimension i of the result is dimension permutation[i] of this.
  BlockLayout transposed(std::span<const int> permutation) const;

  // The same element in the same register of the same thread, everywhere.
  bool samePlacement(const BlockLayout &other) const;
  bool operator==(const BlockLayout &other) const { return samePlacement(other); }

  // For people: the axes, the thread's coordinate as an expression of `tid`, and a table.
  std::string str() const;
  // A picture of the last two dimensions, of their first 64x64 elements where there are more (of a
  // vector its first 2,048): a cell for each element, coloured by thread, with the numbers of
  // thread and register.
  Picture picture() const;

private:
  void canonicalizeTile();
  void findAxes();
  void findThreadTerms();

  Shape shape_;
  LinearLayout tile_;
  std::vector<int> order_;
  Shape repeats_;
  std::vector<RegisterAxis> axes_;
  std::vector<std::vector<ThreadTerm>> terms_;
  int copyBits_ = 0;
};

} // namespace mytriton
