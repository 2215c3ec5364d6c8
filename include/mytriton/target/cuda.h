// CUDA C++ from the thread level. Nothing is decided here: what is computed, where and in which
// order is in the IR; this only gives it names and spells it.
#pragma once

#include "mytriton/ir/ir.h"
#include "mytriton/support/source.h"
#include "mytriton/target/options.h"

#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

// One self-contained .cu file that compiles with nvcc and NVRTC, ending in a newline.
std::string printCuda(const Kernel &kernel, const TargetOptions &options);

// A name that can stand for a global function in CUDA C++: keywords, built-in functions and
// variables get a trailing underscore, characters outside ASCII become _uXXXX.
std::string cudaSymbol(std::string_view name);

// True of each parameter through which the kernel stores nothing.
std::vector<bool> readOnlyParameters(const Kernel &kernel);
// Bytes of static shared memory that the kernel declares, and of dynamic shared memory that its
// launch has to ask for.
int staticSharedBytes(const Kernel &kernel);
int dynamicSharedBytes(const Kernel &kernel);

} // namespace mytriton
