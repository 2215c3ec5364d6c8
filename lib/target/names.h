// Names in the generated code: the author's where they can be had, made unique, none that CUDA C++
// has taken.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace mytriton {

// Keywords of C++, and the functions, types and variables that generated code uses or that CUDA
// declares without a header.
bool isReservedName(std::string_view name);

// An identifier of C++ that reads like `name`: letters outside ASCII become _uXXXX.
std::string asIdentifier(std::string_view name);

class NameScope {
public:
  // `wanted`, or `wanted_1`, `wanted_2`, … where it is taken.
  std::string unique(std::string_view wanted);
  // A name that has never been given, not even to what has been released.
  std::string fresh(std::string_view wanted);
  void reserve(std::string name) { taken_.insert(std::move(name)); }
  void release(const std::string &name) { taken_.erase(name); }
  bool taken(const std::string &name) const { return taken_.count(name) != 0; }

private:
  std::unordered_set<std::string> taken_;
  std::unordered_set<std::string> given_;     // ever
  std::unordered_map<std::string, int> next_; // the suffix to try for a name that is taken
};

} // namespace mytriton
