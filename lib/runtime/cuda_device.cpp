// The `cuda` device: loads an image through the driver, copies the buffers there and back,
// launches.
#include "cuda_driver.h"
#include "cuda_image.h"
#include "element.h"
#include "mytriton/runtime/mlir.h"
#include "mytriton/runtime/nvrtc.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <thread>
#include <unordered_map>

namespace mytriton {
namespace {

using namespace cuda;

// Leaves a launch that failed.
struct LaunchFailure {
  LaunchStatus status;
  std::string message;
};

[[noreturn]] void fail(LaunchStatus status, std::string message) {
  throw LaunchFailure{status, std::move(message)};
}

// What the driver reports when the kernel itself is at fault (CUresult): illegal address, launch
// timeout, assertion, hardware stack, illegal instruction, misaligned address, invalid address
// space, invalid program counter, launch failure.
bool isFaultOfKernel(Result result) {
  constexpr Result kFaults[] = {700, 702, 710, 714, 715, 716, 717, 718, 719};
  return std::find(std::begin(kFaults), std::end(kFaults), result) != std::end(kFaults);
}

void check(const Driver &driver, Result result, std::string_view what) {
  if (result == kSuccess)
    return;
  if (isFaultOfKernel(result))
    fail(LaunchStatus::Forbidden,
         fmt::format("the kernel did something forbidden: {}; --device=cpu tells where",
                     driver.describe(result)));
  fail(LaunchStatus::Failed, fmt::format("{}: {}", what, driver.describe(result)));
}

// The device's copies of a request's buffers, and the arguments of the launch.
class DeviceArguments {
public:
  explicit DeviceArguments(const Driver &driver) : driver_(driver) {}
  ~DeviceArguments() {
    if (!abandoned_)
      for (const auto &[buffer, memory] : memory_)
        driver_.memoryFree(memory);
  }
  DeviceArguments(const DeviceArguments &) = delete;
  DeviceArguments &operator=(const DeviceArguments &) = delete;

  void copyThere(const LaunchRequest &request) {
    slots_.resize(request.arguments.size());
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const ArgumentValue &argument = request.arguments[i];
      if (const auto *scalar = std::get_if<Scalar>(&argument))
        storeElement(slots_[i].data(), *scalar);
      else
        storeElement(slots_[i].data(), address(std::get<PointerArgument>(argument)));
      pointers_.push_back(slots_[i].data());
    }
  }
  void **pointers() { return pointers_.data(); }

  void copyBack() {
    for (const auto &[buffer, memory] : memory_)
      if (!buffer->bytes.empty())
        check(driver_, driver_.copyToHost(buffer->bytes.data(), memory, buffer->bytes.size()),
              fmt::format("cannot copy '{}' from the device", buffer->name));
  }
  // The kernel may still be running: its memory must stay.
  void abandon() { abandoned_ = true; }

private:
  Scalar address(const PointerArgument &pointer) {
    if (pointer.buffer == nullptr)
      return Scalar::ofInt(DType::U64, 0);
    DevicePointer &memory = memory_[pointer.buffer];
    if (memory == 0) {
      std::size_t size = pointer.buffer->bytes.size();
      check(driver_, driver_.memoryAllocate(&memory, std::max<std::size_t>(size, 1)),
            fmt::format("cannot take {} bytes of device memory for '{}'", size,
                        pointer.buffer->name));
      if (size > 0)
        check(driver_, driver_.copyToDevice(memory, pointer.buffer->bytes.data(), size),
              fmt::format("cannot copy '{}' to the device", pointer.buffer->name));
    }
    auto offset = static_cast<DevicePointer>(pointer.offset * byteSize(pointer.buffer->dtype));
    return Scalar::ofInt(DType::U64, static_cast<std::int64_t>(memory + offset));
  }

  const Driver &driver_;
  std::unordered_map<Buffer *, DevicePointer> memory_;
  std::vector<std::array<std::byte, 8>> slots_; // the value of each argument
  std::vector<void *> pointers_;                // to the slots, as a launch takes them
  bool abandoned_ = false;
};

// Two events around a launch.
class Stopwatch {
public:
  explicit Stopwatch(const Driver &driver) : driver_(driver) {
    for (Event &event : events_)
      check(driver_, driver_.eventCreate(&event, 0), "cannot make an event");
  }
  ~Stopwatch() {
    for (Event event : events_)
      if (event != nullptr)
        driver_.eventDestroy(event);
  }
  Stopwatch(const Stopwatch &) = delete;
  Stopwatch &operator=(const Stopwatch &) = delete;

  void start() {
    check(driver_, driver_.eventRecord(events_[0], nullptr), "cannot record an event");
  }
  void stop() {
    check(driver_, driver_.eventRecord(events_[1], nullptr), "cannot record an event");
  }

