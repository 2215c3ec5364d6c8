// tl.sum, tl.max and tl.min.
#pragma once

#include "builtins.h"

namespace mytriton {

const std::vector<Builtin> &reductions();

} // namespace mytriton
