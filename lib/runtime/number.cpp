// Numbers of the command line, and whether a dtype can hold them.
#include "mytriton/runtime/value_spec.h"

#include "number_text.h"

#include <cmath>
#include <limits>

namespace mytriton {
namespace {

constexpr std::uint64_t kInt64Max = std::numeric_limits<std::int64_t>::max();

std::optional<Number> parseInteger(std::string_view digits, bool negative) {
  int base = 10;
  if (digits.starts_with("0x") || digits.starts_with("0X"))
    base = 16;
  else if (digits.starts_with("0b") || digits.starts_with("0B"))
    base = 2;
  std::optional<std::uint64_t> value = parseDigits(digits.substr(base == 10 ? 0 : 2), base);
  if (!value || (negative && *value > kInt64Max + 1))
    return std::nullopt;
  if (negative)
    return static_cast<std::int64_t>(0 - *value);
  if (*value > kInt64Max)
    return *value;
  return static_cast<std::int64_t>(*value);
}

std::optional<Number> parseFloat(std::string_view text, bool negative) {
  double value = 0;
  if (text == "nan") {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (text == "inf") {
    value = std::numeric_limits<double>::infinity();
  } else {
    if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos || text.empty() ||
        text[0] == '-' || text[0] == '+')
      return std::nullopt;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
      return std::nullopt;
  }
  return negative ? -value : value;
}

// Whether `value` lies in the dtype's range.
bool fits(const Number &number, DType dtype) {
  int bits = bitWidth(dtype);
  if (const auto *large = std::get_if<std::uint64_t>(&number))
    return dtype == DType::U64 && *large > kInt64Max;
  std::int64_t value = std::get<std::int64_t>(number);
  if (!isSigned(dtype))
    return value >= 0 && (bits == 64 || value < std::int64_t{1} << bits);
  return bits == 64 ||
         (value >= -(std::int64_t{1} << (bits - 1)) && value < std::int64_t{1} << (bits - 1));
}

double toDouble(const Number &number) {
  return std::visit([](auto value) { return static_cast<double>(value); }, number);
}

} // namespace

std::optional<Number> parseNumber(std::string_view text) {
  if (text == "True" || text == "true")
    return true;
  if (text == "False" || text == "false")
    return false;
  bool negative = text.starts_with('-');
  if (negative || text.starts_with('+'))
    text.remove_prefix(1);
  if (std::optional<Number> integer = parseInteger(text, negative))
    return integer;
  // An integer beyond 64 bits is no float: nobody means the nearest one.
  if (text.find_first_not_of("0123456789") == std::string_view::npos)
    return std::nullopt;
  return parseFloat(text, negative);
}

std::optional<Scalar> toScalar(const Number &number, DType dtype, std::string &problem) {
  auto refuse = [&](std::string why) {
    problem = std::move(why);
    return std::nullopt;
  };
  bool isBool = std::holds_alternative<bool>(number);
  bool isFloating = std::holds_alternative<double>(number);
  if (dtype == DType::Bool) {
    if (isBool)
      return Scalar::ofBool(std::get<bool>(number));
    if (const auto *integer = std::get_if<std::int64_t>(&number); integer && (*integer >> 1) == 0)
      return Scalar::ofBool(*integer != 0);
    return refuse("takes True or False");
  }
  if (isBool)
    return refuse(fmt::format("takes a number ({}), not a bool", tritonName(dtype)));
  if (isFloat(dtype)) {
    double value = toDouble(number);
    Scalar scalar = Scalar::ofFloat(dtype, value);
    if (std::isfinite(value) && !std::isfinite(scalar.asFloat()))
      return refuse(fmt::format("has dtype {}, which holds no number so large", tritonName(dtype)));
    return scalar;
  }
  if (isFloating)
    return refuse(fmt::format("takes an integer ({}), not a float", tritonName(dtype)));
  if (!fits(number, dtype))
    return refuse(fmt::format("has dtype {}, which does not hold that integer", tritonName(dtype)));
  std::int64_t bits = std::holds_alternative<std::uint64_t>(number)
                          ? static_cast<std::int64_t>(std::get<std::uint64_t>(number))
                          : std::get<std::int64_t>(number);
  return Scalar::ofInt(dtype, bits);
}

} // namespace mytriton
