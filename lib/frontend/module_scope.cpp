// Names of a module. See module_scope.h.
#include "module_scope.h"

#include "ast_walk.h"
#include "builtins.h"
#include "constant.h"
#include "evaluator.h"
#include "modules.h"
#include "mytriton/support/text.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace mytriton {

namespace {

bool isOurs(std::string_view module) {
  const std::string_view package = module.substr(0, module.find('.'));
  return package == "triton" || package == "mytriton";
}

// `triton.language` or `mytriton.language` and the like; nullopt for a module that there is not.
std::optional<Namespace> ourNamespace(std::string_view module) {
  if (!isOurs(module))
    return std::nullopt;
  const std::size_t dot = module.find('.');
  const std::string_view rest = dot == std::string_view::npos ? "" : module.substr(dot + 1);
  if (rest.empty())
    return Namespace::Triton;
  if (rest == "language")
    return Namespace::Language;
  return rest == "language.math" ? std::optional(Namespace::Math) : std::nullopt;
}

std::string_view firstPart(std::string_view module) { return module.substr(0, module.find('.')); }

// Marks a name while it is looked up in other modules; a file that cannot be read ends that.
class Resolving {
public:
  explicit Resolving(bool &flag) : flag_(flag) { flag_ = true; }
  ~Resolving() { flag_ = false; }
  Resolving(const Resolving &) = delete;
  Resolving &operator=(const Resolving &) = delete;

private:
  bool &flag_;
};

template <typename... Args>
ModuleScope::Meaning problem(SourceRange at, std::string_view note, DiagnosticKind kind,
                             Args &&...args) {
  Diagnostic diagnostic = Diagnostics::make(kind, nullptr, {}, std::forward<Args>(args)...);
  diagnostic.notes.push_back({at.file, at, std::string(note)});
  return {std::nullopt, std::move(diagnostic)};
}

} // namespace

std::optional<Object> evaluateQuietly(ModuleScope &scope, const ast::Expr &expr) {
  Diagnostics silent;
  ExprKernel scratch;
  try {
    Object object = Evaluator(scope, scratch, silent).evaluate(expr);
    // An expression of the scratch kernel means nothing outside it.
    if (!scratch.exprs.empty())
      return std::nullopt;
    return object;
  } catch (const Diagnosed &) {
    return std::nullopt;
  }
}

ModuleScope::ModuleScope(Modules &modules, std::string path, std::string directory, bool package)
    : modules_(modules), path_(std::move(path)), directory_(std::move(directory)),
      package_(package) {}

ModuleScope::ModuleScope(ModuleScope &parent)
    : modules_(parent.modules_), parent_(&parent), directory_(parent.directory_) {}

// --- binding ----------------------------------------------------------------------------------

void ModuleScope::load() {
  if (failed_)
    throw Diagnosed{};
  if (loaded_)
    return;
  loaded_ = true;
  if (path_ == directory_)
    return;
  failed_ = true;
  const ast::Module &module = modules_.read(path_);
  failed_ = false;
  define(module.items);
}

void ModuleScope::define(const std::vector<ast::ModuleItem> &items) {
  loaded_ = true;
  add(items);
}

void ModuleScope::add(const std::vector<ast::ModuleItem> &items) {
  for (const ast::ModuleItem &item : items)
    std::visit([&](const auto &node) { add(node, item.range); }, item.node);
}

void ModuleScope::add(const ast::Import &node, SourceRange range) {
  // `import triton.language` binds `triton`
  bind(node.alias.empty() ? firstPart(node.module) : std::string_view(node.alias), range, &node);
}

void ModuleScope::add(const ast::FromImport &node, SourceRange range) {
  if (node.name == "*")
    stars_.push_back({&node.module, static_cast<std::uint32_t>(bindings_.size())});
  else
    bind(node.alias, range, &node);
}

void ModuleScope::add(const ast::Constant &node, SourceRange range) {
  bind(node.name.text, range, &node);
}

