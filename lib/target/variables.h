// The last decision before printing: which values become variables, what they are called, and where
// the registers of loops and conditions live, so that no line only copies.
//
// A scalar that is used once is printed where it is used; one that the author named, or that is
// used several times, becomes a variable. What a loop over registers or a condition yields is
// computed right into the variable of the result. A value that a loop carries lives in one variable
// from the initial value to the result, where nobody needs an older value of it.
#pragma once

#include "in_place.h"
#include "names.h"

#include "mytriton/ir/ir.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace mytriton {

class Variables {
public:
  // `ssaNames`: variables are called v3 after the tile level's listing, one for each operation.
  Variables(const Kernel &kernel, bool ssaNames);

  // The variable or part of one (`x_values[r]`) that holds a value; null: it has none, and its
  // expression is printed where it is used.
  const std::string *of(const Value *value) const;
  // True where the value's operation has to declare the variable that holds it.
  bool declares(const Value *value) const { return declared_.count(value) != 0; }
  // True where it is assigned again after its declaration.
  bool isMutable(const Value *value) const { return mutable_.count(roots_.at(value)) != 0; }
  // The value whose variable `value` lives in; null where it has no variable of this kind.
  const Value *root(const Value *value) const;
  // A name that nothing else has, for what only the printer needs.
  std::string temporary(std::string_view wanted) { return names_.fresh(wanted); }
  // Bytes to align a declared array to, for the vector accesses to it; 0: its own alignment.
  int alignment(const Value *value) const;
  const std::string &parameter(unsigned index) const { return parameters_[index]; }

private:
  void planRegion(const Region &region);
  // A region in braces: names that it declares are free again behind it.
  void planInner(const Region &region);
  void releaseNames(std::size_t before);
  void planOperation(const Operation &op);
  void planYields(const Operation &op, const Region &region, const std::string &suffix);
  void planLoop(const Operation &op);
  void place(const Value *value, const Value *like, const std::string &suffix);
  void nameIndices(const Operation &each);
  void declare(const Value *value);
  bool isInline(const Operation &op) const;
  bool isShortIndex(const Operation &op) const;
  bool continues(const Value *carried, const Operation &op) const;
  bool isElementOfItsName(const Value &value) const;
  bool isHoisted(const Operation &op) const;
  std::string indexName() const;
  std::string nameFor(const Value *value);
  // `array` is moved as such vectors; nothing follows from it where `vector` is a scalar.
  void alignForVector(const Value *array, Type vector);

  bool ssaNames_;
  InPlace inPlace_;
  NameScope names_;
  std::vector<std::string> parameters_;
  std::unordered_map<const Value *, std::string> places_;
  std::unordered_map<const Value *, const Value *> roots_; // whose variable a place is part of
  std::unordered_map<const Value *, const Value *> held_;  // what the variable holds until then
  std::unordered_set<const Value *> mutable_;              // of the roots
  std::unordered_map<const Value *, int> alignments_;
  std::unordered_set<const Value *> readsShared_; // printed in place, and read shared memory there
  std::unordered_map<const Value *, int> sizes_;  // operations in an expression printed in place
  std::unordered_set<const Value *> declared_;
  std::vector<std::string> declaredNames_; // in the regions that are open
};

} // namespace mytriton
