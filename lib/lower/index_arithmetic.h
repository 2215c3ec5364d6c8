// Which integer arithmetic may be written as plain signed arithmetic.
//
// Integers of the language wrap, and signed overflow of C++ is undefined, so a chain of + - * is
// plain only where wrapping would already be an error of the kernel:
//
// - A position is a sum of tile starts (a program id times a constant), ranges, indices of loops
//   and small constants; a loop may carry it and add to it. It leaves 32 bits only where a launch
//   has more than 2^31 elements. It is plain where all that becomes of it are addresses and ordered
//   comparisons.
// - Other chains of + - * on these and on i32 and i64 parameters are plain where all that becomes
//   of them are addresses. One that is compared wraps: the comparison may be there to catch just
//   that, and a compiler that is told that nothing overflows leaves it out. A product may be a
//   hash.
//
// Either may be widened to i64 on the way.
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