void ModuleScope::add(const ast::FunctionDef &node, SourceRange range) {
  const auto decoratedBy = [&](std::string_view name) {
    return std::any_of(node.decorators.begin(), node.decorators.end(),
                       [&](const ast::ExprPtr &each) { return isDecorator(*each, name); });
  };
  const bool jit = decoratedBy("jit");
  if (!node.scope.empty() && !jit) {
    auto inner = std::make_unique<ModuleScope>(*this);
    for (const ast::Parameter &parameter : node.parameters)
      inner->bind(parameter.name.text, parameter.name.range);
    inner->define(node.scope);
    inner_.emplace(static_cast<std::uint32_t>(bindings_.size()), std::move(inner));
  }
  // What any other decorator makes of a function is not known.
  if (!jit && !node.decorators.empty() && !decoratedBy("constexpr_function"))
    return bind(node.name.text, range);
  functions_.push_back({&node, this, jit});
  bind(node.name.text, range, static_cast<const Function *>(&functions_.back()));
}

void ModuleScope::add(const ast::Skipped &node, SourceRange range) {
  for (const std::string &name : node.names)
    bind(name, range);
}

// Of a condition that only the host program knows every branch counts, but a name means something
// only where the branches do not disagree. What is there for kernels prevails: in the other branch
// there is none.
void ModuleScope::add(const ast::ModuleIf &node, SourceRange range) {
  const auto begin = static_cast<std::uint32_t>(bindings_.size());
  std::vector<std::uint32_t> ends;
  bool undecided = false;
  for (const ast::ModuleIf::Branch &branch : node.branches) {
    const std::optional<Object> condition =
        branch.condition ? evaluateQuietly(*this, *branch.condition) : Object{constexprOf(true)};
    const std::optional<ConstexprValue> known =
        condition ? constexprValue(*condition) : std::nullopt;
    if (known && !isTruthy(*known))
      continue;
    undecided = undecided || !known;
    add(branch.items);
    ends.push_back(static_cast<std::uint32_t>(bindings_.size()));
    if (known)
      break;
  }
  if (undecided)
    mergeBranches(begin, ends, range);
}

void ModuleScope::mergeBranches(std::uint32_t begin, const std::vector<std::uint32_t> &ends,
                                SourceRange range) {
  // By name, the branches that bind it, each with its last binding.
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> lasts;
  std::vector<std::string_view> order;
  std::uint32_t from = begin;
  for (const std::uint32_t end : ends) {
    for (std::uint32_t i = from; i < end; ++i)
      if (lastBefore(bindings_[i].name, end) == i) {
        std::vector<std::uint32_t> &found = lasts[bindings_[i].name];
        if (found.empty()) {
          order.push_back(bindings_[i].name);
          if (const std::uint32_t before = lastBefore(bindings_[i].name, begin); before != kNone)
            found.push_back(before);
        }
        found.push_back(i);
      }
    from = end;
  }
  for (const std::string_view name : order) {
    const std::vector<std::uint32_t> &found = lasts[name];
    if (found.size() == 1)
      continue;
    std::vector<std::uint32_t> ours;
    std::copy_if(found.begin(), found.end(), std::back_inserter(ours),
                 [&](std::uint32_t index) { return isForKernels(bindings_[index]); });
    if (ours.size() == 1) {
      const auto source = bindings_[ours[0]].source;
      bind(name, bindings_[ours[0]].range);
      bindings_.back().source = source;
    } else {
      bind(name, range);
    }
  }
}

// Whether it can only be meant for kernels: a module of ours, or a jit function.
bool ModuleScope::isForKernels(const Binding &binding) {
  if (const auto *import = std::get_if<const ast::Import *>(&binding.source))
    return isOurs((*import)->module);
  if (const auto *import = std::get_if<const ast::FromImport *>(&binding.source))
    return isOurs((*import)->module);
  const auto *function = std::get_if<const Function *>(&binding.source);
  return function && (*function)->jit;
}

bool ModuleScope::isDecorator(const ast::Expr &decorator, std::string_view name) {
  const auto *call = std::get_if<ast::Call>(&decorator.node);
  const ast::Expr &expr = call ? *call->callee : decorator;
  // What is called otherwise is not looked up: that would read modules that no kernel needs.
  if (const auto *attribute = std::get_if<ast::Attribute>(&expr.node)) {
    if (attribute->name.text != name)
      return false;
  } else if (const auto *variable = std::get_if<ast::Name>(&expr.node)) {
    const std::uint32_t index = lastBefore(variable->id, kNone);
    const auto *import =
        index == kNone ? nullptr : std::get_if<const ast::FromImport *>(&bindings_[index].source);
    if (import && (*import)->name != name)
      return false;
  }
  const std::optional<Object> object = evaluateQuietly(*this, expr);
  return object && isBuiltin(*object, name);
}

