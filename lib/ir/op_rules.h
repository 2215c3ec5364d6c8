// What the type rules share: reading attributes and combining operand types.
#pragma once

#include "op_functions.h"

#include <fmt/format.h>

namespace mytriton {

// The attribute as T, or null where it is absent or of another kind.
template <typename T>
const T *attributeAs(const Operation &op, std::string_view name) {
  const AttributeValue *value = op.attribute(name);
  return value ? std::get_if<T>(value) : nullptr;
}

inline Type operandType(const Operation &op, unsigned index) { return op.operand(index)->type(); }

// A scalar or a block: what elementwise operations and memory accesses take at either level.
inline bool isScalarOrBlock(Type type) { return type.isScalar() || type.isBlock(); }

// Whether every extent is positive and there are at least one and at most kMaxElements elements.
inline bool isValidShape(const Shape &shape) {
  for (std::int32_t extent : shape)
    if (extent < 1)
      return false;
  return !shape.empty() && shape.elements() <= Shape::kMaxElements;
}

// What keeps `op` from making an array of its {shape, dtype}; empty: nothing.
inline std::string checkArrayAttributes(const Operation &op) {
  const auto *shape = attributeAs<Shape>(op, "shape");
  if (!shape || !isValidShape(*shape))
    return fmt::format("needs a shape of 1 to {} elements", Shape::kMaxElements);
  return attributeAs<DType>(op, "dtype") ? "" : "needs a dtype";
}

// True where `from` broadcasts to exactly `to`.
inline bool broadcastsTo(const Shape &from, const Shape &to) {
  const std::optional<Shape> both = broadcastShapes(from, to);
  return both && *both == to;
}

} // namespace mytriton
