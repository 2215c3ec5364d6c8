// The tile-level passes and the pass manager.
#pragma once

#include "mytriton/ir/ir.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

struct Pass {
  std::string_view name;
  std::string_view summary;    // one line, for --help
  bool (*run)(Kernel &kernel); // true if it changed anything
};

std::span<const Pass> allPasses();
const Pass *findPass(std::string_view name);

// Constant folding and local simplification, to a fixed point: `select(true, x, y)` to x, `x + 0`,
// `x * 1`, masks that are constant, `addptr p, 0`. Floats are folded only where it is exact to do
// so.
bool foldConstants(Kernel &kernel);
// Moves pure operations that depend on nothing of a loop to before it.
bool hoistLoopInvariants(Kernel &kernel);
// Merges equal pure operations; an inner region sees what is available outside it.
bool eliminateCommonSubexpressions(Kernel &kernel);
// Removes operations without effects whose results are unused.
bool eliminateDeadCode(Kernel &kernel);

struct PassOptions {
  bool verifyEach = true;
  // Called after each pass.
  std::function<void(const Pass &pass, const Kernel &kernel, double seconds)> after;
};

// Runs the passes in order. Returns false, with `error` set, where the verifier rejects what a pass
// left behind: a bug of the compiler, reported as such.
bool runPasses(Kernel &kernel, std::span<const Pass *const> passes, const PassOptions &options,
               std::string &error);

// The pipeline of -O0 or -O1.
std::vector<const Pass *> defaultPipeline(int level);

} // namespace mytriton
