// Names of SSA values, with the sign in front: the author's where there is one, else numbers.
//
// MLIR forgets a name at the end of the region that defines it, so that the same names can stand in
// regions beside each other; a name of an outer region must not be given again in an inner one.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace mytriton {

class MlirNames {
public:
  // `%wanted`, or `%wanted_1`, `%wanted_2`, … where it is taken; free again behind the scope.
  std::string unique(std::string_view wanted);
  // One that has never been given, and stays taken: of what is defined at the top of the function.
  std::string fresh(std::string_view wanted);
  // The next number.
  std::string number();

  void openScope() { scopes_.push_back(given_.size()); }
  void closeScope();

private:
  std::unordered_set<std::string> taken_;
  std::unordered_set<std::string> ever_;
  std::unordered_map<std::string, int> next_; // the suffix to try for a name that is taken
  std::vector<std::string> given_;            // in the scopes that are open
  std::vector<std::size_t> scopes_;
  int numbers_ = 0;
};

} // namespace mytriton
