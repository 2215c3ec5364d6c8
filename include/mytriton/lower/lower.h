// From the tile level to the thread level: what one thread does for a block.
//
// Elementwise operations keep their names and act on one element; loops over a thread's registers
// (`each`) hold them. Loads and stores become vector accesses with an element-by-element tail,
// convert_layout becomes register moves, shuffles or an exchange through shared memory, and
// barriers stand where two threads of a block would otherwise meet at one address.
#pragma once

#include "mytriton/ir/ir.h"
#include "mytriton/lower/assign_layouts.h"
#include "mytriton/support/diagnostics.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace mytriton {

// The shared memory that a program can have on an architecture.
struct SharedMemory {
  std::string name; // "sm_80"
  std::int64_t bytes = 0;
};
// What the least of the architectures has; there is at least one.
SharedMemory sharedMemoryOf(std::span<const std::string> archs);

// `kernel` is the tile level that `layouts` was made for. Reports what does not fit into shared
// memory at its place in `file`, and then returns null.
std::unique_ptr<Kernel> lowerToThreads(const Kernel &kernel, const LayoutAssignment &layouts,
                                       const SharedMemory &shared, const SourceFile *file,
                                       Diagnostics &diagnostics);

} // namespace mytriton
