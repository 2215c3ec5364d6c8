// Choosing a kernel of a program. See module.h.
#include "mytriton/frontend/module.h"

#include "ast_walk.h"
#include "modules.h"
#include "mytriton/frontend/parse.h"
#include "mytriton/support/text.h"

#include <algorithm>
#include <set>

namespace mytriton {

namespace {

// Kernels that one message names.
constexpr std::size_t kMostListed = 10;

} // namespace

std::unique_ptr<Program> Program::read(const SourceFile &file, std::vector<std::string> importPaths,
                                       Diagnostics &diagnostics) {
  std::unique_ptr<ast::Module> module = parseModule(file, diagnostics);
  if (!module)
    return nullptr;
  return std::unique_ptr<Program>(new Program(
      std::make_unique<Modules>(file, std::move(module), std::move(importPaths), diagnostics)));
}

Program::Program(std::unique_ptr<Modules> modules) : modules_(std::move(modules)) {}
Program::~Program() = default;

const std::vector<std::string> &Program::filesRead() const { return modules_->filesRead(); }

std::vector<const ast::FunctionDef *> Program::kernels() const {
  std::vector<const ast::FunctionDef *> kernels;
  for (const Function *kernel : modules_->main().kernels())
    kernels.push_back(kernel->definition);
  return kernels;
}

const ast::FunctionDef *Program::select(std::string_view name) const {
  Diagnostics &diagnostics = modules_->diagnostics();
  const SourceFile &file = modules_->file();
  const std::vector<const ast::FunctionDef *> kernels = this->kernels();
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
