// Type rules of values, arithmetic and shape operations.
#include "op_rules.h"

namespace mytriton {

namespace {

bool isNumber(Type type) { return type.isInteger() || type.isFloat(); }

// The type of an elementwise result with elements of type `element`: the operands' shapes
// broadcast against each other.
TypeResult broadcastOperands(const Operation &op, Type element) {
  Shape shape;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    const Type type = operandType(op, i);
    if (!isScalarOrBlock(type))
      return TypeResult::bad(
          fmt::format("operand {} is {}, not a scalar or a block", i + 1, type.str()));
    const std::optional<Shape> both = broadcastShapes(shape, type.shape());
    if (!both)
      return TypeResult::bad(
          fmt::format("shapes {} and {} do not broadcast", shape.str(), type.shape().str()));
    if (both->elements() > Shape::kMaxElements)
      return TypeResult::bad(fmt::format("a block of shape {} has more than {} elements",
                                         both->str(), Shape::kMaxElements));
    shape = *both;
  }
  return TypeResult::one(element.withShape(shape));
}

TypeResult bothOf(const Operation &op, bool accepted, const char *wanted) {
  const Type a = operandType(op, 0), b = operandType(op, 1);
  if (!(a.element() == b.element()))
    return TypeResult::bad(fmt::format("operands of different types: {} and {}", a.element().str(),
                                       b.element().str()));
  if (!accepted)
    return TypeResult::bad(fmt::format("takes {}, not {}", wanted, a.element().str()));
  return broadcastOperands(op, a.element());
}

} // namespace

TypeResult typeProgramId(const Operation &op) {
  const auto *axis = attributeAs<std::int64_t>(op, "axis");
  if (!axis || *axis < 0 || *axis > 2)
    return TypeResult::bad("axis must be 0, 1 or 2");
  return TypeResult::one(Type::scalar(DType::I32));
}

TypeResult typeThreadId(const Operation &) { return TypeResult::one(Type::scalar(DType::I32)); }

TypeResult typeArange(const Operation &op) {
  const auto *start = attributeAs<std::int64_t>(op, "start");
  const auto *end = attributeAs<std::int64_t>(op, "end");
  if (!start || !end)
    return TypeResult::bad("needs start and end");
  if (*start < INT32_MIN || *end > INT32_MAX || *start >= *end)
    return TypeResult::bad("start must lie below end, both within 32 bits");
  if (*end - *start > Shape::kMaxElements)
    return TypeResult::bad(fmt::format("more than {} elements", Shape::kMaxElements));
  return TypeResult::one(Type::block(Type::scalar(DType::I32), Shape{*end - *start}));
}

TypeResult typeArithmetic(const Operation &op) {
  return bothOf(op, isNumber(operandType(op, 0)), "integers or floats");
}

TypeResult typeFloatArithmetic(const Operation &op) {
  return bothOf(op, operandType(op, 0).isFloat(), "floats");
}

TypeResult typeIntArithmetic(const Operation &op) {
  return bothOf(op, operandType(op, 0).isInteger(), "integers");
}

TypeResult typeMulHi(const Operation &op) {
  const Type type = operandType(op, 0);
  return bothOf(op, type.isInteger() && bitWidth(type.dtype()) >= 32, "integers of 32 or 64 bits");
}

TypeResult typeBitwise(const Operation &op) {
  const Type type = operandType(op, 0);
  return bothOf(op, type.isBool() || type.isInteger(), "bools or integers");
}

TypeResult typeCompare(const Operation &op) {
  TypeResult result = bothOf(op, !operandType(op, 0).isPointer(), "bools, integers or floats");
  if (result.error.empty())
    result.types[0] = result.types[0].withElement(Type::scalar(DType::Bool));
  return result;
}

TypeResult typeUnaryArithmetic(const Operation &op) {
  const Type type = operandType(op, 0);
  if (!isNumber(type))
    return TypeResult::bad(fmt::format("takes integers or floats, not {}", type.element().str()));
  return broadcastOperands(op, type.element());
}

TypeResult typeFloatMath(const Operation &op) {
  const Type type = operandType(op, 0);
  if (!type.isFloat())
    return TypeResult::bad(fmt::format("takes floats, not {}", type.element().str()));
  return broadcastOperands(op, type.element());
}

TypeResult typeFma(const Operation &op) {
  const Type type = operandType(op, 0);
  if (!type.isFloat())
    return TypeResult::bad(fmt::format("takes floats, not {}", type.element().str()));
  for (unsigned i = 1; i < 3; ++i)
    if (!(operandType(op, i).element() == type.element()))
      return TypeResult::bad(fmt::format("operands of different types: {} and {}",
                                         type.element().str(), operandType(op, i).element().str()));
  return broadcastOperands(op, type.element());
}

