// What Triton's language has and this one has not. See builtins.h.
#include "builtins.h"

#include <utility>

namespace mytriton {

namespace {

constexpr std::string_view kPointers =
    "; compute the pointers with tl.arange and use a mask at the edges";
constexpr std::string_view kShown =
    "; tl.static_print shows what is known at compile time, and tl.store writes what is not";
constexpr std::string_view kAsserted = "; tl.static_assert checks what is known at compile time";
constexpr std::string_view kTiled =
    "; factories, tl.arange, x[:, None], tl.trans and tl.permute make shapes";
constexpr std::string_view kReduced = "; tl.sum, tl.max and tl.min reduce";
constexpr std::string_view kIntegers = "; hash the offset with integer arithmetic";
constexpr std::string_view kOperator = "; use the operator";

constexpr std::pair<std::string_view, std::string_view> kTable[] = {
    // shapes
    {"broadcast", kTiled},
    {"broadcast_to", kTiled},
    {"cat", kTiled},
    {"expand_dims", "; write x[:, None]"},
    {"flip", kTiled},
    {"interleave", kTiled},
    {"join", kTiled},
    {"ravel", kTiled},
    {"reshape", kTiled},
    {"split", kTiled},
    {"squeeze", kTiled},
    {"swizzle2d", ""},
    {"unsqueeze", "; write x[:, None]"},
    {"view", kTiled},
    {"item", ""},
    {"to_tensor", "; a number becomes a value where it meets one"},
    {"tensor", ""},
    // products
    {"dot_scaled", "; convert the operands and use tl.dot"},
    // memory
    {"make_block_ptr", kPointers},
    {"advance", kPointers},
    {"make_tensor_descriptor", kPointers},
    {"load_tensor_descriptor", kPointers},
    {"store_tensor_descriptor", kPointers},
    {"tensor_descriptor", kPointers},
    {"tensor_descriptor_type", kPointers},
    {"block_type", ""},
    {"tuple", ""},
    {"tuple_type", ""},
    {"const", "; a pointer that is only read becomes one to const"},
    {"void", ""},
    {"pi32_t", ""},
    {"atomic_add", ""},
    {"atomic_and", ""},
    {"atomic_cas", ""},
    {"atomic_max", ""},
    {"atomic_min", ""},
    {"atomic_or", ""},
    {"atomic_poll", ""},
    {"atomic_xchg", ""},
    {"atomic_xor", ""},
    // numbers
    {"add", kOperator},
    {"sub", kOperator},
    {"mul", kOperator},
    {"softmax", "; write it with tl.max, tl.exp and tl.sum"},
    // reductions and scans
    {"argmax", kReduced},
    {"argmin", kReduced},
    {"associative_scan", ""},
    {"bitonic_merge", ""},
    {"cumprod", ""},
    {"cumsum", ""},
    {"gather", "; load through computed pointers"},
    {"histogram", ""},
    {"map_elementwise", "; call the function on the blocks"},
    {"reduce", kReduced},
    {"reduce_or", kReduced},
    {"sort", ""},
    {"topk", ""},
    {"xor_sum", kReduced},
    // random numbers
    {"pair_uniform_to_normal", kIntegers},
    {"philox", kIntegers},
    {"philox_impl", kIntegers},
    {"rand", kIntegers},
    {"rand4x", kIntegers},
    {"randint", kIntegers},
    {"randint4x", kIntegers},
    {"randn", kIntegers},
    {"randn4x", kIntegers},
    {"uint_to_uniform_float", kIntegers},
    // control, hints and messages
    {"condition", "; write the condition itself"},
    {"expect_zero", ""},
    {"device_assert", kAsserted},
    {"device_print", kShown},
    {"print", kShown},
    {"isinstance", "; compare types, as in x.dtype == tl.float16"},
    {"hasattr", ""},
    {"getattr", ""},
    // other code
    {"inline_asm_elementwise", ""},
    {"extra", ""},
    {"target_info", ""},
    {"aggregate", ""},
};

} // namespace

std::optional<std::string_view> notSupported(std::string_view name) {
  for (const auto &[known, instead] : kTable)
    if (known == name)
      return instead;
  return std::nullopt;
}

} // namespace mytriton
