// Names of types, digits of constants.
#include "mlir_types.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace mytriton {

namespace {

std::string bitsLiteral(const Scalar &scalar) {
  const double value = scalar.asFloat();
  const bool nan = std::isnan(value), negative = !nan && value < 0;
  switch (scalar.dtype()) {
  case DType::F16:
    return nan ? "0x7E00" : negative ? "0xFC00" : "0x7C00";
  case DType::BF16:
    return nan ? "0x7FC0" : negative ? "0xFF80" : "0x7F80";
  case DType::F32:
    return fmt::format("0x{:08X}", std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  default:
    return fmt::format("0x{:016X}", std::bit_cast<std::uint64_t>(value));
  }
}

// The shortest digits that read back, with the point that MLIR asks for.
std::string digitsOf(const Scalar &scalar) {
  const double value = scalar.asFloat();
  std::string digits = scalar.dtype() == DType::F64 ? fmt::format("{}", value)
                                                    : fmt::format("{}", static_cast<float>(value));
  if (digits.find('.') == std::string::npos)
    digits.insert(std::min(digits.find('e'), digits.size()), ".0");
  return digits;
}

// MLIR reads a double and rounds it: digits that come out right by that.
bool readsBack(const std::string &digits, const Scalar &scalar) {
  const double read = std::strtod(digits.c_str(), nullptr);
  return Scalar::ofFloat(scalar.dtype(), read) == scalar;
}

} // namespace

std::string_view mlirType(DType dtype) {
  static constexpr std::string_view kNames[] = {"i1",  "i8",  "i16", "i32",  "i64", "i8", "i16",
                                                "i32", "i64", "f16", "bf16", "f32", "f64"};
  return kNames[static_cast<std::size_t>(dtype)];
}

std::string_view mlirMemoryType(DType dtype) {
  return dtype == DType::Bool ? "i8" : mlirType(dtype);
}

std::string mlirVectorType(std::int64_t elements, std::string_view element) {
  return fmt::format("vector<{}x{}>", elements, element);
}

std::string mlirType(const Type &type) {
  const std::string element =
      type.isPointer() ? "!llvm.ptr<1>" : std::string(mlirType(type.dtype()));
  return type.isRegisters() ? mlirVectorType(type.shape().elements(), element) : element;
}

std::string mlirLiteral(const Scalar &scalar) {
  if (scalar.dtype() == DType::Bool)
    return scalar.asBool() ? "true" : "false";
  if (!scalar.isFloat())
    return scalar.dtype() == DType::U64
               ? fmt::format("{}", static_cast<std::uint64_t>(scalar.asInt()))
               : fmt::format("{}", scalar.asInt());
  if (!std::isfinite(scalar.asFloat()))
    return bitsLiteral(scalar);
  std::string digits = digitsOf(scalar);
  return readsBack(digits, scalar) ? digits : bitsLiteral(scalar);
}

std::string mlirConstantName(const Scalar &scalar) {
  const std::string_view type = mlirType(scalar.dtype());
  const std::string suffix = type == "i32" || type == "f32" ? "" : fmt::format("_{}", type);
  if (scalar.dtype() == DType::Bool)
    return scalar.asBool() ? "true" : "false";
  if (!scalar.isFloat())
    return fmt::format("c{}{}", mlirLiteral(scalar), suffix);
  if (std::isnan(scalar.asFloat()))
    return "nan" + suffix;
  if (std::isinf(scalar.asFloat()))
    return (scalar.asFloat() < 0 ? "-inf" : "inf") + suffix;
  std::string digits = digitsOf(scalar);
  digits.erase(std::remove(digits.begin(), digits.end(), '+'), digits.end());
  return "c" + digits + suffix;
}

} // namespace mytriton
