// See private_folder.h.
#include "mytriton/support/private_folder.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

namespace mytriton {

namespace fs = std::filesystem;

PrivateFolder::PrivateFolder(const std::string &parent) : path_(parent + "/build-XXXXXX") {
  if (!mkdtemp(path_.data()))
    path_.clear();
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  if (!path_.empty())
    fs::remove_all(path_, ignored);
}

std::string PrivateFolder::file(std::string_view name) const {
  return fmt::format("{}/{}", path_, name);
}

bool PrivateFolder::moveTo(const std::string &place) {
  if (std::rename(path_.c_str(), place.c_str()) != 0)
    return false;
  path_.clear();
  return true;
}

std::string temporaryFolder() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  return error ? "/tmp" : folder.string();
}

} // namespace mytriton
