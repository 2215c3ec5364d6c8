// Runs programs in processes of their own, so that a crash of the compiler is one more finding.
#pragma once

#include "differential.h"

#include <cstddef>
#include <functional>

namespace mytriton::fuzz {

struct WorkOptions {
  DifferentialOptions differential;
  std::size_t jobs = 1;
  std::size_t batch = 16;       // programs that go through the host compiler at once
  bool ordersOfThreads = false; // a random order for every second batch
};

// Called with each verdict as it comes; false ends the run.
using OnVerdict = std::function<bool(std::size_t index, Verdict verdict)>;

// Runs the programs with indices 0 to count - 1.
void runPrograms(std::size_t count, const std::function<Program(std::size_t)> &programAt,
                 const WorkOptions &options, const OnVerdict &onVerdict);

// Runs one.
Verdict runProgram(const Program &program, const DifferentialOptions &options);

} // namespace mytriton::fuzz
