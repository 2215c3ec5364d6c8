// A temporary folder that nobody else can read or write.
#pragma once

#include <string>
#include <string_view>

namespace mytriton {

// A new folder of our own, removed with what it holds unless it was given a place.
class PrivateFolder {
public:
  // In `parent`; exists() is false where that cannot be.
  explicit PrivateFolder(const std::string &parent);
  PrivateFolder(const PrivateFolder &) = delete;
  PrivateFolder &operator=(const PrivateFolder &) = delete;
  ~PrivateFolder();

  bool exists() const { return !path_.empty(); }
  const std::string &path() const { return path_; }
  std::string file(std::string_view name) const;
  // False where something stands there already.
  bool moveTo(const std::string &place);

private:
  std::string path_;
};

std::string temporaryFolder(); // $TMPDIR or /tmp

} // namespace mytriton
