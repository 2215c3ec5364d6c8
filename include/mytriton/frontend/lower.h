// From the expression tree to tile-level SSA.
#pragma once

#include "mytriton/frontend/expr.h"

#include <memory>

namespace mytriton {

// Effects stay in their order; a pure expression is lowered once, when an effect first demands it.
// The kernel that `evaluate` checked always lowers.
std::unique_ptr<Kernel> lowerToSsa(const ExprKernel &kernel);

} // namespace mytriton
