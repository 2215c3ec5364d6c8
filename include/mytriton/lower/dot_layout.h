// How a matrix product lies on threads and in shared memory.
//
// Each thread keeps a tile of the sums in registers: fragments of up to 4x4 neighbours, which
// repeat until the threads together cover the result. In a step of k it reads its part of a column
// of the left operand and of a row of the right one, and multiplies each by each.
//
// The layout that dotPlacement gives is what decides how a dot is computed: one for tensor cores
// would take its place here.
#pragma once

#include "mytriton/layout/conversion.h"
#include "mytriton/lower/placement.h"

namespace mytriton {

// Of the sums of a product of that shape, its operands having elements of so many bytes.
Placement dotPlacement(const Shape &shape, int operandBytes, int numWarps, bool oneElement);

// Neighbours along a dimension that are a thread's innermost axis there and can be read at once.
int fragmentAlong(const Placement &sums, int dim, int bytes);

// The buffer of one operand: element (k, i) at [k][i], where i is the row of the left operand
// (side 0) or the column of the right one (side 1). Padded so that reading fragments and storing
// from the operand's layout meet few bank conflicts.
SharedTile dotBuffer(const Placement &sums, const Placement &operand, int side, int bytes);

// True where an operand is stored into its buffer a vector at a time: its innermost axis lies along
// the rows of the buffer.
bool storesVectors(const Placement &operand, int side, int bytes);

// The words of each bank that a warp wants at once: how often the access has to be repeated, 1
// being free of conflicts. `addresses`: of each lane, in bytes; wide accesses are served a part of
// the warp at a time.
int bankConflicts(std::span<const std::int64_t> addresses, int accessBytes);

} // namespace mytriton
