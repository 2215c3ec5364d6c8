// The functions of numbers that a kernel can call.
#pragma once

#include "builtins.h"

namespace mytriton::math {

// Of `tl` and of `tl.math`.
const std::vector<Builtin> &functions();
// Of `tl` alone.
const std::vector<Builtin> &selections();

// What other namespaces have too.
Object absolute(Evaluator &evaluator, const BoundCall &call);
Object cdiv(Evaluator &evaluator, const BoundCall &call);
// `tl.cast(x, dtype)` and `x.to(dtype)`.
Object cast(Evaluator &evaluator, const BoundCall &call);

} // namespace mytriton::math
