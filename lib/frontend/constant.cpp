// Folding of constexprs by Python's rules. See constant.h.
#include "constant.h"

#include "mytriton/frontend/expr.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace mytriton {

using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;

namespace {

// Wide enough for sums and products of integers of 64 bits, signed or unsigned.
using Wide = __int128;

// What `*` may make of a string or a tuple.
constexpr std::size_t kLongestSequence = 1 << 12;

// An int or a bool as an int; nullopt for anything else.
std::optional<Wide> asInteger(const ConstexprValue &value) {
  if (const bool *flag = get<bool>(value))
    return *flag;
  if (const auto *number = get<std::int64_t>(value))
    return *number;
  if (const auto *number = get<std::uint64_t>(value))
    return *number;
  return std::nullopt;
}

std::optional<double> asNumber(const ConstexprValue &value) {
  if (const double *number = get<double>(value))
    return *number;
  if (const auto integer = asInteger(value))
    return static_cast<double>(*integer);
  return std::nullopt;
}

Folded overflow(std::string_view op) {
  return {DiagnosticKind::IntegerOverflow,
          fmt::format("the result of '{}' needs more than 64 bits", op)};
}
Folded zeroDivision() { return {DiagnosticKind::DivisionByZero, "division by zero"}; }
Folded badOperands(std::string_view op, const ConstexprValue &left, const ConstexprValue &right) {
  return {DiagnosticKind::ConstexprOperands,
          fmt::format("'{}' does not take {} and {}", op, typeName(left), typeName(right))};
}

// The result of `op`, from -2^63 to 2^64 - 1.
Folded integer(std::string_view op, Wide value) {
  if (value >= std::numeric_limits<std::int64_t>::min() &&
      value <= std::numeric_limits<std::int64_t>::max())
    return constexprOf(static_cast<std::int64_t>(value));
  if (value > 0 && value <= std::numeric_limits<std::uint64_t>::max())
    return constexprOf(static_cast<std::uint64_t>(value));
  return overflow(op);
}

// The double nearest to a / b: Python divides integers without rounding them first.
double trueDivide(Wide a, Wide b) {
  constexpr Wide kExact = Wide{1} << 53;
  if (a >= -kExact && a <= kExact && b >= -kExact && b <= kExact)
    return static_cast<double>(a) / static_cast<double>(b);
  const bool negative = (a < 0) != (b < 0);
  using Magnitude = unsigned __int128;
  const auto dividend = static_cast<Magnitude>(a < 0 ? -a : a);
  const auto divisor = static_cast<Magnitude>(b < 0 ? -b : b);
  if (dividend == 0)
    return 0;
  // Shifted up to bit 126, the dividend leaves at least 62 bits of quotient; all but 62 of them go
  // into a last bit that says whether anything is left, so that the result is rounded once.
  Magnitude shifted = dividend;
  int exponent = 0;
  for (; shifted >> 126 == 0; --exponent)
    shifted <<= 1;
  Magnitude quotient = shifted / divisor;
  const bool rest = shifted % divisor != 0;
  while (quotient >> 62 != 0) {
    quotient = (quotient >> 1) | (quotient & 1);
    ++exponent;
  }
  const auto bits = static_cast<std::uint64_t>(quotient) | (rest ? 1 : 0);
  const double magnitude = std::ldexp(static_cast<double>(bits), exponent);
  return negative ? -magnitude : magnitude;
}

Folded integerPower(Wide base, Wide exponent) {
  if (exponent < 0) {
    if (base == 0)
      return zeroDivision();
    return constexprOf(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
  }
  Wide result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) && __builtin_mul_overflow(result, base, &result))
      return overflow("**");
    if (exponent > 1 && __builtin_mul_overflow(base, base, &base))
      return overflow("**");
  }
  return integer("**", result);
}

Folded shift(BinaryOp op, Wide value, Wide count) {
  if (count < 0)
    return {DiagnosticKind::ConstexprOperands, "a shift count is negative"};
  if (op == BinaryOp::ShiftRight)
    return integer(">>", value >> static_cast<int>(std::min<Wide>(count, 127)));
  if (value != 0 && count > 63)
    return overflow("<<");
  return integer("<<", value == 0 ? 0 : value * (Wide{1} << static_cast<int>(count)));
}

