// Files of modules. See modules.h.
#include "modules.h"

#include "mytriton/frontend/parse.h"
#include "mytriton/frontend/read_source.h"

#include <algorithm>
#include <filesystem>

namespace mytriton {

namespace {

namespace fs = std::filesystem;

std::string directoryOf(const std::string &path) { return fs::path(path).parent_path().string(); }

// As messages and depfiles name it: relative where the kernel's file was named so.
std::string joined(const std::string &directory, std::string_view name) {
  return (fs::path(directory) / name).lexically_normal().string();
}

bool isFile(const std::string &path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

bool isDirectory(const std::string &path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

} // namespace

Modules::Modules(const SourceFile &file, std::unique_ptr<ast::Module> module,
                 std::vector<std::string> importPaths, Diagnostics &diagnostics)
    : file_(file), module_(std::move(module)), importPaths_(std::move(importPaths)),
      diagnostics_(diagnostics) {
  const std::string path = fs::path(file.name()).lexically_normal().string();
  main_ = scope(path, directoryOf(file.name()), false);
  main_->define(module_->items);
}

const ast::Module &Modules::read(const std::string &path) {
  Source source;
  source.file = readSource(path, diagnostics_);
  if (!source.file)
    throw Diagnosed{};
  filesRead_.push_back(path);
  source.module = parseModule(*source.file, diagnostics_);
  if (!source.module)
    throw Diagnosed{};
  sources_.push_back(std::move(source));
  return *sources_.back().module;
}

ModuleScope *Modules::scope(const std::string &path, const std::string &directory, bool package) {
  std::unique_ptr<ModuleScope> &scope = scopes_[path];
  if (!scope)
    scope = std::make_unique<ModuleScope>(*this, path, directory, package);
  return scope.get();
}

ModuleScope *Modules::inDirectory(const std::string &directory, std::string_view name) {
  const std::string path = joined(directory, name);
  const std::string package = joined(path, "__init__.py");
  if (isFile(package))
    return scope(package, path, true);
  if (isFile(path + ".py"))
    return scope(path + ".py", directory, false);
  return isDirectory(path) ? scope(path, path, true) : nullptr;
}

// `a.b` in a directory.
ModuleScope *Modules::below(const std::string &directory, std::string_view name) {
  ModuleScope *found = nullptr;
  for (;;) {
    const std::size_t dot = name.find('.');
    found = inDirectory(found ? found->directory() : directory, name.substr(0, dot));
    if (!found || dot == std::string_view::npos)
      return found;
    if (!found->isPackage())
      return nullptr;
    name.remove_prefix(dot + 1);
  }
}

ModuleScope *Modules::search(const std::string &name, const std::string &directory) {
  constexpr std::size_t kLongest = 1000;
  if (name.size() > kLongest)
    return nullptr;
  const std::size_t dots = std::min(name.find_first_not_of('.'), name.size());
  if (dots == 0) {
    std::vector<std::string> places{directory, main_->directory()};
    places.insert(places.end(), importPaths_.begin(), importPaths_.end());
    for (const std::string &place : places)
      if (ModuleScope *found = below(place, name))
        return found;
    return nullptr;
  }
  std::string base = directory;
  for (std::size_t i = 1; i < dots; ++i)
    base = joined(base, "..");
  if (dots < name.size())
    return below(base, std::string_view(name).substr(dots));
  const std::string package = joined(base, "__init__.py");
  return isFile(package) ? scope(package, base, true)
                         : scope(base.empty() ? "." : base, base, true);
}

ModuleScope *Modules::find(const std::string &name, const std::string &directory) {
  const auto [entry, isNew] = found_.try_emplace({directory, name}, nullptr);
  if (isNew)
    entry->second = search(name, directory);
  return entry->second;
}

} // namespace mytriton
