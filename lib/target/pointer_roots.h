// Which parameters a pointer may point into.
//
// Pointers that flow into one another (by arithmetic, through the carried values of loops, the
// results of conditions or registers) form one group; a group is read-only where no store goes
// through any of its pointers.
#pragma once

#include "mytriton/ir/ir.h"

#include <unordered_map>

namespace mytriton {

class PointerRoots {
public:
  explicit PointerRoots(const Kernel &kernel);

  // True of a pointer through whose group the kernel stores nothing.
  bool readOnly(const Value *pointer) const;

private:
  const Value *find(const Value *value) const;
  void join(const Value *a, const Value *b);

  mutable std::unordered_map<const Value *, const Value *> parents_; // union-find
  std::unordered_map<const Value *, bool> written_;                  // of a group
};

} // namespace mytriton