Folded foldIntegers(BinaryOp op, Wide a, Wide b) {
  switch (op) {
  case BinaryOp::Add:
    return integer("+", a + b);
  case BinaryOp::Sub:
    return integer("-", a - b);
  case BinaryOp::Mul: {
    Wide product = 0;
    return __builtin_mul_overflow(a, b, &product) ? overflow("*") : integer("*", product);
  }
  case BinaryOp::Div:
    return b == 0 ? zeroDivision() : Folded(constexprOf(trueDivide(a, b)));
  case BinaryOp::FloorDiv:
    if (b == 0)
      return zeroDivision();
    return integer("//", a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0));
  case BinaryOp::Mod: {
    if (b == 0)
      return zeroDivision();
    const Wide rest = a % b;
    return integer("%", rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
  }
  case BinaryOp::Power:
    return integerPower(a, b);
  case BinaryOp::And:
    return integer("&", a & b);
  case BinaryOp::Or:
    return integer("|", a | b);
  case BinaryOp::Xor:
    return integer("^", a ^ b);
  case BinaryOp::ShiftLeft:
  case BinaryOp::ShiftRight:
    return shift(op, a, b);
  }
  return overflow(spelling(op));
}

// The remainder has the divisor's sign, and the quotient is the floor that goes with it.
double floatModulo(double a, double b) {
  double rest = std::fmod(a, b);
  if (rest != 0 && (rest < 0) != (b < 0))
    rest += b;
  return rest == 0 ? std::copysign(0.0, b) : rest;
}

double floatFloorDivide(double a, double b) {
  double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0 && (rest < 0) != (b < 0))
    quotient -= 1;
  if (quotient == 0)
    return std::copysign(0.0, a / b);
  const double floor = std::floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

std::optional<Folded> foldFloats(BinaryOp op, double a, double b) {
  switch (op) {
  case BinaryOp::Add:
    return constexprOf(a + b);
  case BinaryOp::Sub:
    return constexprOf(a - b);
  case BinaryOp::Mul:
    return constexprOf(a * b);
  case BinaryOp::Div:
    return b == 0 ? zeroDivision() : Folded(constexprOf(a / b));
  case BinaryOp::FloorDiv:
    return b == 0 ? zeroDivision() : Folded(constexprOf(floatFloorDivide(a, b)));
  case BinaryOp::Mod:
    return b == 0 ? zeroDivision() : Folded(constexprOf(floatModulo(a, b)));
  case BinaryOp::Power: {
    if (a == 0 && b < 0)
      return zeroDivision();
    const double result = std::pow(a, b);
    if (std::isnan(result) && !std::isnan(a) && !std::isnan(b))
      return Folded{DiagnosticKind::ConstexprOperands,
                    "a negative number to a power that is no integer is complex"};
    if (std::isinf(result) && std::isfinite(a) && std::isfinite(b))
      return Folded{DiagnosticKind::IntegerOverflow, "the result of '**' is too large for a float"};
    return constexprOf(result);
  }
  default:
    return std::nullopt; // bitwise
  }
}

// `sequence * count`; nullopt where it gets too long.
template <typename Sequence>
std::optional<Sequence> repeated(const Sequence &sequence, Wide count) {
  Sequence result;
  if (count <= 0 || sequence.empty())
    return result;
  if (count > static_cast<Wide>(kLongestSequence / sequence.size()))
    return std::nullopt;
  for (Wide i = 0; i < count; ++i)
    result.insert(result.end(), sequence.begin(), sequence.end());
  return result;
}

template <typename Sequence>
std::optional<Folded> foldSequence(BinaryOp op, const ConstexprValue &left,
                                   const ConstexprValue &right) {
  const Sequence *a = get<Sequence>(left), *b = get<Sequence>(right);
  const Folded tooLong{DiagnosticKind::ConstexprOperands,
                       fmt::format("a sequence gets longer than {}", kLongestSequence)};
  if (op == BinaryOp::Add && a && b) {
    if (a->size() + b->size() > kLongestSequence)
      return tooLong;
    Sequence joined = *a;
    joined.insert(joined.end(), b->begin(), b->end());
    return ConstexprValue{std::move(joined)};
  }
  const auto count = asInteger(a ? right : left);
  if (op != BinaryOp::Mul || (!a && !b) || !count)
    return std::nullopt;
  std::optional<Sequence> result = repeated(a ? *a : *b, *count);
  return result ? Folded(ConstexprValue{std::move(*result)}) : tooLong;
}

