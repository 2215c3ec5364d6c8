// Helper functions at the top of a generated file: what the language defines and C++ does not.

#include "cuda_printer.h"

namespace mytriton {

namespace {

struct Helper {
  std::string_view name;
  DType dtype; // of its operands
  std::string_view text;
};

constexpr Helper kHelpers[] = {
    {"wrap_add", DType::I32, R"(// Integers wrap; signed overflow is undefined in C++.
static __device__ __forceinline__ int wrap_add(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
)"},
    {"wrap_sub", DType::I32, R"(// Integers wrap; signed overflow is undefined in C++.
static __device__ __forceinline__ int wrap_sub(int a, int b) { return (int)((unsigned)a - (unsigned)b); }
)"},
    {"wrap_mul", DType::I32, R"(// Integers wrap; signed overflow is undefined in C++.
static __device__ __forceinline__ int wrap_mul(int a, int b) { return (int)((unsigned)a * (unsigned)b); }
)"},
    {"wrap_neg", DType::I32, R"(// Integers wrap; signed overflow is undefined in C++.
static __device__ __forceinline__ int wrap_neg(int a) { return (int)(0u - (unsigned)a); }
)"},
    {"int_div", DType::I32,
     R"(// Rounds towards zero. Division by zero gives all ones, INT_MIN / -1 wraps.
static __device__ __forceinline__ int int_div(int a, int b) {
    return b == 0 ? -1 : b == -1 ? (int)(0u - (unsigned)a) : a / b;
}
)"},
    {"int_rem", DType::I32,
     R"(// The remainder of int_div: with the sign of a; a itself where b is zero.
static __device__ __forceinline__ int int_rem(int a, int b) { return b == 0 ? a : b == -1 ? 0 : a % b; }
)"},
    {"minimum", DType::F32, R"(// NaN wins; of equal values, the right one.
static __device__ __forceinline__ float minimum(float a, float b) { return a < b || a != a ? a : b; }
)"},
    {"minimum", DType::I32,
     R"(static __device__ __forceinline__ int minimum(int a, int b) { return a < b ? a : b; }
)"},
    {"maximum", DType::F32, R"(// NaN wins; of equal values, the right one.
static __device__ __forceinline__ float maximum(float a, float b) { return a > b || a != a ? a : b; }
)"},
    {"maximum", DType::I32,
     R"(static __device__ __forceinline__ int maximum(int a, int b) { return a > b ? a : b; }
)"},
};

} // namespace

std::string cudaHelpers(const std::set<std::pair<std::string_view, DType>> &used) {
  std::string text;
  for (const Helper &helper : kHelpers)
    if (used.count({helper.name, helper.dtype}) != 0)
      text += std::string(helper.text) + "\n";
  return text;
}

} // namespace mytriton
