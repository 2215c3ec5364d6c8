// What a module offers: its kernels, and what its names mean.
#pragma once

#include "mytriton/frontend/ast.h"
#include "mytriton/support/diagnostics.h"

#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

// The functions decorated with `triton.jit`, under whatever name the module imports it, in the
// order of the source. Of several with one name, the last counts, as in Python.
std::vector<const ast::FunctionDef *> listKernels(const ast::Module &module);

// The kernel called `name`; where `name` is empty, the only one that no other function of the
// module calls. Null after a diagnostic.
const ast::FunctionDef *selectKernel(const ast::Module &module, std::string_view name,
                                     const SourceFile &file, Diagnostics &diagnostics);

} // namespace mytriton
