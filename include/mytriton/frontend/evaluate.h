// From a kernel's syntax tree to its expression tree: binds constexprs, decides what is known at
// compile time, infers the types of parameters and checks everything.
#pragma once

#include "mytriton/frontend/ast.h"
#include "mytriton/frontend/expr.h"
#include "mytriton/frontend/module.h"
#include "mytriton/support/diagnostics.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mytriton {

// It bounds the time and the size of what comes out.
inline constexpr std::size_t kMaxSteps = 500'000;

struct EvaluateOptions {
  std::vector<std::pair<std::string, std::string>> defines;       // -D NAME=VALUE
  std::vector<std::pair<std::string, std::string>> argumentTypes; // --arg NAME=TYPE[:16][:noalias]
  bool noalias = false;                                           // of every pointer
  std::size_t maxSteps = kMaxSteps; // statements and expressions evaluated, loops unrolled
  int assumeAligned = 1;            // of every pointer, in bytes
};

// Null after a diagnostic. `kernel` is one of the program's.
std::unique_ptr<ExprKernel> evaluate(const Program &program, const ast::FunctionDef &kernel,
                                     const EvaluateOptions &options, Diagnostics &diagnostics);

} // namespace mytriton