// The order of two numbers, exact also between an int and a float.
std::partial_ordering compareNumbers(const ConstexprValue &left, const ConstexprValue &right) {
  const auto a = asInteger(left), b = asInteger(right);
  if (a && b)
    return *a <=> *b;
  if (!a && !b)
    return *asNumber(left) <=> *asNumber(right);
  if (b)
    return 0 <=> compareNumbers(right, left);
  const double number = *get<double>(right);
  if (std::isnan(number))
    return std::partial_ordering::unordered;
  constexpr double kLimit = 18446744073709551616.0;
  if (number >= kLimit)
    return std::partial_ordering::less;
  if (number < -kLimit)
    return std::partial_ordering::greater;
  const double whole = std::trunc(number);
  const auto order = *a <=> static_cast<Wide>(whole);
  return order != 0 ? std::partial_ordering(order) : 0.0 <=> number - whole;
}

bool equal(const ConstexprValue &left, const ConstexprValue &right) {
  if (asNumber(left) && asNumber(right))
    return compareNumbers(left, right) == 0;
  const auto *a = get<ConstexprValue::Tuple>(left), *b = get<ConstexprValue::Tuple>(right);
  if (!a || !b)
    return left == right;
  if (a->size() != b->size())
    return false;
  for (std::size_t i = 0; i < a->size(); ++i)
    if (!equal((*a)[i], (*b)[i]))
      return false;
  return true;
}

} // namespace

namespace {

// Whether `element` is in a tuple, or is a part of a string.
Folded contains(CompareOp op, const ConstexprValue &element, const ConstexprValue &container) {
  if (const auto *tuple = get<ConstexprValue::Tuple>(container))
    return constexprOf(std::any_of(tuple->begin(), tuple->end(), [&](const ConstexprValue &each) {
      return equal(element, each);
    }));
  const auto *part = get<std::string>(element), *text = get<std::string>(container);
  if (!part || !text)
    return badOperands(spelling(op), element, container);
  return constexprOf(text->find(*part) != std::string::npos);
}

// Of numbers, of strings, and of tuples by their first elements that differ; nullopt where there is
// none. Tuples nest as deep as expressions do.
std::optional<std::partial_ordering> orderOf(const ConstexprValue &left,
                                             const ConstexprValue &right) {
  if (asNumber(left) && asNumber(right))
    return compareNumbers(left, right);
  if (const auto *a = get<std::string>(left), *b = get<std::string>(right); a && b)
    return *a <=> *b;
  const auto *a = get<ConstexprValue::Tuple>(left), *b = get<ConstexprValue::Tuple>(right);
  if (!a || !b)
    return std::nullopt;
  for (std::size_t i = 0; i < a->size() && i < b->size(); ++i)
    if (!equal((*a)[i], (*b)[i]))
      return orderOf((*a)[i], (*b)[i]);
  return a->size() <=> b->size();
}

} // namespace

Folded foldUnary(UnaryOp op, const ConstexprValue &operand) {
  if (op == UnaryOp::Not)
    return constexprOf(!isTruthy(operand));
  if (const auto number = asInteger(operand))
    return integer(spelling(op), op == UnaryOp::Plus     ? *number
                                 : op == UnaryOp::Invert ? ~*number
                                                         : -*number);
  if (const double *number = get<double>(operand); number && op != UnaryOp::Invert)
    return constexprOf(op == UnaryOp::Negate ? -*number : *number);
  return {DiagnosticKind::ConstexprOperands,
          fmt::format("'{}' does not take {}", spelling(op), typeName(operand))};
}

Folded foldBinary(BinaryOp op, const ConstexprValue &left, const ConstexprValue &right) {
  const bool *flagA = get<bool>(left), *flagB = get<bool>(right);
  if (flagA && flagB) {
    if (op == BinaryOp::And)
      return constexprOf(*flagA && *flagB);
    if (op == BinaryOp::Or)
      return constexprOf(*flagA || *flagB);
    if (op == BinaryOp::Xor)
      return constexprOf(*flagA != *flagB);
  }
  const auto a = asInteger(left), b = asInteger(right);
  if (a && b)
    return foldIntegers(op, *a, *b);
  const auto x = asNumber(left), y = asNumber(right);
  std::optional<Folded> folded;
  if (x && y)
    folded = foldFloats(op, *x, *y);
  if (!folded)
    folded = foldSequence<std::string>(op, left, right);
  if (!folded)
    folded = foldSequence<ConstexprValue::Tuple>(op, left, right);
  return folded ? *folded : badOperands(spelling(op), left, right);
}

