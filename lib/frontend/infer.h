// The types of parameters that the author did not write down, from how the kernel uses them.
#pragma once

#include "mytriton/frontend/expr.h"

#include <vector>

namespace mytriton {

// The element type of each parameter of a kernel that was evaluated with some types unknown: what
// is dereferenced is ptr<f32>; what is in an offset, in a bound or against integers is i32. None
// where the use does not tell, so that a float is never taken for an integer.
std::vector<Type> inferParameterTypes(const ExprKernel &kernel);

} // namespace mytriton
