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

// A buffer is a block with its extents padded; whether a GPU has as much is for the lowering to
// say.
constexpr std::int64_t kMaxBufferElements = 8 * Shape::kMaxElements;

// Whether every extent is positive and there are at least one and at most so many elements.
inline bool isValidShape(const Shape &shape, std::int64_t most = Shape::kMaxElements) {
  for (std::int32_t extent : shape)
    if (extent < 1)
      return false;
  return !shape.empty() && shape.elements() <= most;
}

// What keeps `op` from making an array of its {shape, dtype}; empty: nothing.
inline std::string checkArrayAttributes(const Operation &op,
                                        std::int64_t most = Shape::kMaxElements) {
  const auto *shape = attributeAs<Shape>(op, "shape");
  if (!shape || !isValidShape(*shape, most))
    return fmt::format("needs a shape of 1 to {} elements", most);
  return attributeAs<DType>(op, "dtype") ? "" : "needs a dtype";
}

// True where `from` broadcasts to exactly `to`.
inline bool broadcastsTo(const Shape &from, const Shape &to) {
  const std::optional<Shape> both = broadcastShapes(from, to);
  return both && *both == to;
}

} // namespace mytriton
