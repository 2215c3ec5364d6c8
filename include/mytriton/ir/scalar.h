// A constant of one dtype, with the arithmetic of that dtype: what folding, the reference
// interpreter and the printers share. Integers wrap; floats are rounded to the dtype after each
// operation.
#pragma once

#include "mytriton/ir/type.h"

#include <cstdint>
#include <string>

namespace mytriton {

class Scalar {
public:
  Scalar() = default;
  static Scalar ofBool(bool value) { return ofInt(DType::Bool, value); }
  // Wraps `value` to the dtype's width.
  static Scalar ofInt(DType dtype, std::int64_t value);
  // Rounds `value` to the dtype.
  static Scalar ofFloat(DType dtype, double value);
  // What lies in memory as these bits. Those above the dtype's width do not matter.
  static Scalar ofBits(DType dtype, std::uint64_t bits);

  DType dtype() const { return dtype_; }
  bool isFloat() const { return mytriton::isFloat(dtype_); }
  // Of a bool or integer, sign- or zero-extended (u64: the bits).
  std::int64_t asInt() const { return int_; }
  bool asBool() const { return int_ != 0; }
  double asFloat() const { return float_; }
  // As they lie in memory, zeros above the dtype's width. A NaN has the payload of a quiet one.
  std::uint64_t bits() const;
  // Either kind as a double, for messages and comparisons with literals.
  double toDouble() const;

  // Converts as the language does: float to int truncates and saturates, NaN gives 0; to bool is
  // `!= 0`; int to float rounds to nearest even.
  Scalar convert(DType dtype) const;

  // The IR's spelling: `256`, `0.0`, `true`, `inf`, `nan`, `-inf`; a suffix `:i64` where the
  // dtype is not what the bare spelling reads back as (i32, f32, bool).
  std::string str() const;

  // Same dtype and same bits: NaN equals itself, 0.0 differs from -0.0.
  bool operator==(const Scalar &other) const;

private:
  DType dtype_ = DType::I32;
  std::int64_t int_ = 0;
  double float_ = 0;
};

} // namespace mytriton
