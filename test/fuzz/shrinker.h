// Cuts a failing program down to a small one that fails in the same way.
#pragma once

#include "program.h"

#include <functional>

namespace mytriton::fuzz {

// `fails` is asked of candidates, at most `tries` times.
Program shrink(Program program, const std::function<bool(const Program &)> &fails, int tries);

} // namespace mytriton::fuzz
