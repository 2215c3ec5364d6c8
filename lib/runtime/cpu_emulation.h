// The text of lib/runtime/emulation as it is put around a kernel: what precedes the generated CUDA
// C++, and what follows it.
#pragma once

#include <string_view>

namespace mytriton {

extern const std::string_view kEmulationHeader;
extern const std::string_view kEmulationEntry;

} // namespace mytriton