  // Returns false where the launch has not ended after `seconds` (0: any time).
  bool wait(double seconds) {
    if (seconds <= 0) {
      check(driver_, driver_.eventSynchronize(events_[1]), "the launch failed");
      return true;
    }
    auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    Result result;
    while ((result = driver_.eventQuery(events_[1])) == kNotReady) {
      if (std::chrono::steady_clock::now() > deadline)
        return false;
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    check(driver_, result, "the launch failed");
    return true;
  }
  double milliseconds() {
    float value = 0;
    check(driver_, driver_.eventElapsedTime(&value, events_[0], events_[1]),
          "cannot read an event");
    return static_cast<double>(value);
  }

private:
  const Driver &driver_;
  Event events_[2] = {};
};

class CudaDevice : public Device {
public:
  ~CudaDevice() override {
    if (context_ == nullptr)
      return;
    if (module_ != nullptr)
      driver_->moduleUnload(module_);
    driver_->primaryContextRelease(id_);
  }

  std::string_view name() const override { return "cuda"; }

  LaunchResult launch(const LaunchRequest &request) override {
    LaunchResult result;
    if (request.grid.programs() == 0)
      return result;
    try {
      open();
      load(request);
      checkLimits(request);
      result.milliseconds = run(request);
    } catch (LaunchFailure &failure) {
      result.status = failure.status;
      result.message = std::move(failure.message);
    }
    return result;
  }

private:
  void open() {
    if (context_ != nullptr)
      return;
    driver_ = &Driver::get();
    if (!driver_->problem.empty())
      fail(LaunchStatus::Missing, driver_->problem);
    check(*driver_, driver_->deviceGet(&id_, 0), "cannot reach the GPU");
    check(*driver_, driver_->primaryContextRetain(&context_, id_), "cannot use the GPU");
    check(*driver_, driver_->contextSetCurrent(context_), "cannot use the GPU");
    arch_ = 10 * attribute(kMajor) + attribute(kMinor);
    char text[256] = "";
    driver_->deviceGetName(text, sizeof text, id_);
    deviceName_ = text;
  }

  int attribute(int which) const {
    int value = 0;
    check(*driver_, driver_->deviceGetAttribute(&value, which, id_), "cannot ask the GPU");
    return value;
  }

  // Loads the kernel, unless the last launch had the same.
  void load(const LaunchRequest &request) {
    std::string key = request.metadata->symbol;
    for (const LaunchRequest::Image &image : request.images)
      key += image.kind + image.arch + image.bytes;
    key += request.source;
    if (function_ != nullptr && key == loadedKey_)
      return;
    if (module_ != nullptr)
      driver_->moduleUnload(module_);
    module_ = nullptr;
    function_ = nullptr;
    loadImage(request);
    check(*driver_,
          driver_->moduleGetFunction(&function_, module_, request.metadata->symbol.c_str()),
          fmt::format("the module has no kernel '{}'", request.metadata->symbol));
    loadedKey_ = std::move(key);
  }

  void loadImage(const LaunchRequest &request) {
    std::string problems;
    for (const LaunchRequest::Image *image : imagesFor(request.images, arch_)) {
      std::string problem = loadBytes(image->bytes);
      if (problem.empty())
        return;
      problems += fmt::format("\n  {}: {}", describe(*image), problem);
    }
    if (!request.source.empty()) {
      std::string problem = loadBytes(compileSource(request));
      if (problem.empty())
        return;
      problems += "\n  the generated source: " + problem;
    }
    std::string have;
    for (const LaunchRequest::Image &image : request.images)
      have += (have.empty() ? "" : ", ") + describe(image);
    if (problems.empty())
      problems = have.empty() ? "; there is neither PTX nor a cubin nor CUDA source"
                              : fmt::format("; there is {}", have);
    fail(LaunchStatus::Failed, fmt::format("nothing of this kernel loads on the GPU ({}, sm_{}){}",
                                           deviceName_, arch_, problems));
  }

  static std::string describe(const LaunchRequest::Image &image) {
    return image.arch.empty() ? image.kind : fmt::format("{} for {}", image.kind, image.arch);
  }

  // Returns what is wrong, or an empty string.
  std::string loadBytes(const std::string &bytes) {
    std::array<char, 8192> log{};
    int options[] = {kJitErrorLog, kJitErrorLogBytes};
    void *values[] = {log.data(), reinterpret_cast<void *>(log.size() - 1)};
    Result result = driver_->moduleLoadDataEx(&module_, bytes.c_str(), 2, options, values);
    if (result == kSuccess)
      return "";
    module_ = nullptr;
    std::string text = driver_->describe(result);
    if (log[0] != '\0')
      text += fmt::format("\n{}", log.data());
    return text;
  }

