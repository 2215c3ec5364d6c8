// Which of a kernel's compiled forms a GPU can run.
#pragma once

#include "mytriton/runtime/device.h"

#include <vector>

namespace mytriton {

// "sm_90a": 90, with the features of that one architecture.
struct CudaArch {
  int number = 0;  // 10 * major + minor
  char suffix = 0; // 'a': of this architecture alone; 'f': of its family; 0: neither
};
std::optional<CudaArch> parseCudaArch(std::string_view text);

// The images that a GPU of compute capability `number` can run, the best first: cubins of the same
// major version and no higher minor one, newest first, then PTX up to it, newest first.
std::vector<const LaunchRequest::Image *> imagesFor(const std::vector<LaunchRequest::Image> &images,
                                                    int number);

} // namespace mytriton
