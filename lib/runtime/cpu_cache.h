// From a unit's text to a loaded module, through a cache of what was compiled before.
//
// An entry is a folder of the user's cache, named by a hash of the text and the compiler, that
// holds the text itself beside the module: it serves only where the whole text is the same. An
// entry that someone else could have written is never loaded.
#pragma once

#include "cpu_compiler.h"
#include "cpu_module.h"
#include "mlir_tools.h"

#include <memory>
#include <string>
#include <vector>

namespace mytriton {

struct BuildFailure {
  LaunchStatus status = LaunchStatus::Failed;
  std::string message;
};

// What compiles: the host's compiler, and where kernels come as MLIR, its tools.
struct HostTools {
  std::optional<HostCompiler> compiler;
  std::optional<MlirTools> mlir;
};

// The kernels of `unit`, which is the text of `kernels`; none, and a failure, where a compiler
// refuses it.
std::vector<std::unique_ptr<HostModule>> buildHostModules(const HostTools &tools,
                                                          const std::string &unit,
                                                          const std::vector<HostSource> &kernels,
                                                          const CpuDeviceOptions &device,
                                                          BuildFailure &failure);

} // namespace mytriton
