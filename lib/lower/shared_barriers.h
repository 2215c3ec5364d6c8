// Barriers between a thread's use of a shared buffer and another thread's later use of it.
#pragma once

#include "mytriton/ir/ir.h"

namespace mytriton {

// Inserts a barrier wherever threads may read a buffer that others have written since the last one,
// or write one that others have read: in loops also between one iteration and the next. Several
// stores in a row are taken to write different elements.
void insertSharedBarriers(Kernel &kernel);

} // namespace mytriton
