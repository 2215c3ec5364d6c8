// The table of helper functions, as templates: $T is the operands' type, $U the unsigned type in
// which it is computed, $N the unsigned type of the same width, $W the width in bits, $L one less.
#include "cuda_helpers.h"

#include "cuda_types.h"

#include <fmt/format.h>
#include <optional>

namespace mytriton {

namespace {

struct Helper {
  std::string_view name;
  char sort;                // of its operands: (s)igned, (u)nsigned, (f)loat
  std::string_view comment; // over the first of that name
  std::string_view parameters;
  std::string_view value;
};

constexpr std::string_view kWraps = "Integers wrap; signed overflow is undefined in C++.";
constexpr std::string_view kDivides =
    "Rounds towards zero. Division by zero gives all ones, the lowest integer by -1 wraps.";
constexpr std::string_view kRemains =
    "The remainder of int_div: with the sign of a; a itself where b is zero.";
constexpr std::string_view kShifts = "Shifts by the width or more leave nothing but the sign.";
constexpr std::string_view kPropagates = "NaN wins; of equal values, the right one.";
constexpr std::string_view kConverts =
    "Truncates; what is out of range becomes the nearest integer, NaN 0.";

constexpr Helper kHelpers[] = {
    {"wrap_add", 's', kWraps, "$T a, $T b", "($T)(($U)a + ($U)b)"},
    {"wrap_sub", 's', kWraps, "$T a, $T b", "($T)(($U)a - ($U)b)"},
    {"wrap_mul", 's', kWraps, "$T a, $T b", "($T)(($U)a * ($U)b)"},
    {"wrap_mul", 'u', kWraps, "$T a, $T b", "($T)(($U)a * ($U)b)"},
    {"wrap_neg", 's', kWraps, "$T a", "($T)(0 - ($U)a)"},
    {"wrap_abs", 's', kWraps, "$T a", "a < 0 ? ($T)(0 - ($U)a) : a"},
    {"int_div", 's', kDivides, "$T a, $T b", "b == 0 ? -1 : b == -1 ? ($T)(0 - ($U)a) : a / b"},
    {"int_div", 'u', kDivides, "$T a, $T b", "b == 0 ? ($T)-1 : a / b"},
    {"int_rem", 's', kRemains, "$T a, $T b", "b == 0 ? a : b == -1 ? 0 : a % b"},
    {"int_rem", 'u', kRemains, "$T a, $T b", "b == 0 ? a : a % b"},
    {"int_shl", 's', kShifts, "$T a, $T n", "($N)n < $W ? ($T)(($U)a << n) : 0"},
    {"int_shl", 'u', kShifts, "$T a, $T n", "n < $W ? ($T)(($U)a << n) : 0"},
    {"int_shr", 's', kShifts, "$T a, $T n", "a >> (($N)n < $W ? n : $L)"},
    {"int_shr", 'u', kShifts, "$T a, $T n", "n < $W ? a >> n : 0"},
    {"minimum", 'f', kPropagates, "$T a, $T b", "a < b || a != a ? a : b"},
    {"maximum", 'f', kPropagates, "$T a, $T b", "a > b || a != a ? a : b"},
};

constexpr DType kDTypes[] = {
#define X(kind, ir, triton, bits, sort) DType::kind,
    MYTRITON_DTYPES(X)
#undef X
};

char sortOf(DType dtype) {
  return isFloat(dtype) ? 'f' : isSigned(dtype) ? 's' : dtype == DType::Bool ? 'b' : 'u';
}

std::string_view unsignedOfWidth(int bits) {
  return bits == 8    ? "unsigned char"
         : bits == 16 ? "unsigned short"
         : bits == 32 ? "unsigned"
                      : "unsigned long long";
}

std::string instantiate(std::string_view text, DType dtype) {
  const int bits = bitWidth(dtype);
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      result += text[i];
      continue;
    }
    switch (text[++i]) {
    case 'T':
      result += cudaType(dtype);
      break;
    case 'U':
      result += unsignedOfWidth(bits < 32 ? 32 : bits);
      break;
    case 'N':
      result += unsignedOfWidth(bits);
      break;
    default:
      result += fmt::format("{}", text[i] == 'L' ? bits - 1 : bits);
    }
  }
  return result;
}

// The dtype that a helper converts to: "to_i8".
std::optional<DType> convertsTo(std::string_view name) {
  return name.substr(0, 3) == "to_" ? dtypeFromName(name.substr(3)) : std::nullopt;
}

// What a conversion of `a` to an integer dtype is.
std::string converted(DType to, DType from) {
  const int bits = bitWidth(to);
  std::string value = cudaToInteger(to, from) + "(a)";
  if (bits < 32 && isSigned(to))
    value = fmt::format("min(max({}, {}), {})", value, -(1 << (bits - 1)), (1 << (bits - 1)) - 1);
  else if (bits < 32)
    value = fmt::format("min({}, {}u)", value, (1 << bits) - 1);
  // CUDA gives 0 for NaN only where neither type has 64 bits.
  return bits == 64 || from == DType::F64 ? fmt::format("a != a ? 0 : {}", value) : value;
}

// Functions of one name stand under one comment.
class HelperText {
public:
  void add(std::string_view name, std::string_view comment, DType result,
           const std::string &parameters, const std::string &value) {
    constexpr std::size_t kLineWidth = 100;
    if (name != last_)
      text_ += fmt::format("{}// {}\n", text_.empty() ? "" : "\n", comment);
    last_ = name;
    const std::string head = fmt::format("static __device__ __forceinline__ {} {}({}) {{",
                                         cudaType(result), name, parameters);
    const std::string body = fmt::format("return {};", value);
    if (head.size() + body.size() + 3 <= kLineWidth)
      text_ += fmt::format("{} {} }}\n", head, body);
    else
      text_ += fmt::format("{}\n    {}\n}}\n", head, body);
  }
  std::string take() { return text_.empty() ? "" : text_ + "\n"; }

private:
  std::string text_;
  std::string last_;
};

} // namespace

std::string cudaHelpers(const UsedHelpers &used) {
  HelperText text;
  for (const Helper &helper : kHelpers)
    for (DType dtype : kDTypes)
      if (sortOf(dtype) == helper.sort && used.count({std::string(helper.name), dtype}) != 0)
        text.add(helper.name, helper.comment, dtype, instantiate(helper.parameters, dtype),
                 instantiate(helper.value, dtype));
  for (const auto &[name, from] : used)
    if (const std::optional<DType> to = convertsTo(name))
      text.add(name, kConverts, *to, fmt::format("{} a", cudaType(from)), converted(*to, from));
  return text.take();
}

bool isCudaHelper(std::string_view name) {
  for (const Helper &helper : kHelpers)
    if (helper.name == name)
      return true;
  const std::optional<DType> to = convertsTo(name);
  return to && isInteger(*to);
}

std::string cudaToInteger(DType to, DType from) {
  return fmt::format("__{}2{}{}_rz", from == DType::F64 ? "double" : "float",
                     isSigned(to) ? "" : "u", bitWidth(to) == 64 ? "ll" : "int");
}

std::string toIntegerHelper(DType to, DType from) {
  const bool exact = bitWidth(to) == 32 && from == DType::F32;
  return exact ? "" : fmt::format("to_{}", irName(to));
}

} // namespace mytriton
