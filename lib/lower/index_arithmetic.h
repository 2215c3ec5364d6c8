// Which integer arithmetic may be written as plain signed arithmetic.
//
// Integers of the language wrap, and signed overflow of C++ is undefined, so a chain of + - * is
// plain only where wrapping would already be an error of the kernel: it is made of program ids,
// ranges, i32 parameters and constants alone, and all that becomes of it is an address or an
// ordered comparison.
#pragma once

#include "mytriton/ir/ir.h"

#include <unordered_set>

namespace mytriton {

class IndexArithmetic {
public:
  explicit IndexArithmetic(const Kernel &kernel);

  // Of the result of an add, sub, mul or neg, and of ranges and scalars that feed them.
  bool isPlain(const Value *value) const { return plain_.count(value) != 0; }

private:
  std::unordered_set<const Value *> plain_;
};

} // namespace mytriton