const Function *ModuleScope::jit(const Function &function) {
  functions_.push_back({function.definition, function.scope, true});
  return &functions_.back();
}

// --- meaning ----------------------------------------------------------------------------------

std::uint32_t ModuleScope::lastBefore(std::string_view name, std::uint32_t position) const {
  const auto found = positions_.find(name);
  if (found == positions_.end())
    return kNone;
  const std::vector<std::uint32_t> &positions = found->second;
  const auto after = std::lower_bound(positions.begin(), positions.end(), position);
  return after == positions.begin() ? kNone : *(after - 1);
}

std::optional<ModuleScope::Meaning> ModuleScope::find(std::string_view name) {
  load();
  const std::uint32_t index = lastBefore(name, before_);
  // A star import further down binds the name again, if its module has it.
  for (auto star = stars_.rbegin(); star != stars_.rend() && name.front() != '_'; ++star) {
    if (star->position > before_)
      continue;
    if (index != kNone && index >= star->position)
      break;
    if (const std::optional<Namespace> space = ourNamespace(*star->module)) {
      if (std::optional<Object> member = memberOf(*space, name))
        return Meaning{std::move(member), std::nullopt};
      continue;
    }
    const Modules::Descent descent(modules_);
    ModuleScope *module = descent.tooDeep() || isOurs(*star->module)
                              ? nullptr
                              : modules_.find(*star->module, directory_);
    if (std::optional<Meaning> meaning = module ? module->find(name) : std::nullopt)
      return meaning;
  }
  if (index != kNone)
    return resolve(index);
  return parent_ ? parent_->find(name) : std::nullopt;
}

std::optional<ModuleScope::Meaning> ModuleScope::member(std::string_view name) {
  if (std::optional<Meaning> meaning = find(name))
    return meaning;
  ModuleScope *module = package_ ? modules_.inDirectory(directory_, name) : nullptr;
  return module ? std::optional(Meaning{Object{module}, std::nullopt}) : std::nullopt;
}

const ModuleScope::Meaning &ModuleScope::resolve(std::uint32_t index) {
  if (bindings_[index].meaning)
    return *bindings_[index].meaning;
  if (std::holds_alternative<const ast::Constant *>(bindings_[index].source)) {
    evaluateConstants(index);
    return *bindings_[index].meaning;
  }
  Binding &binding = bindings_[index];
  if (binding.resolving) {
    binding.meaning = std::make_unique<Meaning>(
        problem(binding.range, "imported here", DiagnosticKind::ImportCycle, binding.name));
    return *binding.meaning;
  }
  const Resolving resolving(binding.resolving);
  Meaning meaning;
  const Modules::Descent descent(modules_);
  if (descent.tooDeep())
    meaning = problem(binding.range, "imported here", DiagnosticKind::NestingTooDeep, "imports are",
                      Modules::kMaxDepth);
  else if (const auto *import = std::get_if<const ast::Import *>(&binding.source))
    meaning = this->import(**import, binding.range);
  else if (const auto *fromImport = std::get_if<const ast::FromImport *>(&binding.source))
    meaning = this->import(**fromImport, binding.range);
  else if (const auto *function = std::get_if<const Function *>(&binding.source))
    meaning.object = Object{*function};
  else
    meaning = hostName(binding);
  if (!binding.meaning) // a cycle has one already
    binding.meaning = std::make_unique<Meaning>(std::move(meaning));
  return *binding.meaning;
}

ModuleScope::Meaning ModuleScope::hostName(const Binding &binding) const {
  return problem(binding.range, "bound here", DiagnosticKind::ModuleName, binding.name);
}

ModuleScope::Meaning ModuleScope::import(const ast::Import &node, SourceRange range) {
  const std::string module(node.alias.empty() ? firstPart(node.module)
                                              : std::string_view(node.module));
  if (isOurs(module)) {
    if (const std::optional<Namespace> space = ourNamespace(module))
      return {Object{*space}, std::nullopt};
    return problem(range, "imported here", DiagnosticKind::ModuleNotFound, module);
  }
  if (ModuleScope *found = modules_.find(module, directory_))
    return {Object{found}, std::nullopt};
  return problem(range, "imported here", DiagnosticKind::ModuleNotFound, module);
}

