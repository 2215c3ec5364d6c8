// The kernel that is to be launched, from a launch JSON and the files beside it or from a source.
#pragma once

#include "mytriton/runtime/arguments.h"
#include "mytriton/runtime/device.h"
#include "options.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mytriton {

struct RunKernel {
  LaunchMetadata metadata;
  std::string file; // as it was named
  // The generated texts by target, "cuda" and "mlir": those that devices need.
  std::map<std::string, std::string, std::less<>> sources;
  std::vector<LaunchRequest::Image> images;
};

// What is to be launched on a device: metadata for the text of that target. Borrows both.
LaunchRequest requestFor(const RunKernel &kernel, const LaunchMetadata &metadata);

// Reads FILE.json, or compiles FILE.py for the values that its arguments have. Reports what is
// wrong.
std::optional<RunKernel> loadKernel(const std::string &file, const RunOptions &options,
                                    const std::vector<GivenValue> &values,
                                    Diagnostics &diagnostics);

// Reads what stands beside a JSON and `device` needs for the text of `target`; or, for `cuda`,
// --module.
bool loadArtifacts(RunKernel &kernel, DeviceKind device, const std::string &target,
                   const RunOptions &options, Diagnostics &diagnostics);

} // namespace mytriton
