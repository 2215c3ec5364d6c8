// Names of types, digits of constants.
#include "cuda_types.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace mytriton {

namespace {

std::string integerLiteral(const Scalar &scalar) {
  const std::int64_t value = scalar.asInt();
  switch (scalar.dtype()) {
  case DType::I32:
    return value == INT32_MIN ? "(-2147483647 - 1)" : fmt::format("{}", value);
  case DType::I64:
    return value == INT64_MIN ? "(-9223372036854775807LL - 1)" : fmt::format("{}LL", value);
  case DType::U32:
    return fmt::format("{}u", value);
  case DType::U64:
    return fmt::format("{}ULL", static_cast<std::uint64_t>(value));
  default:
    return fmt::format("{}", value);
  }
}

// The shortest digits that read back, as a double's literal.
std::string withPoint(std::string digits) {
  return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
}

// A number that has no digits.
std::string bitsLiteral(const Scalar &scalar) {
  const double value = scalar.asFloat();
  const bool nan = std::isnan(value);
  const std::string sign = !nan && value < 0 ? "-" : "";
  switch (scalar.dtype()) {
  case DType::F16:
    return fmt::format("{}__ushort_as_half({})", sign, nan ? "0x7e00" : "0x7c00");
  case DType::BF16:
    return fmt::format("{}__ushort_as_bfloat16({})", sign, nan ? "0x7fc0" : "0x7f80");
  case DType::F32:
    return fmt::format("{}__int_as_float({})", sign, nan ? "0x7fc00000" : "0x7f800000");
  default:
    return fmt::format("{}__longlong_as_double(0x{}LL)", sign,
                       nan ? "7ff8000000000000" : "7ff0000000000000");
  }
}

} // namespace

std::string_view cudaType(DType dtype) {
  static constexpr std::string_view kNames[] = {"bool",
                                                "signed char",
                                                "short",
                                                "int",
                                                "long long",
                                                "unsigned char",
                                                "unsigned short",
                                                "unsigned int",
                                                "unsigned long long",
                                                "__half",
                                                "__nv_bfloat16",
                                                "float",
                                                "double"};
  return kNames[static_cast<std::size_t>(dtype)];
}

std::string cudaType(Type type) {
  const bool bytes = type.dtype() == DType::Bool && (type.isPointer() || type.isRegisters());
  std::string name(bytes ? "unsigned char" : cudaType(type.dtype()));
  return type.isPointer() ? name + "*" : name;
}

std::string cudaVectorType(DType dtype, int elements) {
  // CUDA has vectors of two and four elements, of 64 bits of two.
  std::string_view base;
  switch (dtype) {
  case DType::I8:
    base = "char";
    break;
  case DType::Bool:
  case DType::U8:
    base = "uchar";
    break;
  case DType::I16:
    base = "short";
    break;
  case DType::U16:
    base = "ushort";
    break;
  case DType::I32:
    base = "int";
    break;
  case DType::U32:
    base = "uint";
    break;
  case DType::I64:
    base = "longlong";
    break;
  case DType::U64:
    base = "ulonglong";
    break;
  case DType::F32:
    base = "float";
    break;
  case DType::F64:
    base = "double";
    break;
  default:
    break;
  }
  const int bytes = elements * byteSize(dtype);
  if (!base.empty() && (elements == 2 || elements == 4) && bytes <= 16)
    return fmt::format("{}{}", base, elements);
  switch (bytes) {
  case 16:
    return "uint4";
  case 8:
    return "uint2";
  case 4:
    return "unsigned int";
  case 2:
    return "unsigned short";
  default:
    return "unsigned char";
  }
}

std::string cudaLiteral(const Scalar &scalar) {
  const DType dtype = scalar.dtype();
  if (dtype == DType::Bool)
    return scalar.asBool() ? "true" : "false";
  if (!scalar.isFloat())
    return integerLiteral(scalar);
  const double value = scalar.asFloat();
  if (!std::isfinite(value))
    return bitsLiteral(scalar);
  if (dtype == DType::F64)
    return withPoint(fmt::format("{}", value));
  const std::string digits = withPoint(fmt::format("{}", static_cast<float>(value))) + "f";
  return isHalf(dtype) ? fmt::format("({}){}", cudaType(dtype), digits) : digits;
}

} // namespace mytriton
