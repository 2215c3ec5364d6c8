// What every printer of generated code is told beyond the kernel.
#pragma once

#include <string>
#include <vector>

namespace mytriton {

struct TargetOptions {
  std::string symbol;              // the function's name, as cudaSymbol made it
  bool ssaNames = false;           // variables named by their number in the SSA listing: v3
  std::vector<std::string> header; // lines of the comment at the top
};

} // namespace mytriton
