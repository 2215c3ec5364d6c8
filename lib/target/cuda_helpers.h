// Helper functions at the top of a generated file: what the language defines and C++ does not. One
// that serves several dtypes is overloaded.
#pragma once

#include "mytriton/ir/type.h"

#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace mytriton {

// A helper's name and the dtype of its operands.
using UsedHelpers = std::set<std::pair<std::string, DType>>;

// The functions, in the order in which they stand in a file.
std::string cudaHelpers(const UsedHelpers &used);

bool isCudaHelper(std::string_view name);

// The helper that converts floats to an integer dtype as the language does: "to_i8". It takes f32
// and f64. Empty where CUDA's own conversion, cudaToInteger, does that.
std::string toIntegerHelper(DType to, DType from);
// CUDA's conversion that truncates and saturates, to an integer of 32 or 64 bits that holds `to`:
// "__float2int_rz".
std::string cudaToInteger(DType to, DType from);

} // namespace mytriton