  std::string compileSource(const LaunchRequest &request) {
    return request.metadata->target == "mlir" ? compileMlirSource(request)
                                              : compileCudaSource(request);
  }

  std::string compileMlirSource(const LaunchRequest &request) {
    MlirResult result = compileMlir({.source = std::string(request.source),
                                     .name = request.metadata->symbol + ".mlir",
                                     .arch = fmt::format("sm_{}", arch_)});
    if (result.status != MlirResult::Status::Done)
      fail(result.status == MlirResult::Status::Missing ? LaunchStatus::Missing
                                                        : LaunchStatus::Failed,
           result.message);
    return std::move(result.bytes);
  }

  std::string compileCudaSource(const LaunchRequest &request) {
    NvrtcRequest compile;
    compile.source = request.source;
    compile.name = request.metadata->symbol + ".cu";
    compile.arch = fmt::format("sm_{}", nvrtcArchitectureUpTo(arch_).value_or(arch_));
    NvrtcResult result = compileWithNvrtc(compile);
    if (result.status == NvrtcResult::Status::Missing)
      fail(LaunchStatus::Missing,
           "no PTX or cubin for this GPU is beside the kernel, and " + result.message);
    if (result.status == NvrtcResult::Status::Failed)
      fail(LaunchStatus::Failed, result.message);
    return std::move(result.bytes);
  }

  void checkLimits(const LaunchRequest &request) {
    for (int axis = 0; axis < 3; ++axis) {
      auto extent = request.grid.extent[static_cast<std::size_t>(axis)];
      int limit = attribute(kMaxGridX + axis);
      if (extent > static_cast<std::uint32_t>(limit))
        fail(LaunchStatus::Failed, fmt::format("the grid's {} extent is {}, and {} takes up to {}",
                                               "xyz"[axis], extent, deviceName_, limit));
    }
    int threads = request.metadata->threadsPerBlock, limit = 0;
    check(*driver_, driver_->functionGetAttribute(&limit, kFunctionMaxThreads, function_),
          "cannot ask about the kernel");
    limit = std::min(limit, attribute(kMaxThreadsPerBlock));
    if (threads > limit)
      fail(LaunchStatus::Failed,
           fmt::format("the kernel needs {} threads per block, and {} takes up to {}", threads,
                       deviceName_, limit));
    int dynamic = request.metadata->dynamicSharedBytes, fixed = 0;
    check(*driver_, driver_->functionGetAttribute(&fixed, kFunctionStaticShared, function_),
          "cannot ask about the kernel");
    int most = std::max(attribute(kMaxSharedOptIn), attribute(kMaxSharedPerBlock));
    if (dynamic + fixed > most)
      fail(LaunchStatus::Failed,
           fmt::format("the kernel needs {} bytes of shared memory, and {} has {} for a block",
                       dynamic + fixed, deviceName_, most));
    if (dynamic + fixed > attribute(kMaxSharedPerBlock))
      check(*driver_, driver_->functionSetAttribute(function_, kFunctionMaxDynamicShared, dynamic),
            fmt::format("cannot have {} bytes of dynamic shared memory", dynamic));
  }

  double run(const LaunchRequest &request) {
    DeviceArguments arguments(*driver_);
    arguments.copyThere(request);
    Stopwatch stopwatch(*driver_);
    const auto &grid = request.grid.extent;
    stopwatch.start();
    check(*driver_,
          driver_->launchKernel(function_, grid[0], grid[1], grid[2],
                                static_cast<unsigned>(request.metadata->threadsPerBlock), 1, 1,
                                static_cast<unsigned>(request.metadata->dynamicSharedBytes),
                                nullptr, arguments.pointers(), nullptr),
          "cannot launch the kernel");
    stopwatch.stop();
    if (!stopwatch.wait(request.timeoutSeconds)) {
      arguments.abandon();
      fail(LaunchStatus::Forbidden,
           fmt::format("the kernel did not end within {} seconds", request.timeoutSeconds));
    }
    arguments.copyBack();
    return stopwatch.milliseconds();
  }

  const Driver *driver_ = nullptr;
  DeviceId id_ = 0;
  Context context_ = nullptr;
  std::string deviceName_;
  int arch_ = 0; // 10 * major + minor
  Module module_ = nullptr;
  Function function_ = nullptr;
  std::string loadedKey_; // of what module_ and function_ are
};

} // namespace

std::unique_ptr<Device> makeCudaDevice() { return std::make_unique<CudaDevice>(); }

bool cudaDeviceAvailable() { return cuda::Driver::get().problem.empty(); }

} // namespace mytriton
