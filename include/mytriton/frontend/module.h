// A kernel's source, and what it and the modules that it imports offer.
#pragma once

#include "mytriton/frontend/ast.h"
#include "mytriton/support/diagnostics.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

class Modules;

class Program {
public:
  // Imports are looked for beside the file and in `importPaths`, and read when a kernel needs them.
  // Null after a syntax error. `file` and `diagnostics` must outlive the program.
  static std::unique_ptr<Program> read(const SourceFile &file, std::vector<std::string> importPaths,
                                       Diagnostics &diagnostics);
  ~Program();

  // The functions decorated with `triton.jit`, under whatever name the module imports it, in the
  // order of the source. Of several with one name, the last counts, as in Python.
  std::vector<const ast::FunctionDef *> kernels() const;
  // The kernel called `name`; where `name` is empty, the only one that no other function of the
  // module calls. Null after a diagnostic.
  const ast::FunctionDef *select(std::string_view name) const;
  // The imported files that were read so far.
  const std::vector<std::string> &filesRead() const;

  Modules &modules() const { return *modules_; }

private:
  explicit Program(std::unique_ptr<Modules> modules);

  std::unique_ptr<Modules> modules_;
};

} // namespace mytriton
