// The part of the CUDA driver API that a launch needs, through dlopen and with declarations of our
// own: the program builds without a CUDA toolkit and starts without a driver.
#pragma once

#include <cstddef>
#include <string>

namespace mytriton::cuda {

using Result = int; // CUresult
constexpr Result kSuccess = 0;
constexpr Result kNotReady = 600;

using DeviceId = int;
using DevicePointer = unsigned long long;
struct ContextTag;
struct ModuleTag;
struct FunctionTag;
struct EventTag;
using Context = ContextTag *;
using Module = ModuleTag *;
using Function = FunctionTag *;
using Event = EventTag *;

// CUdevice_attribute
constexpr int kMaxThreadsPerBlock = 1;
constexpr int kMaxGridX = 5; // y and z follow
constexpr int kMaxSharedPerBlock = 8;
constexpr int kMajor = 75;
constexpr int kMinor = 76;
constexpr int kMaxSharedOptIn = 97;
// CUfunction_attribute
constexpr int kFunctionMaxThreads = 0;
constexpr int kFunctionStaticShared = 1;
constexpr int kFunctionMaxDynamicShared = 8;
// CUjit_option
constexpr int kJitErrorLog = 5;
constexpr int kJitErrorLogBytes = 6;

struct Driver {
  Result (*init)(unsigned);
  Result (*deviceGetCount)(int *);
  Result (*deviceGet)(DeviceId *, int);
  Result (*deviceGetName)(char *, int, DeviceId);
  Result (*deviceGetAttribute)(int *, int, DeviceId);
  Result (*primaryContextRetain)(Context *, DeviceId);
  Result (*primaryContextRelease)(DeviceId);
  Result (*contextSetCurrent)(Context);
  Result (*moduleLoadDataEx)(Module *, const void *, unsigned, int *, void **);
  Result (*moduleUnload)(Module);
  Result (*moduleGetFunction)(Function *, Module, const char *);
  Result (*functionGetAttribute)(int *, int, Function);
  Result (*functionSetAttribute)(Function, int, int);
  Result (*memoryAllocate)(DevicePointer *, std::size_t);
  Result (*memoryFree)(DevicePointer);
  Result (*copyToDevice)(DevicePointer, const void *, std::size_t);
  Result (*copyToHost)(void *, DevicePointer, std::size_t);
  Result (*launchKernel)(Function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                         unsigned blockY, unsigned blockZ, unsigned sharedBytes, void *stream,
                         void **arguments, void **extra);
  Result (*eventCreate)(Event *, unsigned);
  Result (*eventRecord)(Event, void *stream);
  Result (*eventQuery)(Event);
  Result (*eventSynchronize)(Event);
  Result (*eventElapsedTime)(float *, Event, Event);
  Result (*eventDestroy)(Event);
  Result (*getErrorName)(Result, const char **);
  Result (*getErrorString)(Result, const char **);

  std::string problem; // empty: the driver is there, is initialized, and has a device

  // Loaded once.
  static const Driver &get();
  // "CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)"
  std::string describe(Result result) const;

private:
  Driver();
};

} // namespace mytriton::cuda
