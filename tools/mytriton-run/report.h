// What mytriton-run prints on standard output.
#pragma once

#include "bench.h"
#include "compare_results.h"
#include "mytriton/runtime/device.h"

#include <optional>
#include <string>
#include <vector>

namespace mytriton {

struct RunReport {
  const LaunchMetadata *metadata = nullptr;
  std::string_view device;
  Grid grid;
  double milliseconds = 0;
  std::vector<ResultComparison> comparisons;
  std::optional<BenchResult> bench;
};

std::string reportText(const RunReport &report);
std::string reportJson(const RunReport &report);

// --describe: what the kernel takes and assumes.
std::string describeKernel(const LaunchMetadata &metadata);

} // namespace mytriton