ModuleScope::Meaning ModuleScope::import(const ast::FromImport &node, SourceRange range) {
  if (const std::optional<Namespace> space = ourNamespace(node.module)) {
    if (std::optional<Object> member = memberOf(*space, node.name))
      return {std::move(member), std::nullopt};
    const std::string name = fmt::format("{}.{}", namespaceName(*space), node.name);
    if (const std::optional<std::string_view> instead = notSupported(node.name))
      return problem(range, "imported here", DiagnosticKind::NotSupported, name, *instead);
    return problem(range, "imported here", DiagnosticKind::UnknownOperation, name,
                   didYouMean(node.name, memberNames(*space)));
  }
  ModuleScope *module = isOurs(node.module) ? nullptr : modules_.find(node.module, directory_);
  if (!module)
    return problem(range, "imported here", DiagnosticKind::ModuleNotFound, node.module);
  const Diagnostics::Context context(modules_.diagnostics(), {range.file, range, "imported here"});
  std::optional<Meaning> meaning = module->member(node.name);
  if (!meaning)
    return problem(range, "imported here", DiagnosticKind::ImportedName, node.module, node.name,
                   didYouMean(node.name, module->names()));
  if (meaning->problem)
    meaning->problem->notes.push_back({range.file, range, "imported here"});
  return *std::move(meaning);
}

// Evaluates a constant after those that it needs: not by recursion, as many may follow each other.
void ModuleScope::evaluateConstants(std::uint32_t index) {
  std::vector<std::uint32_t> stack{index};
  while (!stack.empty()) {
    const std::uint32_t top = stack.back();
    if (bindings_[top].meaning) {
      stack.pop_back();
      continue;
    }
    const ast::Expr &value = *std::get<const ast::Constant *>(bindings_[top].source)->value;
    const std::size_t size = stack.size();
    for (const std::string &name : namesUsedIn(value)) {
      const std::uint32_t needed = lastBefore(name, top);
      if (needed != kNone && !bindings_[needed].meaning &&
          std::holds_alternative<const ast::Constant *>(bindings_[needed].source))
        stack.push_back(needed);
    }
    if (stack.size() > size)
      continue;
    stack.pop_back();
    const std::uint32_t before = std::exchange(before_, top);
    std::optional<Object> object = evaluateQuietly(*this, value);
    before_ = before;
    bindings_[top].meaning = std::make_unique<Meaning>(
        object ? Meaning{std::move(object), std::nullopt} : hostName(bindings_[top]));
  }
}

std::string ModuleScope::name() const {
  const std::filesystem::path path(package_ ? directory_ : path_);
  return path.stem().string();
}

// --- lists ------------------------------------------------------------------------------------

std::vector<std::string> ModuleScope::names() {
  load();
  std::vector<std::string> names;
  for (const auto &[name, positions] : positions_)
    names.emplace_back(name);
  for (const Star &star : stars_)
    if (const std::optional<Namespace> space = ourNamespace(*star.module))
      for (std::string &name : memberNames(*space))
        names.push_back(std::move(name));
  if (parent_)
    for (std::string &name : parent_->names())
      names.push_back(std::move(name));
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<const Function *> ModuleScope::kernels() {
  std::vector<const Function *> kernels;
  for (std::uint32_t i = 0; i < bindings_.size(); ++i) {
    const Binding &binding = bindings_[i];
    if (lastBefore(binding.name, kNone) != i)
      continue;
    const Function *function = nullptr;
    if (const auto inner = inner_.find(i); inner != inner_.end())
      for (const Function *kernel : inner->second->kernels())
        kernels.push_back(kernel);
    if (const auto *defined = std::get_if<const Function *>(&binding.source)) {
      function = *defined;
    } else if (const auto *constant = std::get_if<const ast::Constant *>(&binding.source)) {
      // `kernel = triton.jit(function)`
      const auto *call = std::get_if<ast::Call>(&(*constant)->value->node);
      if (call && isDecorator(*call->callee, "jit")) {
        const Meaning &meaning = resolve(i);
        function = meaning.object ? meaning.object->function() : nullptr;
      }
    }
    if (function && function->jit)
      kernels.push_back(function);
  }
  return kernels;
}

} // namespace mytriton