TypeResult typeBitwiseNot(const Operation &op) {
  const Type type = operandType(op, 0);
  if (!type.isBool() && !type.isInteger())
    return TypeResult::bad(fmt::format("takes bools or integers, not {}", type.element().str()));
  return broadcastOperands(op, type.element());
}

TypeResult typeSelect(const Operation &op) {
  const Type condition = operandType(op, 0), yes = operandType(op, 1), no = operandType(op, 2);
  if (!condition.isBool())
    return TypeResult::bad(fmt::format("condition is {}, not bool", condition.element().str()));
  if (!(yes.element() == no.element()))
    return TypeResult::bad(fmt::format("branches of different types: {} and {}",
                                       yes.element().str(), no.element().str()));
  if (yes.isPointer())
    return TypeResult::bad("does not choose between pointers");
  return broadcastOperands(op, yes.element());
}

TypeResult typeCast(const Operation &op) {
  const auto *dtype = attributeAs<DType>(op, "dtype");
  if (!dtype)
    return TypeResult::bad("needs a dtype");
  if (operandType(op, 0).isPointer())
    return TypeResult::bad("does not convert pointers");
  return broadcastOperands(op, Type::scalar(*dtype));
}

TypeResult typeCastRtz(const Operation &op) {
  const auto *dtype = attributeAs<DType>(op, "dtype");
  const Type type = operandType(op, 0);
  if (!dtype || !isFloat(*dtype) || !type.isFloat() || bitWidth(type.dtype()) <= bitWidth(*dtype))
    return TypeResult::bad("converts a float to a narrower one");
  return broadcastOperands(op, Type::scalar(*dtype));
}

TypeResult typeBitcast(const Operation &op) {
  const auto *dtype = attributeAs<DType>(op, "dtype");
  const Type type = operandType(op, 0);
  if (!dtype)
    return TypeResult::bad("needs a dtype");
  if (type.isPointer() || bitWidth(type.dtype()) != bitWidth(*dtype))
    return TypeResult::bad(
        fmt::format("does not read {} as {}", type.element().str(), irName(*dtype)));
  return broadcastOperands(op, Type::scalar(*dtype));
}

TypeResult typeExpandDims(const Operation &op) {
  const Type type = operandType(op, 0);
  const auto *axis = attributeAs<std::int64_t>(op, "axis");
  if (!type.isBlock())
    return TypeResult::bad(fmt::format("takes a block, not {}", type.str()));
  if (type.shape().rank() == Shape::kMaxRank)
    return TypeResult::bad(fmt::format("more than {} dimensions", Shape::kMaxRank));
  if (!axis || *axis < 0 || *axis > type.shape().rank())
    return TypeResult::bad(fmt::format("axis must be from 0 to {}", type.shape().rank()));
  Shape shape = type.shape();
  shape.insert(static_cast<int>(*axis), 1);
  return TypeResult::one(type.withShape(shape));
}

TypeResult typeBroadcast(const Operation &op) {
  const Type type = operandType(op, 0);
  const auto *shape = attributeAs<Shape>(op, "shape");
  if (!isScalarOrBlock(type))
    return TypeResult::bad(fmt::format("takes a scalar or a block, not {}", type.str()));
  if (!shape || !isValidShape(*shape))
    return TypeResult::bad(fmt::format("needs a shape of 1 to {} elements", Shape::kMaxElements));
  if (!broadcastsTo(type.shape(), *shape))
    return TypeResult::bad(fmt::format("{} does not broadcast to {}", type.str(), shape->str()));
  return TypeResult::one(type.withShape(*shape));
}

TypeResult typeConvertLayout(const Operation &op) {
  const Type type = operandType(op, 0);
  if (!type.isBlock())
    return TypeResult::bad(fmt::format("takes a block, not {}", type.str()));
  if (!attributeAs<std::string>(op, "layout"))
    return TypeResult::bad("needs a layout");
  return TypeResult::one(type);
}

TypeResult typeReduce(const Operation &op) {
  const Type type = operandType(op, 0);
  const auto *axis = attributeAs<std::int64_t>(op, "axis");
  if (!type.isBlock())
    return TypeResult::bad(fmt::format("takes a block, not {}", type.str()));
  if (!isNumber(type))
    return TypeResult::bad(fmt::format("takes integers or floats, not {}", type.element().str()));
  if (!axis || *axis < 0 || *axis >= type.shape().rank())
    return TypeResult::bad(fmt::format("axis must be from 0 to {}", type.shape().rank() - 1));
  Shape shape = type.shape();
  shape.erase(static_cast<int>(*axis));
  return TypeResult::one(type.withShape(shape));
}

} // namespace mytriton
