// Libraries that are loaded when they are used.
#include "dynamic_library.h"

#include <dlfcn.h>

namespace mytriton {

DynamicLibrary::DynamicLibrary(std::span<const std::string> candidates) {
  for (const std::string &candidate : candidates) {
    handle_ = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ != nullptr)
      return;
    const char *why = dlerror();
    problem_ += "\n  " + std::string(why != nullptr ? why : candidate.c_str());
  }
}

void *DynamicLibrary::symbol(const char *name) {
  void *address = dlsym(handle_, name);
  if (address == nullptr && missing_.empty())
    missing_ = name;
  return address;
}

} // namespace mytriton
