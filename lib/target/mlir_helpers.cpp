// The helper functions. Those of arithmetic are templates: $T is the operands' type, $W its width
// in bits, $L one less.
#include "mlir_helpers.h"

#include "mlir_lanes.h"
#include "mlir_types.h"

#include <bit>
#include <fmt/format.h>

namespace mytriton {

namespace {

struct Helper {
  std::string_view name;
  char sort;                // of its operands: (s)igned, (u)nsigned, (f)loat
  std::string_view comment; // over the first of that name
  std::string_view operands;
  std::string_view result; // "$T" where it is the operands' type
  std::string_view body;   // ends with the value that is returned, called %result
};

constexpr std::string_view kWraps = "The lowest integer stays what it is.";
constexpr std::string_view kDivides =
    "Rounds towards zero. Division by zero gives all ones, the lowest integer by -1 wraps.";
constexpr std::string_view kRemains =
    "The remainder of int_div: with the sign of a; a itself where b is zero.";
constexpr std::string_view kShifts = "Shifts by the width or more leave nothing but the sign.";
constexpr std::string_view kPropagates = "NaN wins; of equal values, the right one.";
constexpr std::string_view kRoundsOnce =
    "Rounded once: what a double cannot hold stays in its last bit, on its side of a tie.";

// arith divides by zero, and the lowest integer by -1, in no defined way: there by 1 instead.
constexpr std::string_view kSignedDivisor = R"(%zero = arith.constant 0 : $T
%one = arith.constant 1 : $T
%ones = arith.constant -1 : $T
%by_zero = arith.cmpi eq, %b, %zero : $T
%by_minus_one = arith.cmpi eq, %b, %ones : $T
%undefined = arith.ori %by_zero, %by_minus_one : i1
%divisor = arith.select %undefined, %one, %b : $T
)";
constexpr std::string_view kUnsignedDivisor = R"(%zero = arith.constant 0 : $T
%one = arith.constant 1 : $T
%by_zero = arith.cmpi eq, %b, %zero : $T
%divisor = arith.select %by_zero, %one, %b : $T
)";

// The count is kept in range for its own sake too: of a 64-bit one LLVM passes on the lower half.
constexpr std::string_view kCount = R"(%zero = arith.constant 0 : $T
%most = arith.constant $L : $T
%within = arith.cmpi ule, %n, %most : $T
%count = arith.minui %n, %most : $T
)";

constexpr Helper kHelpers[] = {
    {"int_div", 's', kDivides, "a, b", "$T", R"($D%quotient = arith.divsi %a, %divisor : $T
%negated = arith.subi %zero, %a : $T
%defined = arith.select %by_minus_one, %negated, %quotient : $T
%result = arith.select %by_zero, %ones, %defined : $T)"},
    {"int_div", 'u', kDivides, "a, b", "$T", R"($D%ones = arith.constant -1 : $T
%quotient = arith.divui %a, %divisor : $T
%result = arith.select %by_zero, %ones, %quotient : $T)"},
    {"wrap_abs", 's', kWraps, "a", "$T", R"(%zero = arith.constant 0 : $T
%negated = arith.subi %zero, %a : $T
%result = arith.maxsi %a, %negated : $T)"},
    {"int_rem", 's', kRemains, "a, b", "$T", R"($D%remainder = arith.remsi %a, %divisor : $T
%result = arith.select %by_zero, %a, %remainder : $T)"},
    {"int_rem", 'u', kRemains, "a, b", "$T", R"($D%remainder = arith.remui %a, %divisor : $T
%result = arith.select %by_zero, %a, %remainder : $T)"},
    {"int_shl", 'i', kShifts, "a, n", "$T", R"($C%shifted = arith.shli %a, %count : $T
%result = arith.select %within, %shifted, %zero : $T)"},
    {"int_shr", 's', kShifts, "a, n", "$T", R"(%most = arith.constant $L : $T
%count = arith.minui %n, %most : $T
%result = arith.shrsi %a, %count : $T)"},
    {"int_shr", 'u', kShifts, "a, n", "$T", R"($C%shifted = arith.shrui %a, %count : $T
%result = arith.select %within, %shifted, %zero : $T)"},
    {"minimum", 'f', kPropagates, "a, b", "$T", R"(%less = arith.cmpf olt, %a, %b : $T
%nan = arith.cmpf uno, %a, %a : $T
%first = arith.ori %less, %nan : i1
%result = arith.select %first, %a, %b : $T)"},
    {"maximum", 'f', kPropagates, "a, b", "$T", R"(%greater = arith.cmpf ogt, %a, %b : $T
%nan = arith.cmpf uno, %a, %a : $T
%first = arith.ori %greater, %nan : i1
%result = arith.select %first, %a, %b : $T)"},
    {"to_bf16", 's', kRoundsOnce, "a", "bf16", R"(%limit = arith.constant 9007199254740992 : i64
%range = arith.constant 18014398509481984 : i64
%above = arith.addi %a, %limit : i64
%exact = arith.cmpi ule, %above, %range : i64
$S%rounded = arith.sitofp %held : i64 to f64
%result = arith.truncf %rounded : f64 to bf16)"},
    {"to_bf16", 'u', kRoundsOnce, "a", "bf16", R"(%limit = arith.constant 9007199254740992 : i64
%exact = arith.cmpi ule, %a, %limit : i64
$S%rounded = arith.uitofp %held : i64 to f64
%result = arith.truncf %rounded : f64 to bf16)"},
};

