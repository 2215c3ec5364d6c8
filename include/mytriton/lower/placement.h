// A block layout as the lowering uses it: with its register axes split at the width of the vector
// accesses, so that the last axis of a vectorized block is one vector.
#pragma once

#include "mytriton/layout/block_layout.h"

#include <vector>

namespace mytriton {

// Shared memory that a kernel has without asking the driver for more.
constexpr std::int64_t kStaticSharedBytes = 48 * 1024;

struct Placement {
  BlockLayout layout;
  // layout.registerAxes(), the last one split in two where it is longer than a vector.
  std::vector<RegisterAxis> axes;

  // `width`: elements in the widest vector access along the last axis (1: none).
  static Placement of(BlockLayout layout, int width);

  const Shape &shape() const { return layout.shape(); }
  Shape registerShape() const; // the extents of the axes; rank 0 for one element a thread
  // Elements of the last axis that lie side by side along layout.order()[0]: 1 where none do.
  int vectorExtent() const;

  // In one line: register axes and the thread's coordinate along each dimension.
  std::string summary() const;

  Placement projected(const Shape &shape) const;
  Placement sliced(int dim) const;
  Placement expanded(int dim) const;
  // Dimension i of the result is dimension order[i] of this.
  Placement transposed(const Shape &order) const;
  bool operator==(const Placement &other) const {
    return axes == other.axes && layout == other.layout;
  }
};

} // namespace mytriton
