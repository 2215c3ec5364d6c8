// LLVM IR that MLIR's tools made of a kernel for NVPTX, made to run on the host.
#pragma once

#include "mlir_tools.h"

#include "mytriton/metadata/launch_metadata.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

// The same IR without what is NVPTX's own: address spaces are gone, shared memory is thread-local
// (see emulation/language.h) under the name `KERNEL.NAME`, NVVM's intrinsics are the functions of
// emulation/nvvm.h, and the kernel is instrumented where `checked`. A function `runName` is added
// that calls the kernel with the arguments behind an array of pointers.
std::string hostLlvmIr(std::string_view llvmIr, const LaunchMetadata &metadata,
                       std::string_view runName, bool checked);

// A kernel that was printed as MLIR.
struct MlirKernel {
  std::string_view source;
  const LaunchMetadata *metadata;
  std::string runName; // see hostLlvmIr
};

// The object files of kernels, in `folder`; nullopt, and what a tool said, where one refuses.
std::optional<std::vector<std::string>> buildHostObjects(const MlirTools &tools,
                                                         const std::vector<MlirKernel> &kernels,
                                                         bool fast, const std::string &folder,
                                                         std::string &problem);

} // namespace mytriton
