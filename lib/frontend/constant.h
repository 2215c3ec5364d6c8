// Python's arithmetic on compile-time values. Integers have Python's meaning as long as they lie
// from -2^63 to 2^64 - 1, and are an error beyond: they never wrap.
#pragma once

#include "mytriton/frontend/ast.h"
#include "mytriton/metadata/launch_metadata.h"

#include <string>
#include <string_view>
#include <utility>

namespace mytriton {

// A value, or why there is none.
struct Folded {
  ConstexprValue value;
  DiagnosticKind kind = DiagnosticKind::ConstexprOperands;
  std::string error; // empty: there is a value

  Folded(ConstexprValue folded) : value(std::move(folded)) {}
  Folded(DiagnosticKind why, std::string text) : kind(why), error(std::move(text)) {}
  bool ok() const { return error.empty(); }
};

Folded foldUnary(ast::UnaryOp op, const ConstexprValue &operand);
Folded foldBinary(ast::BinaryOp op, const ConstexprValue &left, const ConstexprValue &right);
Folded foldCompare(ast::CompareOp op, const ConstexprValue &left, const ConstexprValue &right);
// What `bool(value)` is.
bool isTruthy(const ConstexprValue &value);
// int(value) and float(value).
Folded foldInt(const ConstexprValue &value);
Folded foldFloat(const ConstexprValue &value);
Folded foldAbs(const ConstexprValue &value);

// What str(value) is, for messages of the kernel's own.
std::string plainText(const ConstexprValue &value);

std::string_view spelling(ast::UnaryOp op);
std::string_view spelling(ast::BinaryOp op);
std::string_view spelling(ast::CompareOp op);
// "int", "str", ... as Python calls the type.
std::string_view typeName(const ConstexprValue &value);

template <typename T>
const T *get(const ConstexprValue &constant) {
  return std::get_if<T>(&constant.value);
}
inline ConstexprValue constexprOf(bool value) { return {value}; }
inline ConstexprValue constexprOf(std::int64_t value) { return {value}; }
inline ConstexprValue constexprOf(double value) { return {value}; }
inline ConstexprValue constexprOf(std::uint64_t value) {
  return value >> 63 ? ConstexprValue{value} : constexprOf(static_cast<std::int64_t>(value));
}

} // namespace mytriton
