// Measuring launches. See bench.h.
#include "bench.h"

#include <algorithm>
#include <chrono>

namespace mytriton {
namespace {

double median(std::vector<double> times) {
  auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

double bytesTouched(const Arguments &arguments) {
  double bytes = 0;
  for (const Arguments::Item &item : arguments.items)
    if (item.buffer) {
      const ArrayView array = arguments.array(item);
      bytes += static_cast<double>(array.elements() * byteSize(array.buffer->dtype));
    }
  return bytes;
}

} // namespace

LaunchResult bench(Device &device, LaunchRequest request, Arguments arguments,
                   BenchResult &result) {
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t kBatch = 10;
  constexpr double kLeastSeconds = 0.2, kMostSeconds = 5, kStable = 0.01;
  request.arguments = arguments.values();
  if (LaunchResult warm = device.launch(request); warm.status != LaunchStatus::Done)
    return warm;
  std::vector<double> times;
  double previous = 0;
  const Clock::time_point start = Clock::now();
  while (true) {
    LaunchResult launch = device.launch(request);
    if (launch.status != LaunchStatus::Done)
      return launch;
    times.push_back(launch.milliseconds);
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (seconds > kMostSeconds)
      break;
    if (times.size() % kBatch != 0)
      continue;
    const double now = median(times);
    if (seconds > kLeastSeconds && std::abs(now - previous) <= kStable * now)
      break;
    previous = now;
  }
  result.launches = times.size();
  result.medianMilliseconds = median(times);
  result.minimumMilliseconds = *std::min_element(times.begin(), times.end());
  if (result.medianMilliseconds > 0)
    result.gigabytesPerSecond = bytesTouched(arguments) / (result.medianMilliseconds * 1e6);
  return {};
}

} // namespace mytriton
