// Where the shared buffers of a kernel lie.
//
// As long as all of them fit side by side into what every kernel has, each is an array of its own.
// Beyond that they share one pool, in which buffers that are not in use at the same time lie on top
// of each other; a pool of more than kStaticSharedBytes has to be asked for at the launch.
#pragma once

#include "mytriton/ir/ir.h"

#include <optional>

namespace mytriton {

// Gives each shared_alloc of the thread level an `offset` in bytes where there is a pool. The first
// buffer that does not fit under `limit` bytes is returned, and how large the pool would be.
struct SharedExcess {
  const Operation *alloc;
  std::int64_t bytes;
};
std::optional<SharedExcess> planSharedMemory(Kernel &kernel, std::int64_t limit);

// Whether the two buffers have memory in common.
bool sharesMemory(const Value &a, const Value &b);

} // namespace mytriton
