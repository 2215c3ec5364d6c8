// Types and constants as CUDA C++ spells them.
#pragma once

#include "mytriton/ir/ir.h"

#include <string>
#include <string_view>

namespace mytriton {

std::string_view cudaType(DType dtype);
// Of an element or a pointer: "float", "float*"; "const" never. What bools are called in memory,
// and in arrays that are moved to and from it as vectors, is "unsigned char".
std::string cudaType(Type type);
// The built-in vector type of `elements` elements, "float4", or one of the same size.
std::string cudaVectorType(DType dtype, int elements);

// A constant. One of an integer narrower than int has the type int, as in C.
std::string cudaLiteral(const Scalar &scalar);

// f16 and bf16, for which C++ has no operations of its own.
inline bool isHalf(DType dtype) { return dtype == DType::F16 || dtype == DType::BF16; }
// Integers that C++ computes as int.
inline bool isNarrow(DType dtype) { return isInteger(dtype) && bitWidth(dtype) < 32; }

} // namespace mytriton
