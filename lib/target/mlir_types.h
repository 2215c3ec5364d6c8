// Types and constants as MLIR spells them.
#pragma once

#include "mytriton/ir/ir.h"

#include <string>
#include <string_view>

namespace mytriton {

// Of one element: "i32" of i32 and u32, since MLIR's integers have no sign; "i1" of bool.
std::string_view mlirType(DType dtype);
// Of one element in memory, where a bool is a byte.
std::string_view mlirMemoryType(DType dtype);
// Of a value: "f32", "!llvm.ptr<1>", "vector<16xf32>". Registers have one dimension: MLIR addresses
// only those of a vector of one dimension by an index that is computed.
std::string mlirType(const Type &type);
// Of a vector of memory elements.
std::string mlirVectorType(std::int64_t elements, std::string_view element);

// "1024", "0.5", "true"; floats that have no digits as their bits: "0x7F800000".
std::string mlirLiteral(const Scalar &scalar);
// What a constant is called, without the sign in front: "c1024", "c1_i64", "c0.5", "true".
std::string mlirConstantName(const Scalar &scalar);

} // namespace mytriton
