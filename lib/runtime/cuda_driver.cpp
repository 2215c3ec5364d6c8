// Loads the CUDA driver.
#include "cuda_driver.h"

#include "dynamic_library.h"

#include <fmt/format.h>

namespace mytriton::cuda {

const Driver &Driver::get() {
  static const Driver driver;
  return driver;
}

Driver::Driver() {
  // The loader looks through LD_LIBRARY_PATH and the system's folders; WSL keeps the driver in its
  // own.
  const std::string names[] = {"libcuda.so.1", "libcuda.so", "/usr/lib/wsl/lib/libcuda.so.1"};
  DynamicLibrary library(names);
  if (!library) {
    problem = "there is no CUDA driver; tried:" + library.problem();
    return;
  }
  library.find(init, "cuInit");
  library.find(deviceGetCount, "cuDeviceGetCount");
  library.find(deviceGet, "cuDeviceGet");
  library.find(deviceGetName, "cuDeviceGetName");
  library.find(deviceGetAttribute, "cuDeviceGetAttribute");
  library.find(primaryContextRetain, "cuDevicePrimaryCtxRetain");
  library.find(primaryContextRelease, "cuDevicePrimaryCtxRelease_v2");
  library.find(contextSetCurrent, "cuCtxSetCurrent");
  library.find(moduleLoadDataEx, "cuModuleLoadDataEx");
  library.find(moduleUnload, "cuModuleUnload");
  library.find(moduleGetFunction, "cuModuleGetFunction");
  library.find(functionGetAttribute, "cuFuncGetAttribute");
  library.find(functionSetAttribute, "cuFuncSetAttribute");
  library.find(memoryAllocate, "cuMemAlloc_v2");
  library.find(memoryFree, "cuMemFree_v2");
  library.find(copyToDevice, "cuMemcpyHtoD_v2");
  library.find(copyToHost, "cuMemcpyDtoH_v2");
  library.find(launchKernel, "cuLaunchKernel");
  library.find(eventCreate, "cuEventCreate");
  library.find(eventRecord, "cuEventRecord");
  library.find(eventQuery, "cuEventQuery");
  library.find(eventSynchronize, "cuEventSynchronize");
  library.find(eventElapsedTime, "cuEventElapsedTime");
  library.find(eventDestroy, "cuEventDestroy_v2");
  library.find(getErrorName, "cuGetErrorName");
  library.find(getErrorString, "cuGetErrorString");
  if (!library.missingSymbol().empty()) {
    problem = fmt::format("the CUDA driver is too old: it has no {}", library.missingSymbol());
    return;
  }
  int count = 0;
  Result result = init(0);
  if (result == kSuccess)
    result = deviceGetCount(&count);
  if (result != kSuccess)
    problem = fmt::format("the CUDA driver does not start: {}", describe(result));
  else if (count == 0)
    problem = "the CUDA driver is there, but no GPU";
}

std::string Driver::describe(Result result) const {
  const char *name = nullptr, *text = nullptr;
  if (getErrorName(result, &name) != kSuccess || name == nullptr)
    return fmt::format("CUDA error {}", result);
  getErrorString(result, &text);
  return fmt::format("{} ({})", name, text != nullptr ? text : "no description");
}

} // namespace mytriton::cuda
