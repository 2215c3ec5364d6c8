// Type rules of blocks that are made from nothing, turned, and multiplied as matrices.
#include "op_rules.h"

#include <array>
#include <limits>

namespace mytriton {

TypeResult typeFactory(const Operation &op) {
  if (std::string error = checkArrayAttributes(op); !error.empty())
    return TypeResult::bad(std::move(error));
  const auto &shape = *attributeAs<Shape>(op, "shape");
  const DType dtype = *attributeAs<DType>(op, "dtype");
  return TypeResult::one(Type::block(Type::scalar(dtype), shape));
}

TypeResult typeFull(const Operation &op) {
  TypeResult result = typeFactory(op);
  if (result.error.empty() && !(operandType(op, 0) == result.types[0].element()))
    return TypeResult::bad(fmt::format("its value is {}, not {}", operandType(op, 0).str(),
                                       result.types[0].element().str()));
  return result;
}

TypeResult typePermute(const Operation &op) {
  const Type type = operandType(op, 0);
  const auto *order = attributeAs<Shape>(op, "order");
  if (!type.isBlock())
    return TypeResult::bad(fmt::format("takes a block, not {}", type.str()));
  const int rank = type.shape().rank();
  std::array<bool, Shape::kMaxRank> seen{};
  bool valid = order && order->rank() == rank;
  Shape shape;
  for (int dim = 0; valid && dim < rank; ++dim) {
    const int from = (*order)[dim];
    valid = from >= 0 && from < rank && !seen[static_cast<std::size_t>(from)];
    if (!valid)
      break;
    seen[static_cast<std::size_t>(from)] = true;
    shape.append(type.shape()[from]);
  }
  if (!valid)
    return TypeResult::bad(fmt::format("order must name each of {} dimensions once", rank));
  return TypeResult::one(type.withShape(shape));
}

TypeResult typeDot(const Operation &op) {
  const Type a = operandType(op, 0), b = operandType(op, 1);
  const auto isMatrix = [](const Type &type) {
    return type.isBlock() && !type.isPointer() && type.shape().rank() == 2;
  };
  if (!isMatrix(a) || !isMatrix(b))
    return TypeResult::bad(
        fmt::format("takes two blocks of two dimensions, not {} and {}", a.str(), b.str()));
  if (a.dtype() != b.dtype())
    return TypeResult::bad(fmt::format("operands of different types: {} and {}", a.element().str(),
                                       b.element().str()));
  const std::optional<DType> sum = dotAccumulator(a.dtype());
  if (!sum)
    return TypeResult::bad(
        fmt::format("takes i8, f16, bf16, f32 or f64, not {}", a.element().str()));
  if (a.shape()[1] != b.shape()[0])
    return TypeResult::bad(fmt::format("{} by {}: the inner dimensions {} and {} differ",
                                       a.shape().str(), b.shape().str(), a.shape()[1],
                                       b.shape()[0]));
  const Shape shape{a.shape()[0], b.shape()[1]};
  if (shape.elements() > Shape::kMaxElements)
    return TypeResult::bad(fmt::format("a block of shape {} has more than {} elements", shape.str(),
                                       Shape::kMaxElements));
  const Type result = Type::block(Type::scalar(*sum), shape);
  if (op.operandCount() == 3 && !(operandType(op, 2) == result))
    return TypeResult::bad(
        fmt::format("is added to {}, not to {}", operandType(op, 2).str(), result.str()));
  return TypeResult::one(result);
}

Scalar emptyElement(DType dtype) {
  if (isFloat(dtype))
    return Scalar::ofFloat(dtype, std::numeric_limits<double>::quiet_NaN());
  constexpr int kPatternBits = 64;
  constexpr std::uint64_t kPattern = 0x7fc07fc07fc07fc0; // a NaN as f32, and as two bf16
  return Scalar::ofInt(dtype,
                       static_cast<std::int64_t>(kPattern >> (kPatternBits - bitWidth(dtype))));
}

std::optional<DType> dotAccumulator(DType operand) {
  switch (operand) {
  case DType::I8:
    return DType::I32;
  case DType::F16:
  case DType::BF16:
    return DType::F32;
  case DType::F32:
  case DType::F64:
    return operand;
  default:
    return std::nullopt;
  }
}

} // namespace mytriton
