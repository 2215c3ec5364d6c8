// What the command line says of one argument: `n=1000`, `x=x.npy`, `x=randn:32x64:fp16:seed=3`,
// `out=@x+4`, `bias=None`.
#pragma once

#include "mytriton/ir/scalar.h"
#include "mytriton/runtime/device.h"
#include "mytriton/support/diagnostics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mytriton {

// A number as it was written. An integer is an int64_t wherever it fits.
using Number = std::variant<bool, std::int64_t, std::uint64_t, double>;

// Reads `12`, `-0x1F`, `1e-3`, `inf`, `nan`, `True`, `False`.
std::optional<Number> parseNumber(std::string_view text);
// The number as a scalar of that dtype; nullopt, with `problem` set ("takes an integer"), where it
// has another kind or is out of range. A float is rounded.
std::optional<Scalar> toScalar(const Number &number, DType dtype, std::string &problem);

struct ValueSpec {
  enum class Kind {
    Single,  // one number
    None,    // no pointer; for a source, a constexpr
    File,    // a .npy
    Full,    // every element `number`; zeros and ones too
    Arange,  // 0, 1, 2, … in row-major order
    Rand,    // uniform over [0, 1)
    Randn,   // normal
    Randint, // integers from `low` on, `count` of them
    Same,    // the buffer of another argument
  };

  std::string name; // of the argument
  std::string text; // as written
  Kind kind = Kind::Single;
  Number number;
  Number low;
  std::uint64_t count = 0;
  std::string other;                 // File: the path; Same: the argument
  std::vector<std::int64_t> shape;   // of what is generated
  std::optional<DType> dtype;        // `:dtype`
  std::optional<std::uint64_t> seed; // `:seed=N`
  // Same: where in the other's array, in elements. Otherwise `:offset=K`: the array starts K
  // elements into its buffer, so that a pointer with little alignment can be had.
  std::int64_t offset = 0;

  bool isArray() const { return kind != Kind::Single && kind != Kind::None; }
};

// Reads NAME=SPEC. Reports what is wrong.
std::optional<ValueSpec> parseValueSpec(std::string_view assignment, Diagnostics &diagnostics);

// The elements that a generating spec (Full to Randint) asks for, at `offset` in a buffer of
// spec.offset more elements. Reports numbers that the dtype cannot hold.
std::optional<Buffer> generate(const ValueSpec &spec, DType dtype, Diagnostics &diagnostics);

} // namespace mytriton
