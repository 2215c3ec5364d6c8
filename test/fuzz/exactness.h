// How large a value can be if it is known to be an integer: what decides whether sums of it are
// exact in any order.
#pragma once

#include "program.h"

#include <limits>
#include <map>

namespace mytriton::fuzz {

struct Exactness {
  double bound = std::numeric_limits<double>::infinity(); // of the magnitude; infinity: unknown
  bool negativeZero = true;                               // may be -0.0
};

// Up to this magnitude every integer is a value of the dtype.
double exactLimit(DType dtype);

using Exactnesses = std::map<std::string, Exactness>; // of variables

Exactness exactnessOf(const Program &program, const Exactnesses &variables, const Expr &expr);

// How large the elements of a sum of `count` may be, so that it is exact in `dtype`.
double addendLimit(DType dtype, std::int64_t count);
// How large the elements of the operands of a dot may be, and those of what it is added to.
double factorLimit(std::int64_t count);
constexpr double kDotStartLimit = 1 << 23;

} // namespace mytriton::fuzz
