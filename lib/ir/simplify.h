// The algebra of the fold pass.
#pragma once

#include "mytriton/ir/ir.h"

namespace mytriton {

// A value that equals the only result of `op`, up to broadcasting; null where none is known.
// Changes nothing but the kernel's constants.
Value *simplify(const Operation &op);

} // namespace mytriton
