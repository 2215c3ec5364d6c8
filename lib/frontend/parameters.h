// The parameters of a kernel: which are fixed at compile time and to what, and what the command
// line and the annotations say of the others.
#pragma once

#include "module_scope.h"
#include "mytriton/frontend/evaluate.h"

namespace mytriton {

// A kernel's parameters, as far as they are known before its body is evaluated: `exprs` and
// `effects` are empty, types may be missing.
struct BoundKernel {
  std::unique_ptr<ExprKernel> kernel;
  std::vector<Object> constexprs; // those of the kernel, as the body sees them
};

// Throws Diagnosed.
BoundKernel bindParameters(ModuleScope &scope, const ast::FunctionDef &function,
                           const EvaluateOptions &options, Diagnostics &diagnostics);

} // namespace mytriton
