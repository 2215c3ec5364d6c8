// See cuda_toolkit.h.
#include "cuda_toolkit.h"

#include <cstdlib>

namespace mytriton {

std::vector<std::string> toolkits() {
  std::vector<std::string> result;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *folder = std::getenv(variable); folder != nullptr && *folder != '\0')
      result.emplace_back(folder);
  result.emplace_back("/usr/local/cuda");
  return result;
}

} // namespace mytriton
