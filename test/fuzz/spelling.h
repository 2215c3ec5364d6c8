// How dtypes, operators and literals look in Python.
#pragma once

#include "program.h"

namespace mytriton::fuzz {

// {0}, {1}, {2}: the operands. `retyped`: what comes out may be of a wider dtype.
struct Spelling {
  const char *text;
  bool retyped = false;
};

Spelling spellingOf(Function function);
std::string dtypeName(DType dtype);
std::string literal(double number, DType dtype);
std::string shapeText(const Shape &shape);

} // namespace mytriton::fuzz
