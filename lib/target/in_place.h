// Whether a value may be computed right into the variable of another one.
//
// A carried value of a loop lives in one variable: the region's argument is what it holds until the
// next value is written. An operation may write the next value there at once if nobody reads the
// old one afterwards, and if it reads the old one itself, then only the element that it is about to
// write.
#pragma once

#include "mytriton/ir/ir.h"

#include <unordered_map>
#include <unordered_set>

namespace mytriton {

// Operations that are printed as statements, which may write into a destination.
bool writesDestination(const Operation &op);

class InPlace {
public:
  explicit InPlace(const Kernel &kernel);

  // `value`, made by a statement of `region` and yielded at its end, while the variable holds
  // `held`, which the region (or one around it) takes as an argument.
  bool mayWrite(const Value *value, const Value *held, const Region &region) const;

private:
  // The statements that read a value, through any number of expressions that may be printed there.
  std::unordered_set<const Operation *> readers(const Value *value) const;
  bool readsOnlyWhatItWrites(const Operation &writer, unsigned result, const Value *held) const;
  bool eachReadsOwnElement(const Operation &each, const Value *held) const;

  std::unordered_map<const Operation *, std::size_t> position_; // preorder
};

} // namespace mytriton
