// How long a launch takes.
#pragma once

#include "mytriton/runtime/arguments.h"
#include "mytriton/runtime/device.h"

namespace mytriton {

struct BenchResult {
  std::size_t launches = 0;
  double medianMilliseconds = 0;
  double minimumMilliseconds = 0;
  double gigabytesPerSecond = 0; // each array counted once, over the median
};

// Launches `request` on buffers of its own until the median is stable, or for five seconds. Returns
// the launch that failed, or one that is done.
LaunchResult bench(Device &device, LaunchRequest request, Arguments arguments, BenchResult &result);

} // namespace mytriton
