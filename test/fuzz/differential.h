// Runs programs on the reference interpreter and, compiled in several ways, on the cpu device, and
// compares what they leave in memory.
#pragma once

#include "program.h"

#include "mytriton/driver/compile.h"
#include "mytriton/runtime/device.h"

#include <functional>
#include <string>
#include <vector>

namespace mytriton::fuzz {

// One way of compiling a program.
struct Variant {
  int optimizationLevel = 1;
  int numWarps = 0;
  bool oneElement = false;
  bool promises = false; // aligned pointers that share no memory

  std::string flags() const; // as mytritonc takes them
};

// Every combination, the default first.
const std::vector<Variant> &allVariants();

struct Verdict {
  enum class Kind { Passed, Refused, Failed };
  Kind kind = Kind::Passed;
  std::string what; // refused: the diagnostic's name; failed: "mismatch", "forbidden", …
  std::string variant;
  std::string text;                    // of a failure, whole lines
  std::vector<std::string> operations; // of the tile level, each once
};

struct DifferentialOptions {
  // Indices of the variants that run on the cpu device. What runs on ref is the default one, and
  // where another level of optimization is among them that too.
  std::function<std::vector<std::size_t>(const Program &)> variants;
  std::uint64_t orderSeed = 0; // of the threads; 0: in order
  // Applied to generated code before it is compiled; empty text: this one is not run.
  std::function<std::string(std::string cuda)> change;
  std::function<void(const Program &)> before; // called as each program begins
};

// One verdict for each program.
std::vector<Verdict> runDifferential(const std::vector<Program> &programs,
                                     const DifferentialOptions &options);

// How to compile the program's source by hand.
std::string commandLine(const Program &program, const std::string &file,
                        const std::string &variant);

} // namespace mytriton::fuzz
