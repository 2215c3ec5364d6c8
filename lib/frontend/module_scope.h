// What the names of a module mean, or those of a function of the host program that defines kernels.
//
// Names are bound in the order of the source, and looked at only when a kernel uses them: what the
// rest of a file imports and computes is of no matter.
#pragma once

#include "mytriton/frontend/ast.h"
#include "mytriton/support/diagnostics.h"
#include "object.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mytriton {

class Modules;

class ModuleScope {
public:
  // What a name stands for; without an object, why it stands for nothing in a kernel: a diagnostic
  // that lacks the place of the use.
  struct Meaning {
    std::optional<Object> object;
    std::optional<Diagnostic> problem;
  };

  // Of a file, which is read when it is needed. Its imports are found in `directory`, and if it is
  // a package also its modules. Without an __init__.py a package has no file: the path is that of
  // the directory.
  ModuleScope(Modules &modules, std::string path, std::string directory, bool package);
  // Of what stands in a function: what is not bound here means what it means in `parent`.
  explicit ModuleScope(ModuleScope &parent);

  // Binds the names of a source that has been read already.
  void define(const std::vector<ast::ModuleItem> &items);

  bool isPackage() const { return package_; }
  const std::string &directory() const { return directory_; }
  std::string name() const; // for messages

  // What `name` means here; nullopt where it is not bound.
  std::optional<Meaning> find(std::string_view name);
  // What `module.name` means; nullopt where there is no such thing.
  std::optional<Meaning> member(std::string_view name);
  // All names that are bound here, for suggestions.
  std::vector<std::string> names();
  // The jit functions in the order of the source; of several with one name the last.
  std::vector<const Function *> kernels();
  // `triton.jit(function)`
  const Function *jit(const Function &function);

private:
  struct Binding {
    std::string_view name;
    SourceRange range; // of the statement
    // Nothing: bound by the host program.
    std::variant<std::monostate, const ast::Import *, const ast::FromImport *,
                 const ast::Constant *, const Function *>
        source;
    bool resolving = false;
    std::unique_ptr<Meaning> meaning; // once it was asked for
  };
  struct Star { // from module import *
    const std::string *module;
    std::uint32_t position; // among the bindings
  };
  static constexpr std::uint32_t kNone = 0xffffffffu;

  void load();
  template <typename Source = std::monostate>
  void bind(std::string_view name, SourceRange range, Source source = {}) {
    positions_[name].push_back(static_cast<std::uint32_t>(bindings_.size()));
    bindings_.push_back({name, range, source, false, nullptr});
  }
  void add(const std::vector<ast::ModuleItem> &items);
  void add(const ast::Import &node, SourceRange range);
  void add(const ast::FromImport &node, SourceRange range);
  void add(const ast::Constant &node, SourceRange range);
  void add(const ast::FunctionDef &node, SourceRange range);
  void add(const ast::Skipped &node, SourceRange range);
  void add(const ast::ModuleIf &node, SourceRange range);
  // After branches whose bindings end there, none of which is known to be the one.
  void mergeBranches(std::uint32_t begin, const std::vector<std::uint32_t> &ends,
                     SourceRange range);
  bool isForKernels(const Binding &binding);
  // Whether it is `triton.jit`, or a call of that, under any name.
  bool isDecorator(const ast::Expr &decorator, std::string_view name);

  // The last binding of the name before that position; kNone where there is none.
  std::uint32_t lastBefore(std::string_view name, std::uint32_t position) const;
  const Meaning &resolve(std::uint32_t index);
  Meaning import(const ast::Import &node, SourceRange range);
  Meaning import(const ast::FromImport &node, SourceRange range);
  void evaluateConstants(std::uint32_t index);
  Meaning hostName(const Binding &binding) const;

  Modules &modules_;
  ModuleScope *parent_ = nullptr;
  std::string path_, directory_;
  bool package_ = false;
  bool loaded_ = false, failed_ = false;
  std::vector<Binding> bindings_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> positions_; // by name, in order
  std::vector<Star> stars_;
  std::deque<Function> functions_;
  std::unordered_map<std::uint32_t, std::unique_ptr<ModuleScope>>
      inner_; // by the function's binding
  // What is asked for while a constant is evaluated must be bound before it.
  std::uint32_t before_ = kNone;
};

// The value of an expression without effects, in the scope of the module; nullopt where it has none
// that is known at compile time.
std::optional<Object> evaluateQuietly(ModuleScope &scope, const ast::Expr &expr);

} // namespace mytriton
