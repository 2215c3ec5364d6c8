// The kernel that is to be launched, from a launch JSON and the files beside it or from a source.
#pragma once

#include "mytriton/runtime/arguments.h"
#include "mytriton/runtime/device.h"
#include "options.h"

#include <optional>
#include <string>
#include <vector>

namespace mytriton {

struct RunKernel {
  LaunchMetadata metadata;
  std::string file;   // as it was named
  std::string source; // empty where no device needs it
  std::vector<LaunchRequest::Image> images;
};

// Reads FILE.json, or compiles FILE.py for the values that its arguments have. Reports what is
// wrong.
std::optional<RunKernel> loadKernel(const std::string &file, const RunOptions &options,
                                    const std::vector<GivenValue> &values,
                                    Diagnostics &diagnostics);

// Reads what stands beside a JSON and `device` needs; or, for `cuda`, --module.
bool loadArtifacts(RunKernel &kernel, DeviceKind device, const RunOptions &options,
                   Diagnostics &diagnostics);

} // namespace mytriton
