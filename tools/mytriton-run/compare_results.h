// Comparing what a launch left in its buffers: with files (--expect), and with what another device
// left there (--check).
#pragma once

#include "mytriton/runtime/arguments.h"
#include "mytriton/runtime/compare.h"
#include "options.h"

#include <string>
#include <vector>

namespace mytriton {

struct ResultComparison {
  std::string argument;
  std::string with; // "want.npy", "ref"
  Tolerance tolerance;
  Comparison result;
};

// A file that --expect names, with the place of its argument.
struct Expectation {
  std::size_t argument;
  std::string path;
  Buffer want;
};

// Reads what --expect names. Reports names that are no arrays, shapes and dtypes that do not fit.
std::optional<std::vector<Expectation>> readExpectations(const RunOptions &options,
                                                         const LaunchMetadata &metadata,
                                                         const Arguments &arguments,
                                                         Diagnostics &diagnostics);

// These report each difference, and return all comparisons.
std::vector<ResultComparison> compareWithFiles(const RunOptions &options,
                                               const std::vector<Expectation> &expectations,
                                               const LaunchMetadata &metadata,
                                               const Arguments &arguments,
                                               Diagnostics &diagnostics);
std::vector<ResultComparison> compareWithDevice(const RunOptions &options, std::string_view device,
                                                const Arguments &there, const Arguments &here,
                                                Diagnostics &diagnostics);

} // namespace mytriton
