// A kernel's syntax tree to its expression tree. See evaluate.h.
//
// Where types of parameters are unknown, the kernel is evaluated twice: once to see how they are
// used, and again with every type known, which checks everything in the order of the source. Where
// it asks for a type that is not known, the first evaluation ends there; what it has shown by then
// must tell at least one more type, and it starts anew.
#include "mytriton/frontend/evaluate.h"

#include "evaluator.h"
#include "infer.h"
#include "parameters.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <sstream>

namespace mytriton {

namespace {

bool allKnown(const ExprKernel &kernel) {
  return std::none_of(kernel.parameters.begin(), kernel.parameters.end(),
                      [](const ExprParameter &parameter) { return parameter.type.isNone(); });
}

// Loops that are to be unrolled, of those that could stay loops.
using Unrolled = std::set<const void *>;

// More loops than this are not found out one by one.
constexpr std::size_t kMaxUnrolled = 100;

void evaluateOnce(Evaluator &evaluator, ExprKernel &kernel, const ast::FunctionDef &function,
                  const Unrolled &unrolled) {
  evaluator.setUnrolled(&unrolled);
  for (const auto &[name, value] : kernel.constexprs)
    evaluator.bind(name, objectOf(value));
  for (unsigned i = 0; i < kernel.parameters.size(); ++i)
    evaluator.bind(kernel.parameters[i].name, {evaluator.builder().parameter(i)});
  evaluator.run(function.body);
}

// Evaluates until no loop is blamed: whether one must be unrolled shows where something that it
// left to run time is needed. False where it ended at a question for a type that is not known.
bool evaluateBody(ExprKernel &kernel, const ModuleScope &scope, const ast::FunctionDef &function,
                  Diagnostics &diagnostics, Unrolled &unrolled) {
  for (;;) {
    kernel.exprs.clear();
    kernel.body = ExprRegion();
    std::ostringstream said;
    Diagnostics quiet(said);
    Evaluator evaluator(scope, kernel, quiet);
    try {
      evaluateOnce(evaluator, kernel, function, unrolled);
      if (said.str().empty())
        return true;
    } catch (const TypeNeeded &) {
      return false;
    } catch (const Diagnosed &) {
      if (evaluator.blamed() && unrolled.size() < kMaxUnrolled &&
          unrolled.insert(evaluator.blamed()).second)
        continue;
    }
    break;
  }
  // The same once more, to be heard.
  kernel.exprs.clear();
  kernel.body = ExprRegion();
  Evaluator evaluator(scope, kernel, diagnostics);
  evaluateOnce(evaluator, kernel, function, unrolled);
  return true;
}

// Whether a type was found.
bool inferTypes(ExprKernel &kernel) {
  const std::vector<Type> types = inferParameterTypes(kernel);
  bool found = false;
  for (std::size_t i = 0; i < types.size(); ++i) {
    found = found || !(kernel.parameters[i].type == types[i]);
    kernel.parameters[i].type = types[i];
  }
  return found;
}

[[noreturn]] void failUnknownTypes(const ExprKernel &kernel, Diagnostics &diagnostics) {
  std::string names, options;
  SourceRange first;
  for (const ExprParameter &parameter : kernel.parameters) {
    if (!parameter.type.isNone())
      continue;
    if (!first.known())
      first = parameter.range;
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", parameter.name);
    options += fmt::format("{}--arg {}=TYPE", options.empty() ? "" : " ", parameter.name);
  }
  diagnostics.fail(DiagnosticKind::UnknownParameterType, first, names, options);
}

} // namespace

std::unique_ptr<ExprKernel> evaluate(const ast::Module &module, const ast::FunctionDef &function,
                                     const EvaluateOptions &options, Diagnostics &diagnostics) {
  try {
    const ModuleScope scope(module);
    std::unique_ptr<ExprKernel> kernel = bindParameters(scope, function, options, diagnostics);
    Unrolled unrolled;
    while (!allKnown(*kernel)) {
      const bool complete = evaluateBody(*kernel, scope, function, diagnostics, unrolled);
      const bool found = inferTypes(*kernel);
      if (!allKnown(*kernel) && (complete || !found))
        failUnknownTypes(*kernel, diagnostics);
    }
    evaluateBody(*kernel, scope, function, diagnostics, unrolled);
    for (ExprParameter &parameter : kernel->parameters)
      if (parameter.type.isPointer()) {
        parameter.info.noalias = parameter.info.noalias || options.noalias;
        parameter.info.divisibility = std::max(parameter.info.divisibility, options.assumeAligned);
      }
    return kernel;
  } catch (const Diagnosed &) {
    return nullptr;
  }
}

} // namespace mytriton
