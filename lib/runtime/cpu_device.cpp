// The cpu device: the generated CUDA C++ itself, compiled by the host compiler against an
// emulation header, with the threads of a block as fibers and every access checked.
//
//   cpu_compiler, cpu_cache, cpu_module   from the .cu text to a loaded module
//   mlir_tools, mlir_host                 from MLIR to an object file of it
//   cpu_memory, cpu_places                buffers, and what an address means
//   cpu_fibers, cpu_scheduler             threads of a block, barriers, warp operations
//   cpu_clock, cpu_shadow                 races
//   cpu_launch, cpu_traps                 one launch
//   emulation/                            what a kernel is compiled against
#include "cpu_cache.h"
#include "cpu_compiler.h"
#include "cpu_launch.h"

#include "mytriton/runtime/device.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace mytriton {

namespace {

constexpr int kMaxThreads = 1024;

class CpuDevice final : public Device {
public:
  explicit CpuDevice(CpuDeviceOptions options) : options_(std::move(options)) {}

  std::string_view name() const override { return "cpu"; }

  // Most of the time goes into compiling the emulation, which all kernels share.
  void prepare(std::span<const LaunchRequest> requests) override {
    std::vector<HostSource> kernels;
    std::vector<std::string> units;
    for (const LaunchRequest &request : requests) {
      std::string unit = hostUnitText({{request.metadata, request.source}}, options_.fast);
      if (request.source.empty() || modules_.count(unit) != 0)
        continue;
      kernels.push_back({request.metadata, request.source});
      units.push_back(std::move(unit));
    }
    LaunchResult ignored;
    if (kernels.size() < 2 || !findTools(kernels, ignored))
      return;
    BuildFailure failure; // launch() finds it again, and which kernel it is
    std::vector<std::unique_ptr<HostModule>> built =
        buildHostModules(tools_, hostUnitText(kernels, options_.fast), kernels, options_, failure);
    for (std::size_t i = 0; i < built.size(); ++i)
      modules_[std::move(units[i])] = std::move(built[i]);
  }

  LaunchResult launch(const LaunchRequest &request) override {
    if (request.grid.programs() == 0)
      return {};
    const LaunchMetadata &metadata = *request.metadata;
    if (request.source.empty())
      return failed(
          fmt::format("'{}' has no source, which the cpu device compiles", metadata.kernel));
    if (metadata.threadsPerBlock < 1 || metadata.threadsPerBlock > kMaxThreads)
      return failed(fmt::format("'{}' has {} threads in a block; 1 to {} are possible",
                                metadata.kernel, metadata.threadsPerBlock, kMaxThreads));
    // A module's variables and the signal handlers are the process's: one launch at a time.
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    try {
      LaunchResult problem;
      const HostModule *module = moduleOf(request, problem);
      return module ? CpuLaunch(request, *module, stacks_, options_).run() : problem;
    } catch (const std::bad_alloc &) {
      return failed(fmt::format("there is not enough memory to run '{}'", metadata.kernel));
    }
  }

private:
  static LaunchResult failed(std::string message) {
    return {LaunchStatus::Failed, std::move(message), 0};
  }

  // Loaded modules are kept: a kernel is often launched again with other arguments.
  const HostModule *moduleOf(const LaunchRequest &request, LaunchResult &problem) {
    const std::vector<HostSource> kernels = {{request.metadata, request.source}};
    std::string unit = hostUnitText(kernels, options_.fast);
    const auto known = modules_.find(unit);
    if (known != modules_.end())
      return known->second.get();
    if (!findTools(kernels, problem))
      return nullptr;
    BuildFailure failure;
    std::vector<std::unique_ptr<HostModule>> built =
        buildHostModules(tools_, unit, kernels, options_, failure);
    if (built.empty()) {
      problem = {failure.status, failure.message, 0};
      return nullptr;
    }
    return (modules_[std::move(unit)] = std::move(built[0])).get();
  }

  bool findTools(const std::vector<HostSource> &kernels, LaunchResult &problem) {
    problem.status = LaunchStatus::Missing;
    if (!tools_.compiler)
      tools_.compiler = findHostCompiler(options_.compiler, problem.message);
    const bool mlir = std::any_of(kernels.begin(), kernels.end(),
                                  [](const HostSource &kernel) { return kernel.isMlir(); });
    if (mlir && !tools_.mlir)
      tools_.mlir = findMlirTools(problem.message);
    return tools_.compiler.has_value() && (!mlir || tools_.mlir.has_value());
  }

  CpuDeviceOptions options_;
  HostTools tools_;
  std::map<std::string, std::unique_ptr<HostModule>> modules_;
  StackPool stacks_;
};

} // namespace

std::unique_ptr<Device> makeCpuDevice(CpuDeviceOptions options) {
  return std::make_unique<CpuDevice>(std::move(options));
}

} // namespace mytriton
