// Type rules of pointers, memory, synchronization and registers.
#include "op_rules.h"

#include <bit>

namespace mytriton {

namespace {

bool isI32(Type type) { return type == Type::scalar(DType::I32); }

constexpr int kWarpLanes = 32;

// Widest access of one thread, in bytes.
constexpr int kMaxAccessBytes = 16;

bool isAccessWidth(std::int64_t width, DType dtype) {
  return width > 1 && std::has_single_bit(static_cast<std::uint64_t>(width)) &&
         width <= kMaxAccessBytes / byteSize(dtype);
}

// Why `mask` cannot guard an access through `pointer`; empty where it can or is absent.
std::string checkMask(const Value *mask, Type pointer) {
  if (!mask)
    return {};
  const Type type = mask->type();
  if (!type.isBool() || !isScalarOrBlock(type))
    return fmt::format("mask is {}, not bool", type.str());
  if (!broadcastsTo(type.shape(), pointer.shape()))
    return fmt::format("a mask of type {} does not broadcast to pointers of type {}", type.str(),
                       pointer.str());
  return {};
}

// Why the first operand and those from `first` on are no place in a shared buffer; empty where they
// are.
std::string checkBufferAccess(const Operation &op, unsigned first) {
  const Type buffer = operandType(op, 0);
  if (!buffer.isShared())
    return fmt::format("takes a shared buffer, not {}", buffer.str());
  const int indices = static_cast<int>(op.operandCount() - first);
  if (indices != buffer.shape().rank())
    return fmt::format("takes {} {}, not {}", buffer.shape().rank(),
                       buffer.shape().rank() == 1 ? "index" : "indices", indices);
  for (unsigned i = first; i < op.operandCount(); ++i)
    if (!isI32(operandType(op, i)))
      return "an index must be an i32 scalar";
  return {};
}

} // namespace

TypeResult typeAddPtr(const Operation &op) {
  const Type pointer = operandType(op, 0), offset = operandType(op, 1);
  if (!pointer.isPointer() || !isScalarOrBlock(pointer))
    return TypeResult::bad(fmt::format("takes a pointer, not {}", pointer.str()));
  const Type element = offset.element();
  if (!isScalarOrBlock(offset) ||
      !(element == Type::scalar(DType::I32) || element == Type::scalar(DType::I64)))
    return TypeResult::bad(fmt::format("offset is {}, not i32 or i64", offset.str()));
  const std::optional<Shape> shape = broadcastShapes(pointer.shape(), offset.shape());
  if (!shape)
    return TypeResult::bad(fmt::format("shapes {} and {} do not broadcast", pointer.shape().str(),
                                       offset.shape().str()));
  if (shape->elements() > Shape::kMaxElements)
    return TypeResult::bad(fmt::format("a block of shape {} has more than {} elements",
                                       shape->str(), Shape::kMaxElements));
  return TypeResult::one(pointer.withShape(*shape));
}

TypeResult typeLoad(const Operation &op) {
  const Type pointer = operandType(op, 0);
  if (!pointer.isPointer() || !isScalarOrBlock(pointer))
    return TypeResult::bad(fmt::format("takes a pointer, not {}", pointer.str()));
  if (std::string error = checkMask(op.operand(1), pointer); !error.empty())
    return TypeResult::bad(std::move(error));
  if (const Value *other = op.operand(2)) {
    const Type type = other->type();
    if (!isScalarOrBlock(type) || !(type.element() == pointer.pointee().element()))
      return TypeResult::bad(
          fmt::format("other is {}, not {}", type.str(), pointer.pointee().element().str()));
    if (!broadcastsTo(type.shape(), pointer.shape()))
      return TypeResult::bad(
          fmt::format("{} does not broadcast to pointers of type {}", type.str(), pointer.str()));
  }
  if (!op.attribute("width"))
    return TypeResult::one(pointer.pointee());
  const auto *width = attributeAs<std::int64_t>(op, "width");
  if (!width || !isAccessWidth(*width, pointer.dtype()) || !pointer.isScalar())
    return TypeResult::bad("width must be a power of two above 1, of at most 16 bytes, and the "
                           "pointer scalar");
  return TypeResult::one(Type::registers(pointer.pointee(), Shape{*width}));
}

TypeResult typeStore(const Operation &op) {
  const Type pointer = operandType(op, 0), value = operandType(op, 1);
  if (!pointer.isPointer() || !isScalarOrBlock(pointer))
    return TypeResult::bad(fmt::format("takes a pointer, not {}", pointer.str()));
  if (!(value.element() == pointer.pointee().element()))
    return TypeResult::bad(
        fmt::format("stores {} through {}", value.element().str(), pointer.element().str()));
  if (value.isRegisters()) {
    if (!pointer.isScalar() || value.shape().rank() != 1 ||
        !isAccessWidth(value.shape()[0], value.dtype()))
      return TypeResult::bad(fmt::format("{} is no vector of 2 or more elements and at most {} "
                                         "bytes for a scalar pointer",
                                         value.str(), kMaxAccessBytes));
  } else if (!isScalarOrBlock(value) || !broadcastsTo(value.shape(), pointer.shape())) {
    return TypeResult::bad(fmt::format("a value of type {} does not broadcast to pointers of type "
                                       "{}",
                                       value.str(), pointer.str()));
  }
  if (std::string error = checkMask(op.operand(2), pointer); !error.empty())
    return TypeResult::bad(std::move(error));
  return TypeResult::ok();
}

TypeResult typeAligned(const Operation &op) {
  const Type pointer = operandType(op, 0);
  const auto *bytes = attributeAs<std::int64_t>(op, "bytes");
  if (!pointer.isPointer() || !pointer.isScalar())
    return TypeResult::bad(fmt::format("takes a scalar pointer, not {}", pointer.str()));
  if (!bytes || *bytes < 1 || !std::has_single_bit(static_cast<std::uint64_t>(*bytes)))
    return TypeResult::bad("bytes must be a power of two");
  return TypeResult::one(Type::scalar(DType::Bool));
}

TypeResult typeExtract(const Operation &op) {
  const Type type = operandType(op, 0);
  const int indices = static_cast<int>(op.operandCount()) - 1;
  if (!type.isRegisters())
    return TypeResult::bad(fmt::format("takes registers, not {}", type.str()));
  if (indices < 1 || indices > type.shape().rank())
    return TypeResult::bad(
        fmt::format("takes 1 to {} indices, not {}", type.shape().rank(), indices));
  Shape rest = type.shape();
  for (int i = 0; i < indices; ++i) {
    if (!isI32(operandType(op, static_cast<unsigned>(i) + 1)))
      return TypeResult::bad("an index must be an i32 scalar");
    rest.erase(0);
  }
  return TypeResult::one(rest.empty() ? type.element() : Type::registers(type.element(), rest));
}

TypeResult typePack(const Operation &op) {
  const auto *shape = attributeAs<Shape>(op, "shape");
  if (!shape || !isValidShape(*shape) || shape->elements() != op.operandCount())
    return TypeResult::bad(fmt::format("needs a shape of {} registers", op.operandCount()));
  const Type element = operandType(op, 0);
  for (unsigned i = 0; i < op.operandCount(); ++i)
    if (!operandType(op, i).isScalar() || !(operandType(op, i) == element))
      return TypeResult::bad("takes scalars of one type");
  return TypeResult::one(Type::registers(element, *shape));
}

TypeResult typeSharedAlloc(const Operation &op) {
  if (std::string error = checkArrayAttributes(op, kMaxBufferElements); !error.empty())
    return TypeResult::bad(std::move(error));
  const auto &shape = *attributeAs<Shape>(op, "shape");
  const DType dtype = *attributeAs<DType>(op, "dtype");
  return TypeResult::one(Type::shared(dtype, shape));
}

TypeResult typeSharedLoad(const Operation &op) {
  const Type buffer = operandType(op, 0);
  if (std::string error = checkBufferAccess(op, 1); !error.empty())
    return TypeResult::bad(std::move(error));
  if (!op.attribute("width"))
    return TypeResult::one(Type::scalar(buffer.dtype()));
  const auto *width = attributeAs<std::int64_t>(op, "width");
  if (!width || !isAccessWidth(*width, buffer.dtype()))
    return TypeResult::bad("width must be a power of two above 1, of at most 16 bytes");
  return TypeResult::one(Type::registers(Type::scalar(buffer.dtype()), Shape{*width}));
}

TypeResult typeSharedStore(const Operation &op) {
  const Type buffer = operandType(op, 0), value = operandType(op, 1);
  if (std::string error = checkBufferAccess(op, 2); !error.empty())
    return TypeResult::bad(std::move(error));
  const bool vector = value.isRegisters() && value.shape().rank() == 1 &&
                      isAccessWidth(value.shape()[0], value.dtype());
  if (value.isPointer() || value.dtype() != buffer.dtype() || !(value.isScalar() || vector))
    return TypeResult::bad(fmt::format("stores {} into {}", value.str(), buffer.str()));
  return TypeResult::ok();
}

TypeResult typeWarpReduce(const Operation &op) {
  const Type value = operandType(op, 0);
  const auto *combine = attributeAs<std::string>(op, "combine");
  const auto *lanes = attributeAs<std::int64_t>(op, "lanes");
  if (!value.isScalar() || !(value.isInteger() || value.isFloat()))
    return TypeResult::bad(fmt::format("takes an integer or a float, not {}", value.str()));
  if (!combine || (*combine != "sum" && *combine != "max" && *combine != "min"))
    return TypeResult::bad("combine must be \"sum\", \"max\" or \"min\"");
  if (!lanes || *lanes < 1 || *lanes >= kWarpLanes)
    return TypeResult::bad(fmt::format("lanes must be from 1 to {}", kWarpLanes - 1));
  return TypeResult::one(value);
}

TypeResult typeShuffle(const Operation &op) {
  const Type value = operandType(op, 0);
  if (!value.isScalar() || value.isPointer())
    return TypeResult::bad(fmt::format("takes a scalar that is no pointer, not {}", value.str()));
  if (!isI32(operandType(op, 1)))
    return TypeResult::bad("the source lane must be an i32 scalar");
  return TypeResult::one(value);
}

TypeResult typeNoResult(const Operation &) { return TypeResult::ok(); }

} // namespace mytriton
