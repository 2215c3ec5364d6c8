// MLIR from the thread level: a module in the dialects gpu, scf, arith, math, vector, llvm and
// nvvm. Nothing is decided here: what is computed, where and in which order is in the IR; this only
// gives it names and spells it.
#pragma once

#include "mytriton/ir/ir.h"
#include "mytriton/target/options.h"

#include <string>

namespace mytriton {

// One module that mlir-opt verifies, with one gpu.module and one kernel, ending in a newline.
std::string printMlir(const Kernel &kernel, const TargetOptions &options);

} // namespace mytriton
