// From a kernel's syntax tree to its expression tree: binds constexprs, decides what is known at
// compile time, infers the types of parameters and checks everything.
#pragma once

#include "mytriton/frontend/ast.h"
#include "mytriton/frontend/expr.h"
#include "mytriton/support/diagnostics.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mytriton {

struct EvaluateOptions {
  std::vector<std::pair<std::string, std::string>> defines;       // -D NAME=VALUE
  std::vector<std::pair<std::string, std::string>> argumentTypes; // --arg NAME=TYPE[:16][:noalias]
  bool noalias = false;                                           // of every pointer
  int assumeAligned = 1;                                          // of every pointer, in bytes
};

// Null after a diagnostic. `function` belongs to `module`.
std::unique_ptr<ExprKernel> evaluate(const ast::Module &module, const ast::FunctionDef &function,
                                     const EvaluateOptions &options, Diagnostics &diagnostics);

} // namespace mytriton
