// The host's C++ compiler: found at run time, started without a shell.
#pragma once

#include "mytriton/runtime/device.h"

#include <optional>
#include <string>
#include <vector>

namespace mytriton {

struct HostCompiler {
  std::string program;                // an absolute path
  std::vector<std::string> arguments; // before ours: $CXX may be "ccache g++"
  // Changes when the compiler does: its file, size and time of change.
  std::string identity;
};

// `asked`: a path or a name; empty for $CXX, then c++, g++ and clang++ on the PATH. Where there is
// none, `problem` says what was looked for.
std::optional<HostCompiler> findHostCompiler(const std::string &asked, std::string &problem);

// The options that make a loadable module of one file. In the checked form every access calls a
// hook that the file itself defines, so no run-time library of ThreadSanitizer is linked.
std::vector<std::string> hostCompilerOptions(const CpuDeviceOptions &options);

// Compiles and links `inputs`, sources or object files, to `output`; false where it fails, and
// `log` has what the compiler said. Temporary files go into `folder`.
bool runHostCompiler(const HostCompiler &compiler, const std::vector<std::string> &options,
                     const std::string &folder, const std::vector<std::string> &inputs,
                     const std::string &output, std::string &log);

} // namespace mytriton
