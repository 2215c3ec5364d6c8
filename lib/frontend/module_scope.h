// What the names of a module mean once all of it has been read.
#pragma once

#include "mytriton/frontend/ast.h"
#include "object.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mytriton {

class ModuleScope {
public:
  struct Binding {
    std::optional<Object> object; // nullopt: bound by the host program, of no meaning here
    SourceRange range;            // of the statement that binds it
    const ast::FunctionDef *function = nullptr; // where it is a jit function
  };

  explicit ModuleScope(const ast::Module &module);

  const Binding *find(std::string_view name) const;
  std::vector<std::string> names() const;
  // The jit functions in the order of the source; of several with one name the last.
  const std::vector<const ast::FunctionDef *> &kernels() const { return kernels_; }

private:
  void bind(const std::string &name, std::optional<Object> object, SourceRange range,
            const ast::FunctionDef *function = nullptr);
  void add(const ast::Import &node, SourceRange range);
  void add(const ast::FromImport &node, SourceRange range);
  void add(const ast::Constant &node, SourceRange range);
  void add(const ast::FunctionDef &node, SourceRange range);
  void add(const ast::Skipped &node, SourceRange range);
  bool isJit(const ast::Expr &decorator) const;

  std::unordered_map<std::string, Binding> bindings_;
  std::vector<const ast::FunctionDef *> kernels_;
};

// The value of an expression without effects, in the scope of the module; nullopt where it has none
// that is known at compile time.
std::optional<Object> evaluateQuietly(const ModuleScope &scope, const ast::Expr &expr);

} // namespace mytriton
