// See mlir_names.h.
#include "mlir_names.h"

#include <fmt/format.h>

namespace mytriton {

std::string MlirNames::unique(std::string_view wanted) {
  std::string name = fmt::format("%{}", wanted);
  if (taken_.count(name) != 0) {
    int &next = next_[name];
    std::string numbered;
    do
      numbered = fmt::format("{}_{}", name, ++next);
    while (taken_.count(numbered) != 0);
    name = std::move(numbered);
  }
  taken_.insert(name);
  ever_.insert(name);
  given_.push_back(name);
  return name;
}

std::string MlirNames::fresh(std::string_view wanted) {
  std::string name = fmt::format("%{}", wanted);
  for (int &next = next_[name]; ever_.count(name) != 0;)
    name = fmt::format("%{}_{}", wanted, ++next);
  taken_.insert(name);
  ever_.insert(name);
  return name;
}

std::string MlirNames::number() { return fmt::format("%{}", numbers_++); }

void MlirNames::closeScope() {
  for (; given_.size() > scopes_.back(); given_.pop_back())
    taken_.erase(given_.back());
  scopes_.pop_back();
}

} // namespace mytriton
