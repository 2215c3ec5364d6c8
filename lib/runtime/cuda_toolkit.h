// Where CUDA toolkits are.
#pragma once

#include <string>
#include <vector>

namespace mytriton {

// Folders in which one may be, the one that the user names first.
std::vector<std::string> toolkits();

} // namespace mytriton
