// The variables of a function while it is evaluated. What a branch or the body of a loop changes is
// recorded, so that it can be undone, and merged with what the other branch did.
#pragma once

#include "object.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mytriton {

class Locals {
public:
  struct Variable {
    std::optional<Object> value; // nullopt: it has none any more
    SourceRange range;           // of the assignment that gave it, or after which it has none
  };
  struct Change {
    std::string name;
    std::optional<Variable> before, after; // nullopt: never assigned
  };
  // In the order of the first change to each.
  using Changes = std::vector<Change>;

  // Null where it was never assigned.
  const Variable *find(const std::string &name) const;
  void set(const std::string &name, Object value, SourceRange range);
  // From here on it has no value; `range` is where it got one that does not count.
  void lose(const std::string &name, SourceRange range);
  // In alphabetical order.
  std::vector<std::string> names() const;

  // Between the two, changes are recorded; `end` undoes and returns them. They may be nested.
  void begin() { records_.emplace_back(); }
  Changes end();
  void apply(const Changes &changes);
  // The names that were changed since the last `begin`.
  std::vector<std::string> changed() const;

private:
  struct Record {
    Changes changes;
    std::unordered_map<std::string, std::size_t> index;
  };
  void put(const std::string &name, std::optional<Variable> variable);

  std::unordered_map<std::string, Variable> variables_;
  std::vector<Record> records_;
};

// Whether two values are the same, so that it does not matter which of them is taken.
bool isSame(const Object &a, const Object &b);

} // namespace mytriton
