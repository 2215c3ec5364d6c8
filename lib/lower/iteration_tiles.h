// Whether the iterations of a loop access different elements.
#pragma once

#include "mytriton/ir/ir.h"

namespace mytriton {

// True where a block of offsets is a tile that moves by at least its own extent in each iteration
// of the `for` loop that it is computed in, so that no two iterations have an element in common.
bool movesByTiles(const Value &offsets, const Operation &loop);

} // namespace mytriton
