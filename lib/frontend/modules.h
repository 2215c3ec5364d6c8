// The modules that a kernel's source imports: found beside the file that names them, beside the
// kernel's and along the import paths, and read when a name of theirs is first used.
#pragma once

#include "module_scope.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

class Modules {
public:
  // `file` and `diagnostics` must outlive this.
  Modules(const SourceFile &file, std::unique_ptr<ast::Module> module,
          std::vector<std::string> importPaths, Diagnostics &diagnostics);

  const SourceFile &file() const { return file_; }
  ModuleScope &main() { return *main_; }
  Diagnostics &diagnostics() { return diagnostics_; }
  const std::vector<std::string> &filesRead() const { return filesRead_; }

  // What `name` means in an import of a file in `directory`: `a.b`, or `.a` and the like for one
  // that is relative to it. Null where there is no such module.
  ModuleScope *find(const std::string &name, const std::string &directory);
  // The module `name` of a package; null where there is none.
  ModuleScope *inDirectory(const std::string &directory, std::string_view name);
  // Reads a file and its syntax. Throws Diagnosed.
  const ast::Module &read(const std::string &path);

  // Counts how deep modules are looked up for each other.
  class Descent {
  public:
    explicit Descent(Modules &modules) : modules_(modules) { ++modules_.depth_; }
    ~Descent() { --modules_.depth_; }
    Descent(const Descent &) = delete;
    Descent &operator=(const Descent &) = delete;
    bool tooDeep() const { return modules_.depth_ > kMaxDepth; }

  private:
    Modules &modules_;
  };
  static constexpr int kMaxDepth = 64;

private:
  struct Source {
    std::unique_ptr<SourceFile> file;
    std::unique_ptr<ast::Module> module;
  };

  ModuleScope *search(const std::string &name, const std::string &directory);
  ModuleScope *below(const std::string &directory, std::string_view name);
  ModuleScope *scope(const std::string &path, const std::string &directory, bool package);

  const SourceFile &file_;
  std::unique_ptr<ast::Module> module_;
  std::vector<std::string> importPaths_;
  Diagnostics &diagnostics_;
  std::vector<Source> sources_;
  std::map<std::string, std::unique_ptr<ModuleScope>> scopes_;         // by path
  std::map<std::pair<std::string, std::string>, ModuleScope *> found_; // by directory and name
  std::vector<std::string> filesRead_;
  ModuleScope *main_ = nullptr;
  int depth_ = 0;
};

} // namespace mytriton
