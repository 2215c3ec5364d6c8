// Which values may differ between the threads of a block.
#pragma once

#include "mytriton/ir/ir.h"

#include <unordered_set>

namespace mytriton {

// Values of a thread-level kernel that may differ between threads, at the side of caution: what
// derives from thread ids, global memory, shuffles, or the indices of register loops. One element
// of a shared buffer is the same to all threads that read it, since barriers keep writes apart. The
// lowering says {uniform} where all threads load one element, and where all warps reduce the same
// ones. Runs in time linear in the uses.
std::unordered_set<const Value *> findVaryingValues(const Kernel &kernel);

// Whether a varying value decides if or how often the regions of `op` run.
bool isDivergent(const Operation &op, const std::unordered_set<const Value *> &varying);

} // namespace mytriton