// Of an integer that a double does not hold, the lowest eleven bits become one that says whether
// any was set.
constexpr std::string_view kSticky = R"(%low = arith.constant 2047 : i64
%high = arith.constant -2048 : i64
%dropped = arith.andi %a, %low : i64
%carried = arith.addi %dropped, %low : i64
%either = arith.ori %a, %carried : i64
%sticky = arith.andi %either, %high : i64
%held = arith.select %exact, %a, %sticky : i64
)";

// Without it LLVM would move calls into branches that only some lanes take.
constexpr std::string_view kConvergent = "always_inline, convergent";

constexpr DType kDTypes[] = {
#define X(kind, ir, triton, bits, sort) DType::kind,
    MYTRITON_DTYPES(X)
#undef X
};

bool isSort(char sort, DType dtype) {
  switch (sort) {
  case 'f':
    return isFloat(dtype);
  case 's':
    return isSigned(dtype);
  case 'u':
    return isInteger(dtype) && !isSigned(dtype);
  default:
    return isInteger(dtype);
  }
}

std::string instantiate(std::string_view text, DType dtype) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      result += text[i];
      continue;
    }
    switch (text[++i]) {
    case 'T':
      result += mlirType(dtype);
      break;
    case 'D':
      result += instantiate(isSigned(dtype) ? kSignedDivisor : kUnsignedDivisor, dtype);
      break;
    case 'C':
      result += instantiate(kCount, dtype);
      break;
    case 'S':
      result += kSticky;
      break;
    default:
      result += fmt::format("{}", text[i] == 'L' ? bitWidth(dtype) - 1 : bitWidth(dtype));
    }
  }
  return result;
}

// Functions of one name stand under one comment.
class HelperText {
public:
  void add(std::string_view name, std::string_view comment, const std::string &symbol,
           const std::string &parameters, std::string_view result, std::string_view body,
           std::string_view attributes = "always_inline") {
    if (name != last_)
      text_ += fmt::format("    // {}\n", comment);
    last_ = name;
    text_ += fmt::format("    llvm.func internal @{}({}) -> {} attributes {{{}}} {{\n", symbol,
                         parameters, result, attributes);
    for (std::size_t begin = 0; begin < body.size();) {
      const std::size_t end = std::min(body.find('\n', begin), body.size());
      text_ += fmt::format("      {}\n", body.substr(begin, end - begin));
      begin = end + 1;
    }
    text_ += fmt::format("      llvm.return %result : {}\n    }}\n\n", result);
  }
  std::string take() { return std::move(text_); }

private:
  std::string text_;
  std::string_view last_;
};

std::string parametersOf(std::string_view names, std::string_view type) {
  std::string text;
  for (const char name : names)
    if (name != ',' && name != ' ')
      text += fmt::format("{}%{}: {}", text.empty() ? "" : ", ", name, type);
  return text;
}

// The body that combines %v with what the lanes have whose numbers differ in the bits `lanes`, the
// highest bit first.
std::string combineLanes(const LaneCombiner &combiner, DType dtype, unsigned lanes) {
  std::string constants = fmt::format("%c{0} = arith.constant {0} : i32\n", kWarpLanes), body;
  int numbers = 0;
  const MlirEmit emit = [&](const std::string &operation, int results) {
    std::string name = fmt::format("%{}", numbers++);
    body += fmt::format("{}{} = {}\n", name, results == 2 ? fmt::format(", %{}", numbers++) : "",
                        operation);
    return name;
  };
  std::string value = "%v";
  for (unsigned bit = std::bit_floor(lanes); bit != 0; bit = std::bit_floor(lanes)) {
    lanes &= ~bit;
    constants += fmt::format("%c{0} = arith.constant {0} : i32\n", bit);
    const std::string other = shuffled("xor", value, fmt::format("%c{}", bit),
                                       fmt::format("%c{}", kWarpLanes), dtype, emit);
    const std::string combined = combiner.text(value, other, dtype);
    value = lanes != 0 ? emit(combined, 1) : "%result";
    if (lanes == 0)
      body += fmt::format("%result = {}", combined);
  }
  return constants + body;
}

} // namespace

std::string mlirHelperName(const MlirHelper &helper) {
  const std::string name = fmt::format("{}.{}", helper.name, irName(helper.dtype));
  return helper.lanes == 0 || helper.lanes == kAllLanes
             ? name
             : fmt::format("{}.lanes_{}", name, helper.lanes);
}

std::string mlirHelpers(const std::set<MlirHelper> &used) {
  HelperText text;
  for (const Helper &helper : kHelpers)
    for (DType dtype : kDTypes)
      if (const MlirHelper wanted{std::string(helper.name), dtype};
          isSort(helper.sort, dtype) && used.count(wanted) != 0)
        text.add(helper.name, helper.comment, mlirHelperName(wanted),
                 parametersOf(helper.operands, mlirType(dtype)), instantiate(helper.result, dtype),
                 instantiate(helper.body, dtype));
  for (const MlirHelper &helper : used)
    if (const LaneCombiner *combiner = LaneCombiner::find(helper.name))
      text.add(helper.name, combiner->comment, mlirHelperName(helper),
               parametersOf("v", mlirType(helper.dtype)), std::string(mlirType(helper.dtype)),
               combineLanes(*combiner, helper.dtype, helper.lanes), kConvergent);
  return text.take();
}

} // namespace mytriton
