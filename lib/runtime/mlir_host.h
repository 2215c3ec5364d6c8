// LLVM IR that MLIR's tools made of a kernel for NVPTX, made to run on the host.
#pragma once

#include "mlir_tools.h"

#include "mytriton/metadata/launch_metadata.h"

#include <string>
#include <string_view>

namespace mytriton {

// The same IR without what is NVPTX's own: address spaces are gone, shared memory is thread-local
// (see emulation/language.h) under the name `KERNEL.NAME`, NVVM's intrinsics are the functions of
// emulation/nvvm.h, and the kernel is instrumented where `checked`. A function `runName` is added
// that calls the kernel with the arguments behind an array of pointers.
std::string hostLlvmIr(std::string_view llvmIr, const LaunchMetadata &metadata,
                       std::string_view runName, bool checked);

// The object file of a kernel printed as MLIR; false, and what a tool said, where one refuses.
bool buildHostObject(const MlirTools &tools, std::string_view mlir, const LaunchMetadata &metadata,
                     const std::string &runName, bool fast, const std::string &folder,
                     const std::string &object, std::string &problem);

} // namespace mytriton
