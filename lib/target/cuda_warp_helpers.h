// Helper functions at the top of a generated file that combine what the lanes of a warp have.
#pragma once

#include "cuda_helpers.h"
#include "cuda_spelling.h"

#include "mytriton/ir/ir.h"

namespace mytriton {

// How two values are combined.
CudaSpelling warpSpelling(const Operation &warpReduce);

// Of all lanes: warp_sum(v).
std::string warpHelper(const Operation &warpReduce);
// Of the lanes whose numbers differ only in the bits from `first` down to `last`:
// lanes_sum(v, first, last).
std::string laneHelper(const Operation &warpReduce);

// Those of the used functions that are of this kind, in the order in which they stand in a file.
std::string cudaWarpHelpers(const UsedHelpers &used);

} // namespace mytriton
