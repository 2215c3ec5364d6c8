// Decides how each block of a tile-level kernel lies on the threads.
//
// Loads and stores get blocked layouts in which a warp's accesses are contiguous and a thread moves
// up to 16 bytes at once. What is computed from them takes the layout of what uses it. Blocks that
// can be computed anywhere from constants, ranges and scalars have no layout of their own: they are
// computed again wherever they are used. Where two layouts meet, a convert_layout is inserted.
#pragma once

#include "mytriton/ir/ir.h"
#include "mytriton/lower/placement.h"
#include "mytriton/support/diagnostics.h"

#include <optional>
#include <string>
#include <unordered_map>

namespace mytriton {

struct LayoutOptions {
  int numWarps = 0;        // 0: chosen
  bool oneElement = false; // one element, one thread
};

struct LayoutAssignment {
  int numWarps = 1;
  // Of each block that is held in registers, and of what each load and store accesses.
  std::unordered_map<const Value *, Placement> values;
  std::unordered_map<const Operation *, Placement> accesses;
  // Elements that one access moves at once; at least 1.
  std::unordered_map<const Operation *, int> widths;

  const Placement *of(const Value *value) const;
};

// Changes the kernel only by inserting convert_layout. Reports a block that one element a thread
// cannot hold, and then returns nullopt.
std::optional<LayoutAssignment> assignLayouts(Kernel &kernel, const LayoutOptions &options,
                                              const SourceFile *file, Diagnostics &diagnostics);

// True for a block that any thread can compute for any coordinate: constants, ranges, scalars, and
// elementwise operations on them.
class Rematerializable {
public:
  explicit Rematerializable(const Kernel &kernel);
  bool operator()(const Value *value) const;

private:
  std::unordered_map<const Value *, bool> blocks_;
};

// The table of --emit=layout.
std::string printLayouts(const Kernel &kernel, const LayoutAssignment &layouts);
// An SVG image: each layout that occurs, under the values that have it.
std::string drawLayouts(const Kernel &kernel, const LayoutAssignment &layouts);

} // namespace mytriton
