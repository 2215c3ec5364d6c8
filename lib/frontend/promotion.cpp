// The rules of promotion. See promotion.h.
#include "promotion.h"

#include "constant.h"

#include <cmath>
#include <limits>

namespace mytriton {

namespace {

// Where a dtype stands among bool < int < float.
int kindOf(DType dtype) { return isFloat(dtype) ? 2 : isInteger(dtype) ? 1 : 0; }

bool isHalf(DType dtype) { return dtype == DType::F16 || dtype == DType::BF16; }

DType commonFloat(DType a, DType b, Division division) {
  for (const DType wide : {DType::F64, DType::F32})
    if (a == wide || b == wide)
      return wide;
  if (division == Division::Yes)
    return DType::F32;
  if (a == DType::F16 || b == DType::F16)
    return DType::F16;
  return a == b ? DType::BF16 : DType::F32; // bf16 keeps to itself
}

template <typename Limits, typename Number>
bool isWithin(Number value) {
  return value >= std::numeric_limits<Limits>::min() && value <= std::numeric_limits<Limits>::max();
}

} // namespace

std::optional<DType> commonDType(DType a, DType b, Division division) {
  if (isFloat(a) || isFloat(b))
    return commonFloat(a, b, division);
  // A bool is an unsigned integer of one bit here.
  if (isSigned(a) == isSigned(b))
    return bitWidth(a) >= bitWidth(b) ? a : b;
  if (division == Division::Yes)
    return std::nullopt;
  const DType withSign = isSigned(a) ? a : b, without = isSigned(a) ? b : a;
  return bitWidth(without) >= bitWidth(withSign) ? without : withSign;
}

std::optional<DType> commonWithLiteral(DType value, DType literal, Division division) {
  if (kindOf(literal) > kindOf(value))
    return commonDType(value, literal, division);
  return division == Division::Yes && isHalf(value) ? DType::F32 : value;
}

std::optional<DType> literalDType(const ConstexprValue &literal) {
  if (get<bool>(literal))
    return DType::Bool;
  if (const auto *integer = get<std::int64_t>(literal)) {
    if (isWithin<std::int32_t>(*integer))
      return DType::I32;
    return isWithin<std::uint32_t>(*integer) ? DType::U32 : DType::I64;
  }
  if (get<std::uint64_t>(literal))
    return DType::U64;
  const double *number = get<double>(literal);
  if (!number)
    return std::nullopt;
  const double magnitude = std::fabs(*number);
  const bool isNormal = magnitude >= std::numeric_limits<float>::min() &&
                        magnitude <= std::numeric_limits<float>::max();
  return isNormal || magnitude == 0 || !std::isfinite(magnitude) ? DType::F32 : DType::F64;
}

Scalar literalValue(const ConstexprValue &literal, DType dtype) {
  if (const bool *flag = get<bool>(literal))
    return Scalar::ofBool(*flag).convert(dtype);
  if (const auto *integer = get<std::int64_t>(literal))
    return Scalar::ofInt(DType::I64, *integer).convert(dtype);
  if (const auto *integer = get<std::uint64_t>(literal))
    return Scalar::ofInt(DType::U64, static_cast<std::int64_t>(*integer)).convert(dtype);
  return Scalar::ofFloat(DType::F64, *get<double>(literal)).convert(dtype);
}

bool literalFits(const ConstexprValue &literal, DType dtype) {
  if (get<std::uint64_t>(literal) && isInteger(dtype))
    return dtype == DType::U64;
  const auto *integer = get<std::int64_t>(literal);
  if (!integer || !isInteger(dtype))
    return true;
  if (dtype == DType::U64)
    return *integer >= 0;
  return Scalar::ofInt(dtype, *integer).asInt() == *integer;
}

} // namespace mytriton
