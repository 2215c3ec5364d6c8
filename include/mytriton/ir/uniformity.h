// Which values may differ between the threads of a block.
#pragma once

#include "mytriton/ir/ir.h"

#include <unordered_set>

namespace mytriton {

// Values of a thread-level kernel that may differ between threads, at the side of caution: what
// derives from thread ids, memory, shuffles, or the indices of register loops. Runs in time linear
// in the uses.
std::unordered_set<const Value *> findVaryingValues(const Kernel &kernel);

// Whether a varying value decides if or how often the regions of `op` run.
bool isDivergent(const Operation &op, const std::unordered_set<const Value *> &varying);

} // namespace mytriton
