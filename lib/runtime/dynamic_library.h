// Libraries that are loaded only when they are used, and may be absent.
#pragma once

#include <span>
#include <string>

namespace mytriton {

class DynamicLibrary {
public:
  // Opens the first candidate that opens: a plain name, which the loader looks for, or a path. It
  // stays open until the program ends: a driver does not bear to be closed.
  explicit DynamicLibrary(std::span<const std::string> candidates);

  explicit operator bool() const { return handle_ != nullptr; }
  // Where nothing opened: what was tried and why it failed, for a message.
  const std::string &problem() const { return problem_; }

  // Sets `function` to the symbol. Where it is absent, sets it to null and notes the first such
  // name.
  template <typename Function>
  void find(Function *&function, const char *name) {
    function = reinterpret_cast<Function *>(symbol(name));
  }
  const std::string &missingSymbol() const { return missing_; }

private:
  void *symbol(const char *name);

  void *handle_ = nullptr;
  std::string problem_;
  std::string missing_;
};

} // namespace mytriton
