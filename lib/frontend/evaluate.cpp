// A kernel's syntax tree to its expression tree. See evaluate.h.
//
// Where types of parameters are unknown, the kernel is evaluated twice: once to see how they are
// used, and again with every type known, which checks everything in the order of the source. Where
// it asks for a type that is not known, the first evaluation ends there; what it has shown by then
// must tell at least one more type, and it starts anew.
#include "mytriton/frontend/evaluate.h"

#include "evaluator.h"
#include "infer.h"
#include "modules.h"
#include "parameters.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

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

void evaluateOnce(Evaluator &evaluator, const BoundKernel &bound, const Function &function,
                  const Unrolled &unrolled) {
  ExprKernel &kernel = *bound.kernel;
  kernel.exprs.clear();
  kernel.body = ExprRegion();
  evaluator.setUnrolled(&unrolled);
  for (std::size_t i = 0; i < bound.constexprs.size(); ++i)
    evaluator.bind(kernel.constexprs[i].first, bound.constexprs[i]);
  for (unsigned i = 0; i < kernel.parameters.size(); ++i)
    evaluator.bind(kernel.parameters[i].name, {evaluator.builder().parameter(i)});
  evaluator.run(function.definition->body);
}

// Evaluates until no loop is blamed: whether one must be unrolled shows where something that it
// left to run time is needed. False where it ended at a question for a type that is not known.
bool evaluateBody(const BoundKernel &bound, const Function &function, Diagnostics &diagnostics,
                  Unrolled &unrolled, std::size_t maxSteps) {
  const bool last = allKnown(*bound.kernel); // messages that are no errors are for this time
  std::size_t steps = 0;
  for (;;) {
    Diagnostics silent;
    Evaluator evaluator(*function.scope, *bound.kernel, silent);
    evaluator.setMaxSteps(maxSteps);
    try {
      evaluateOnce(evaluator, bound, function, unrolled);
      if (silent.reportCount() == 0 || !last)
        return true;
    } catch (const TypeNeeded &) {
      return false;
    } catch (const Diagnosed &) {
      steps += evaluator.steps();
      if (evaluator.blamed() && unrolled.size() < kMaxUnrolled && steps <= maxSteps &&
          unrolled.insert(evaluator.blamed()).second)
        continue;
    }
    break;
  }
  // The same once more, to be heard.
  Evaluator evaluator(*function.scope, *bound.kernel, diagnostics);
  evaluator.setMaxSteps(maxSteps);
  evaluateOnce(evaluator, bound, function, unrolled);
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

std::unique_ptr<ExprKernel> evaluate(const Program &program, const ast::FunctionDef &definition,
                                     const EvaluateOptions &options, Diagnostics &diagnostics) {
  try {
    const std::vector<const Function *> kernels = program.modules().main().kernels();
    const Function &function =
        **std::find_if(kernels.begin(), kernels.end(),
                       [&](const Function *each) { return each->definition == &definition; });
    BoundKernel bound = bindParameters(*function.scope, definition, options, diagnostics);
    std::unique_ptr<ExprKernel> &kernel = bound.kernel;
    Unrolled unrolled;
    while (!allKnown(*kernel)) {
      const bool complete = evaluateBody(bound, function, diagnostics, unrolled, options.maxSteps);
      const bool found = inferTypes(*kernel);
      if (!allKnown(*kernel) && (complete || !found))
        failUnknownTypes(*kernel, diagnostics);
    }
    evaluateBody(bound, function, diagnostics, unrolled, options.maxSteps);
    for (ExprParameter &parameter : kernel->parameters)
      if (parameter.type.isPointer()) {
        parameter.info.noalias = parameter.info.noalias || options.noalias;
        parameter.info.divisibility = std::max(parameter.info.divisibility, options.assumeAligned);
      }
    return std::move(kernel);
  } catch (const Diagnosed &) {
    return nullptr;
  }
}

} // namespace mytriton
