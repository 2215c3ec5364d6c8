// Comparison of arrays.
#include "mytriton/runtime/compare.h"

#include "element.h"

#include <cmath>
#include <fmt/format.h>

namespace mytriton {
namespace {

bool sameInteger(const Scalar &a, const Scalar &b) {
  // As mathematical integers: equal bits mean equal numbers unless one is a u64 beyond an i64.
  if (a.asInt() != b.asInt())
    return false;
  return a.asInt() >= 0 || (a.dtype() == DType::U64) == (b.dtype() == DType::U64);
}

double integerDistance(const Scalar &a, const Scalar &b) {
  return std::fabs(a.toDouble() - b.toDouble());
}

} // namespace

Tolerance defaultTolerance(DType dtype) {
  switch (dtype) {
  case DType::F64:
    return {1e-7, 1e-7};
  case DType::F32:
    return {1.3e-6, 1e-5};
  case DType::F16:
    return {1e-3, 1e-5};
  case DType::BF16:
    return {1.6e-2, 1e-5};
  default:
    return {0, 0};
  }
}

Tolerance reductionTolerance(DType dtype, const Reduction &reduction) {
  Tolerance tolerance = defaultTolerance(dtype);
  const DType accumulator =
      reduction.accumulator.value_or(dtype == DType::F64 ? DType::F64 : DType::F32);
  const int digits = accumulator == DType::F64   ? 53
                     : accumulator == DType::F32 ? 24
                     : accumulator == DType::F16 ? 11
                                                 : 8;
  const double error = std::ldexp(static_cast<double>(reduction.length), -digits);
  tolerance.relative += 2 * error;
  tolerance.absolute += 4 * error;
  return tolerance;
}

bool comparable(DType a, DType b) {
  return isFloat(a) == isFloat(b) && isInteger(a) == isInteger(b);
}

Comparison compareArrays(const ArrayView &got, const ArrayView &want, Tolerance tolerance) {
  Comparison result;
  result.elements = got.elements();
  const std::byte *gotBytes = got.data(), *wantBytes = want.data();
  DType gotType = got.buffer->dtype, wantType = want.buffer->dtype;
  auto note = [](Comparison::Largest &largest, double error, std::int64_t index) {
    if (error > largest.error)
      largest = {error, index};
  };
  for (std::int64_t i = 0; i < result.elements; ++i) {
    Scalar a = loadElement(gotBytes + i * byteSize(gotType), gotType);
    Scalar b = loadElement(wantBytes + i * byteSize(wantType), wantType);
    bool same;
    double error = 0;
    if (!a.isFloat()) {
      same = sameInteger(a, b);
      error = integerDistance(a, b);
    } else if (!std::isfinite(a.asFloat()) || !std::isfinite(b.asFloat())) {
      same = a.asFloat() == b.asFloat() || (std::isnan(a.asFloat()) && std::isnan(b.asFloat()));
    } else {
      error = std::fabs(a.asFloat() - b.asFloat());
      same = error <= tolerance.absolute + tolerance.relative * std::fabs(b.asFloat());
    }
    note(result.absolute, error, i);
    if (b.toDouble() != 0)
      note(result.relative, error / std::fabs(b.toDouble()), i);
    if (same)
      continue;
    ++result.differing;
    if (result.first.size() < Comparison::kShown)
      result.first.push_back({i, a, b});
  }
  return result;
}

std::string indexText(std::int64_t index, const std::vector<std::int64_t> &shape) {
  std::string text;
  for (std::size_t dim = shape.size(); dim > 0; --dim) {
    text = fmt::format("{}{}{}", index % shape[dim - 1], text.empty() ? "" : ", ", text);
    index /= shape[dim - 1];
  }
  return "[" + text + "]";
}

std::string numberText(const Scalar &scalar) {
  std::string text = scalar.str();
  return text.substr(0, text.find(':'));
}

} // namespace mytriton
