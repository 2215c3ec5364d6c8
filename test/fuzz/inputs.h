// What a program runs on.
#pragma once

#include "program.h"

#include "mytriton/runtime/device.h"

namespace mytriton::fuzz {

// The content of a buffer, a function of the program's seed. With `aligned` it starts where the
// buffer does, otherwise some elements later: `offset` says where.
Buffer inputBuffer(const Program &program, std::size_t index, bool aligned, std::int64_t &offset);

} // namespace mytriton::fuzz
