// To which dtype an operator brings its operands: Triton's rules.
//
// A literal is weak in arithmetic: it takes the other operand's dtype unless it is of a higher kind
// (bool < int < float). In comparisons, tl.minimum and tl.maximum it counts as what it is alone.
#pragma once

#include "mytriton/ir/scalar.h"
#include "mytriton/metadata/launch_metadata.h"

#include <optional>

namespace mytriton {

// `/`, `//` and `%`: there are none of 16-bit floats, and none of integers of different signedness.
enum class Division : bool { No, Yes };

// The dtype of two operands of which neither is weak; nullopt where they cannot be divided.
std::optional<DType> commonDType(DType a, DType b, Division division);
// The dtype of a value and a weak literal whose own dtype is `literal`.
std::optional<DType> commonWithLiteral(DType value, DType literal, Division division);

// What a literal is alone: bool; i32, u32 or i64, the first that holds it; f32, or f64 where it
// lies outside the normal numbers of f32. nullopt for what is no number.
std::optional<DType> literalDType(const ConstexprValue &literal);
// A number as a value of `dtype`, by the rules of conversion.
Scalar literalValue(const ConstexprValue &literal, DType dtype);
// Whether a number is a value of `dtype` but for rounding: an integer must lie within its range.
bool literalFits(const ConstexprValue &literal, DType dtype);

} // namespace mytriton