Folded foldCompare(CompareOp op, const ConstexprValue &left, const ConstexprValue &right) {
  switch (op) {
  case CompareOp::Eq:
    return constexprOf(equal(left, right));
  case CompareOp::Ne:
    return constexprOf(!equal(left, right));
  case CompareOp::Is:
    return constexprOf(left == right);
  case CompareOp::IsNot:
    return constexprOf(!(left == right));
  case CompareOp::In:
    return contains(op, left, right);
  case CompareOp::NotIn: {
    const Folded in = contains(op, left, right);
    return in.ok() ? constexprOf(!isTruthy(in.value)) : in;
  }
  default:
    break;
  }
  const std::optional<std::partial_ordering> order = orderOf(left, right);
  if (!order)
    return badOperands(spelling(op), left, right);
  switch (op) {
  case CompareOp::Lt:
    return constexprOf(*order < 0);
  case CompareOp::Le:
    return constexprOf(*order <= 0);
  case CompareOp::Gt:
    return constexprOf(*order > 0);
  default:
    return constexprOf(*order >= 0);
  }
}

bool isTruthy(const ConstexprValue &value) {
  if (const auto number = asNumber(value))
    return *number != 0;
  if (const auto *text = get<std::string>(value))
    return !text->empty();
  if (const auto *tuple = get<ConstexprValue::Tuple>(value))
    return !tuple->empty();
  return !get<ConstexprValue::None>(value);
}

Folded foldInt(const ConstexprValue &value) {
  if (const auto whole = asInteger(value))
    return integer("int", *whole);
  const double *number = get<double>(value);
  if (!number)
    return {DiagnosticKind::ConstexprOperands,
            fmt::format("int() does not take {}", typeName(value))};
  if (!(std::trunc(*number) >= -9223372036854775808.0 && *number < 18446744073709551616.0))
    return {DiagnosticKind::IntegerOverflow,
            fmt::format("the float {} is no integer of 64 bits", *number)};
  return integer("int", static_cast<Wide>(*number));
}

Folded foldFloat(const ConstexprValue &value) {
  if (const auto number = asNumber(value))
    return constexprOf(*number);
  const Folded refused{DiagnosticKind::ConstexprOperands,
                       fmt::format("float() does not take {}", typeName(value))};
  const auto *text = get<std::string>(value);
  if (!text || text->empty())
    return refused;
  // strtod reads what Python reads, and also hexadecimal and the payload of a NaN.
  if (text->find_first_not_of("+-.0123456789eEinftyaINFTYA") != std::string::npos)
    return refused;
  char *end = nullptr;
  const double number = std::strtod(text->c_str(), &end);
  return *end == '\0' ? Folded(constexprOf(number)) : refused;
}

Folded foldAbs(const ConstexprValue &value) {
  const auto number = asNumber(value);
  if (!number)
    return {DiagnosticKind::ConstexprOperands,
            fmt::format("abs() does not take {}", typeName(value))};
  if (get<double>(value))
    return constexprOf(std::fabs(*number));
  return foldUnary(*number < 0 ? UnaryOp::Negate : UnaryOp::Plus, value);
}

std::string plainText(const ConstexprValue &value) {
  if (const auto *text = get<std::string>(value))
    return *text;
  if (const DType *dtype = get<DType>(value))
    return std::string(tritonName(*dtype));
  if (const double *number = get<double>(value); number && !std::isfinite(*number))
    return std::isnan(*number) ? "nan" : *number > 0 ? "inf" : "-inf";
  return constexprText(value);
}

std::string_view spelling(UnaryOp op) {
  static constexpr std::array<std::string_view, 4> kNames = {"-", "+", "~", "not"};
  return kNames[static_cast<std::size_t>(op)];
}

std::string_view spelling(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return "+";
  case BinaryOp::Sub:
    return "-";
  case BinaryOp::Mul:
    return "*";
  case BinaryOp::Div:
    return "/";
  case BinaryOp::FloorDiv:
    return "//";
  case BinaryOp::Mod:
    return "%";
  case BinaryOp::Power:
    return "**";
  case BinaryOp::And:
    return "&";
  case BinaryOp::Or:
    return "|";
  case BinaryOp::Xor:
    return "^";
  case BinaryOp::ShiftLeft:
    return "<<";
  case BinaryOp::ShiftRight:
    return ">>";
  }
  return {};
}

std::string_view spelling(CompareOp op) {
  static constexpr std::array<std::string_view, 10> kNames = {"==", "!=", "<",      "<=", ">",
                                                              ">=", "is", "is not", "in", "not in"};
  return kNames[static_cast<std::size_t>(op)];
}

std::string_view typeName(const ConstexprValue &value) {
  static constexpr std::array<std::string_view, 9> kNames = {
      "None", "bool", "int", "float", "str", "dtype", "function", "tuple", "int"};
  return kNames[value.value.index()];
}

} // namespace mytriton
