// Before layouts are assigned: what a loop carries or a condition yields becomes as simple to keep
// in registers as it can be.
//
// - A block of pointers is carried as one scalar pointer and a block of 64-bit offsets from it, so
//   that no register holds an address.
// - A block of integers to which each iteration adds a scalar is carried as that scalar's sum: the
//   block is the initial one plus the sum, and its elements stay known to be consecutive. So is the
//   offset of a block of pointers, where each iteration advances by a scalar.
#pragma once

#include "mytriton/ir/ir.h"

namespace mytriton {

// True where something changed.
bool splitCarriedBlocks(Kernel &kernel);

} // namespace mytriton
