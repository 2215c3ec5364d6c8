// The text of lib/runtime/emulation as it is put around a kernel: what precedes the generated CUDA
// C++, what stands for cuda_fp16.h and cuda_bf16.h, and what follows.
#pragma once

#include <string_view>

namespace mytriton {

extern const std::string_view kEmulationHeader;
extern const std::string_view kEmulationHalf;
extern const std::string_view kEmulationNvvm;      // C++, of kernels that come as LLVM IR
extern const std::string_view kEmulationHostTypes; // LLVM IR, put behind theirs
extern const std::string_view kEmulationEntry;

} // namespace mytriton
