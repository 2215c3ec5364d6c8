// How a block moves from one layout to another of the same shape: the cheapest way that serves.
#pragma once

#include "mytriton/layout/block_layout.h"

#include <cstdint>
#include <vector>

namespace mytriton {

enum class ConversionKind {
  None,      // every register is where it has to be
  Registers, // each thread has its elements, in other registers
  Shuffle,   // each warp has its elements: one shuffle a register
  Shared,    // through shared memory
};

// A buffer in shared memory that holds a block, row-major with padded rows.
struct SharedTile {
  Shape extents;            // at least what both layouts cover, so that nothing needs a mask
  std::int64_t padding = 0; // elements between one row (last dimension) and the next
  // Element `coordinates` is at the sum of coordinates[d] * stride(d).
  std::int64_t stride(int dim) const;
  std::int64_t index(const Coordinates &coordinates) const;
  std::int64_t elements() const; // the size of the buffer
  Shape bufferShape() const;     // the extents, with the padding of each row
};

struct Conversion {
  ConversionKind kind = ConversionKind::None;

  // Registers and Shuffle: for each register of the destination (numbered as its axes are), the
  // register of the source to take. Registers that lie outside the shape for every thread take any.
  std::vector<int> sourceRegister;

  // Shuffle: register r comes from lane laneOffset[r] + the sum of laneTerms over tid.
  std::vector<ThreadTerm> laneTerms;
  std::vector<int> laneOffset;

  // Shared: the owners of the source store, a barrier, every thread of the destination loads.
  SharedTile buffer;
};

// Both layouts have the same shape and number of warps. `elementBytes` matters to bank conflicts.
Conversion planConversion(const BlockLayout &source, const BlockLayout &destination,
                          int elementBytes);

// How many passes over the 32 banks of shared memory a warp's access of its first register to the
// buffer takes, being that many different words that it wants of one bank: 1 is free of conflicts.
int bankConflicts(const BlockLayout &layout, const SharedTile &buffer, int elementBytes);

} // namespace mytriton
