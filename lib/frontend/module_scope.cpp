// Names of a module, and its kernels. See module_scope.h and module.h.
#include "module_scope.h"

#include "ast_walk.h"
#include "builtins.h"
#include "evaluator.h"
#include "mytriton/frontend/module.h"
#include "mytriton/support/text.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace mytriton {

namespace {

// Kernels that one message names.
constexpr std::size_t kMostListed = 10;

// `triton.language` or `mytriton.language` and the like; nullopt for a module that is not ours.
std::optional<Namespace> importedNamespace(std::string_view module) {
  const std::size_t dot = module.find('.');
  const std::string_view package = module.substr(0, dot);
  if (package != "triton" && package != "mytriton")
    return std::nullopt;
  const std::string_view rest = dot == std::string_view::npos ? "" : module.substr(dot + 1);
  if (rest.empty())
    return Namespace::Triton;
  if (rest == "language")
    return Namespace::Language;
  return rest == "language.math" ? std::optional(Namespace::Math) : std::nullopt;
}

} // namespace

std::optional<Object> evaluateQuietly(const ModuleScope &scope, const ast::Expr &expr) {
  std::ostringstream ignored;
  Diagnostics diagnostics(ignored);
  ExprKernel scratch;
  try {
    Object object = Evaluator(scope, scratch, diagnostics).evaluate(expr);
    // An expression of the scratch kernel means nothing outside it.
    if (!scratch.exprs.empty())
      return std::nullopt;
    return object;
  } catch (const Diagnosed &) {
    return std::nullopt;
  }
}

ModuleScope::ModuleScope(const ast::Module &module) {
  for (const ast::ModuleItem &item : module.items)
    std::visit([&](const auto &node) { add(node, item.range); }, item.node);
  for (const ast::ModuleItem &item : module.items)
    if (const auto *function = std::get_if<ast::FunctionDef>(&item.node))
      if (bindings_[function->name.text].function == function)
        kernels_.push_back(function);
}

const ModuleScope::Binding *ModuleScope::find(std::string_view name) const {
  const auto found = bindings_.find(std::string(name));
  return found == bindings_.end() ? nullptr : &found->second;
}

std::vector<std::string> ModuleScope::names() const {
  std::vector<std::string> names;
  for (const auto &[name, binding] : bindings_)
    names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

void ModuleScope::bind(const std::string &name, std::optional<Object> object, SourceRange range,
                       const ast::FunctionDef *function) {
  bindings_[name] = {std::move(object), range, function};
}

void ModuleScope::add(const ast::Import &node, SourceRange range) {
  std::optional<Namespace> space = importedNamespace(node.module);
  std::string name = node.alias;
  if (name.empty()) { // `import triton.language` binds `triton`
    name = node.module.substr(0, node.module.find('.'));
    space = importedNamespace(name);
  }
  bind(name, space ? std::optional(Object{*space}) : std::nullopt, range);
}

void ModuleScope::add(const ast::FromImport &node, SourceRange range) {
  const std::optional<Namespace> space = importedNamespace(node.module);
  if (node.name != "*") {
    bind(node.alias, space ? memberOf(*space, node.name) : std::nullopt, range);
    return;
  }
  if (space)
    for (const std::string &name : memberNames(*space))
      bind(name, memberOf(*space, name), range);
}

void ModuleScope::add(const ast::Constant &node, SourceRange range) {
  bind(node.name.text, evaluateQuietly(*this, *node.value), range);
}

void ModuleScope::add(const ast::FunctionDef &node, SourceRange range) {
  const bool jit = std::any_of(node.decorators.begin(), node.decorators.end(),
                               [&](const ast::ExprPtr &decorator) { return isJit(*decorator); });
  if (!jit)
    return bind(node.name.text, std::nullopt, range);
  bind(node.name.text, Object{ConstexprValue{ConstexprValue::Function{node.name.text}}}, range,
       &node);
}

void ModuleScope::add(const ast::Skipped &node, SourceRange range) {
  for (const std::string &name : node.names)
    bind(name, std::nullopt, range);
}

// `@triton.jit`, or `@triton.jit(...)` with options for its launcher.
bool ModuleScope::isJit(const ast::Expr &decorator) const {
  const auto *call = std::get_if<ast::Call>(&decorator.node);
  const std::optional<Object> object = evaluateQuietly(*this, call ? *call->callee : decorator);
  return object && isBuiltin(*object, "jit");
}

std::vector<const ast::FunctionDef *> listKernels(const ast::Module &module) {
  return ModuleScope(module).kernels();
}

const ast::FunctionDef *selectKernel(const ast::Module &module, std::string_view name,
                                     const SourceFile &file, Diagnostics &diagnostics) {
  const std::vector<const ast::FunctionDef *> kernels = listKernels(module);
  std::vector<std::string> names;
  for (const ast::FunctionDef *kernel : kernels)
    names.push_back(kernel->name.text);
  if (kernels.empty()) {
    diagnostics.report(DiagnosticKind::NoKernel, &file, {0, 0});
    return nullptr;
  }
  if (!name.empty()) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end())
      return kernels[static_cast<std::size_t>(found - names.begin())];
    diagnostics.report(DiagnosticKind::UnknownKernel, &file, {0, 0}, name, didYouMean(name, names));
    return nullptr;
  }

  std::set<std::string> mentioned; // by another function of the module: helpers
  for (const ast::FunctionDef *kernel : kernels)
    for (const std::string &used : namesUsedIn(kernel->body))
      if (used != kernel->name.text)
        mentioned.insert(used);
  std::vector<const ast::FunctionDef *> free;
  std::string listed;
  for (const ast::FunctionDef *kernel : kernels)
    if (!mentioned.count(kernel->name.text)) {
      free.push_back(kernel);
      if (free.size() <= kMostListed)
        listed += (listed.empty() ? "" : ", ") + kernel->name.text;
    }
  if (free.size() == 1)
    return free[0];
  if (free.size() > kMostListed)
    listed += ", ...";
  diagnostics.report(DiagnosticKind::AmbiguousKernel, &file, {0, 0}, listed);
  return nullptr;
}

} // namespace mytriton
