// See ref_interpreter.h.
#include "ref_interpreter.h"

#include "element.h"
#include "mytriton/ir/control_flow.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <utility>

namespace mytriton {

namespace {

// For each element of a block of shape `to`, the element of an operand of shape `from` that
// broadcasting gives it.
class BroadcastIndex {
public:
  BroadcastIndex(const Shape &from, const Shape &to)
      : same_(from == to), single_(from.elements() == 1), to_(to) {
    std::int64_t stride = 1;
    const int lead = to.rank() - from.rank();
    for (int dim = from.rank() - 1; dim >= 0; --dim) {
      strides_[static_cast<std::size_t>(lead + dim)] = from[dim] == 1 ? 0 : stride;
      stride *= from[dim];
    }
  }

  std::size_t operator()(std::size_t index) const {
    if (single_)
      return 0;
    if (same_)
      return index;
    auto rest = static_cast<std::int64_t>(index);
    std::int64_t from = 0;
    for (int dim = to_.rank() - 1; dim >= 0; --dim) {
      from += rest % to_[dim] * strides_[static_cast<std::size_t>(dim)];
      rest /= to_[dim];
    }
    return static_cast<std::size_t>(from);
  }

private:
  bool same_;
  bool single_; // one element, that all of the block's are
  Shape to_;
  std::array<std::int64_t, Shape::kMaxRank> strides_{};
};

std::size_t elementCount(Type type) { return static_cast<std::size_t>(type.shape().elements()); }

bool isInside(const PointerArgument &pointer, std::int64_t offset) {
  std::int64_t index = 0;
  return pointer.buffer && !__builtin_add_overflow(pointer.offset, offset, &index) && index >= 0 &&
         index < pointer.buffer->elements();
}

// "its 200 elements", or, where the argument points into the middle of its buffer, "its elements
// -50 to 149".
std::string extent(const PointerArgument &pointer) {
  const std::int64_t count = pointer.buffer ? pointer.buffer->elements() : 0;
  if (pointer.offset == 0 || count == 0)
    return fmt::format("its {} element{}", count, count == 1 ? "" : "s");
  return fmt::format("its elements {} to {}", -pointer.offset, count - 1 - pointer.offset);
}

// `7` in a vector, `(3, 4)` in a block of higher rank.
std::string coordinates(std::size_t index, const Shape &shape) {
  if (shape.rank() < 2)
    return std::to_string(index);
  std::string text;
  for (int dim = shape.rank() - 1; dim >= 0; --dim) {
    const auto size = static_cast<std::size_t>(shape[dim]);
    text = std::to_string(index % size) + (text.empty() ? "" : ", " + text);
    index /= size;
  }
  return "(" + text + ")";
}

} // namespace

Scalar RefValue::scalar(std::size_t index) const {
  const std::uint64_t bits = elements[index];
  return type.isFloat() ? Scalar::ofFloat(type.dtype(), std::bit_cast<double>(bits))
                        : Scalar::ofInt(type.dtype(), static_cast<std::int64_t>(bits));
}

std::uint64_t RefValue::bitsOf(const Scalar &scalar) {
  return scalar.isFloat() ? std::bit_cast<std::uint64_t>(scalar.asFloat())
                          : static_cast<std::uint64_t>(scalar.asInt());
}

// --- the grid -----------------------------------------------------------------------------------

RefInterpreter::RefInterpreter(const Kernel &kernel, const LaunchRequest &request)
    : kernel_(kernel), request_(request) {
  for (unsigned i = 0; i < kernel.parameterCount(); ++i) {
    RefValue &value = values_[kernel.parameter(i)];
    value.type = kernel.parameter(i)->type();
    value.argument = i;
    const auto *scalar = std::get_if<Scalar>(&request.arguments[i]);
    value.elements.push_back(scalar ? RefValue::bitsOf(*scalar) : 0);
  }
}

void RefInterpreter::run() {
  if (request_.timeoutSeconds > 0)
    deadline_ = std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                    std::chrono::duration<double>(std::min(request_.timeoutSeconds, 1e9)));
  const auto &extent = request_.grid.extent;
  for (std::uint32_t z = 0; z < extent[2]; ++z)
    for (std::uint32_t y = 0; y < extent[1]; ++y)
      for (std::uint32_t x = 0; x < extent[0]; ++x) {
        id_ = {x, y, z};
        checkTime();
        execute(kernel_.body());
      }
}

void RefInterpreter::checkTime() {
  if (request_.timeoutSeconds > 0 && ++ticks_ % 64 == 0 &&
      std::chrono::steady_clock::now() > deadline_)
    throw RefForbidden{
        fmt::format("{}: did not end within {} seconds", kernel_.name(), request_.timeoutSeconds)};
}

// --- values -------------------------------------------------------------------------------------

const RefValue &RefInterpreter::operand(const Operation &op, unsigned index) {
  const Value *value = op.operand(index);
  const auto [place, isNew] = values_.try_emplace(value);
  if (isNew) { // a constant that is used for the first time
    place->second.type = value->type();
    place->second.elements.push_back(RefValue::bitsOf(value->constant()));
  }
  return place->second;
}

RefValue &RefInterpreter::result(const Operation &op) {
  RefValue &value = values_[op.result()];
  value.type = op.result()->type();
  value.elements.resize(elementCount(value.type));
  return value;
}

// --- operations ---------------------------------------------------------------------------------

void RefInterpreter::execute(const Region &region) {
  for (const auto &op : region.operations())
    operation(*op);
}

void RefInterpreter::operation(const Operation &op) {
  if (op.has(trait::Elementwise))
    return elementwise(op);
  if (op.has(trait::Reduces))
    return reduce(op);
  switch (op.kind()) {
  case OpKind::ProgramId:
  case OpKind::NumPrograms:
    return programId(op);
  case OpKind::Arange:
    return arange(op);
  case OpKind::Zeros:
    return fill(op, 0); // the bits of zero
  case OpKind::Full:
    return fill(op, operand(op, 0).elements[0]);
  case OpKind::Empty:
    return fill(op, RefValue::bitsOf(emptyElement(op.result()->type().dtype())));
  case OpKind::Broadcast:
    return broadcast(op);
  case OpKind::Permute:
    return permute(op);
  case OpKind::Dot:
    return dot(op);
  case OpKind::ExpandDims:
  case OpKind::ConvertLayout:
    return copyElements(op);
  case OpKind::AddPtr:
    return addPtr(op);
  case OpKind::Load:
    return load(op);
  case OpKind::Store:
    return store(op);
  case OpKind::If:
    return conditional(op);
  case OpKind::For:
    return loop(op);
  case OpKind::While:
    return whileLoop(op);
  case OpKind::Barrier: // each operation ends before the next begins as it is
    return;
  case OpKind::Yield: // its operands are read by the operation that owns the region
    return;
  default:
    throw RefForbidden{fmt::format("{}: the ref device has no operation '{}'", kernel_.name(),
                                   op.info().mnemonic)};
  }
}

void RefInterpreter::elementwise(const Operation &op) {
  std::vector<const RefValue *> operands;
  std::vector<BroadcastIndex> indices;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    operands.push_back(&operand(op, i));
    indices.emplace_back(operands[i]->type.shape(), op.result()->type().shape());
  }
  RefValue &value = result(op);
  const auto evaluate = op.info().evaluate;
  const DType dtype = value.type.dtype();
  std::vector<Scalar> scalars(op.operandCount());
  for (std::size_t e = 0; e < value.elements.size(); ++e) {
    for (std::size_t i = 0; i < scalars.size(); ++i)
      scalars[i] = operands[i]->scalar(indices[i](e));
    value.elements[e] = RefValue::bitsOf(evaluate(dtype, scalars));
  }
}

void RefInterpreter::programId(const Operation &op) {
  const auto axis = static_cast<std::size_t>(op.intAttribute("axis"));
  const std::uint32_t number = op.is(OpKind::ProgramId) ? id_[axis] : request_.grid.extent[axis];
  result(op).elements[0] = RefValue::bitsOf(Scalar::ofInt(DType::I32, number));
}

void RefInterpreter::arange(const Operation &op) {
  RefValue &value = result(op);
  const std::int64_t start = op.intAttribute("start");
  for (std::size_t e = 0; e < value.elements.size(); ++e)
    value.elements[e] = static_cast<std::uint64_t>(start + static_cast<std::int64_t>(e));
}

void RefInterpreter::broadcast(const Operation &op) {
  const RefValue &from = operand(op, 0);
  RefValue &value = result(op);
  value.argument = from.argument;
  const BroadcastIndex index(from.type.shape(), value.type.shape());
  for (std::size_t e = 0; e < value.elements.size(); ++e)
    value.elements[e] = from.elements[index(e)];
}

void RefInterpreter::copyElements(const Operation &op) {
  const RefValue &from = operand(op, 0);
  RefValue &value = result(op);
  value.argument = from.argument;
  value.elements = from.elements;
}

void RefInterpreter::fill(const Operation &op, std::uint64_t bits) {
  RefValue &value = result(op);
  std::fill(value.elements.begin(), value.elements.end(), bits);
}

void RefInterpreter::permute(const Operation &op) {
  const RefValue &from = operand(op, 0);
  RefValue &value = result(op);
  value.argument = from.argument;
  const Shape &order = std::get<Shape>(*op.attribute("order"));
  const Shape &shape = value.type.shape();
  Shape strides = from.type.shape(); // of the operand
  for (int dim = strides.rank() - 1, stride = 1; dim >= 0; --dim)
    stride *= std::exchange(strides[dim], stride);
  for (std::size_t e = 0; e < value.elements.size(); ++e) {
    auto rest = static_cast<std::int32_t>(e);
    std::int32_t taken = 0;
    for (int dim = shape.rank() - 1; dim >= 0; --dim) {
      taken += rest % shape[dim] * strides[order[dim]];
      rest /= shape[dim];
    }
    value.elements[e] = from.elements[static_cast<std::size_t>(taken)];
  }
}

// Each sum starts from what the product is added to and takes the products in the order of k, all
// in the precision of the result.
void RefInterpreter::dot(const Operation &op) {
  const RefValue &a = operand(op, 0), &b = operand(op, 1);
  const RefValue *start = op.operandCount() == 3 ? &operand(op, 2) : nullptr;
  RefValue &value = result(op);
  const DType dtype = value.type.dtype();
  const auto rows = static_cast<std::size_t>(value.type.shape()[0]);
  const auto columns = static_cast<std::size_t>(value.type.shape()[1]);
  const auto inner = static_cast<std::size_t>(a.type.shape()[1]);
  for (std::size_t row = 0; row < rows; ++row) {
    checkTime();
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t e = row * columns + column;
      Scalar sum = start ? start->scalar(e) : Scalar().convert(dtype);
      for (std::size_t k = 0; k < inner; ++k) {
        const std::array factors{a.scalar(row * inner + k).convert(dtype),
                                 b.scalar(k * columns + column).convert(dtype)};
        const std::array terms{sum, opInfo(OpKind::Mul).evaluate(dtype, factors)};
        sum = opInfo(OpKind::Add).evaluate(dtype, terms);
      }
      value.elements[e] = RefValue::bitsOf(sum);
    }
  }
}

// Neighbours are combined, then neighbours of the results, and so on: as a tree, whose rounding
// errors grow with the logarithm of the length, as they do on devices.
void RefInterpreter::reduce(const Operation &op) {
  const RefValue &from = operand(op, 0);
  RefValue &value = result(op);
  const Shape &shape = from.type.shape();
  const auto axis = static_cast<int>(op.intAttribute("axis"));
  std::size_t inner = 1; // elements from one to the next along the axis
  for (int dim = axis + 1; dim < shape.rank(); ++dim)
    inner *= static_cast<std::size_t>(shape[dim]);
  const OpKind kind = op.is(OpKind::ReduceSum)   ? OpKind::Add
                      : op.is(OpKind::ReduceMax) ? OpKind::MaxNum
                                                 : OpKind::MinNum;
  const auto combine = opInfo(kind).evaluate;
  std::vector<Scalar> elements(static_cast<std::size_t>(shape[axis]));
  for (std::size_t e = 0; e < value.elements.size(); ++e) {
    const std::size_t first = e / inner * inner * elements.size() + e % inner;
    for (std::size_t i = 0; i < elements.size(); ++i)
      elements[i] = from.scalar(first + i * inner);
    std::size_t count = elements.size();
    for (; count > 1; count = (count + 1) / 2)
      for (std::size_t i = 0; i < (count + 1) / 2; ++i) {
        const bool paired = 2 * i + 1 < count; // the last may be left over
        elements[i] = paired ? combine(value.type.dtype(), std::span(elements).subspan(2 * i, 2))
                             : elements[2 * i];
      }
    value.elements[e] = RefValue::bitsOf(elements[0]);
  }
}

void RefInterpreter::addPtr(const Operation &op) {
  const RefValue &pointers = operand(op, 0), &offsets = operand(op, 1);
  RefValue &value = result(op);
  value.argument = pointers.argument;
  const BroadcastIndex pointer(pointers.type.shape(), value.type.shape());
  const BroadcastIndex offset(offsets.type.shape(), value.type.shape());
  for (std::size_t e = 0; e < value.elements.size(); ++e)
    value.elements[e] = pointers.elements[pointer(e)] + offsets.elements[offset(e)];
}

// --- memory -------------------------------------------------------------------------------------

std::byte *RefInterpreter::access(const Operation &op, const RefValue &pointers,
                                  std::size_t pointer, std::size_t element) {
  const auto &argument = std::get<PointerArgument>(request_.arguments[pointers.argument]);
  const auto offset = static_cast<std::int64_t>(pointers.elements[pointer]);
  if (!isInside(argument, offset))
    throw RefForbidden{fmt::format("{}: {} of argument '{}' at offset {} is outside {} ({})",
                                   kernel_.name(), op.info().mnemonic,
                                   kernel_.parameter(pointers.argument)->name(), offset,
                                   extent(argument), place(op, element))};
  const auto index = static_cast<std::size_t>(argument.offset + offset);
  return argument.buffer->bytes.data() +
         index * static_cast<std::size_t>(byteSize(pointers.type.dtype()));
}

std::string RefInterpreter::place(const Operation &op, std::size_t element) const {
  std::string text = fmt::format("program ({}, {}, {})", id_[0], id_[1], id_[2]);
  const Type pointers = op.operand(0)->type();
  if (pointers.isBlock())
    text += ", element " + coordinates(element, pointers.shape());
  if (const std::int64_t line = op.intAttribute("line"); line > 0)
    text += fmt::format(", {}:{}", op.stringAttribute("file", request_.metadata->source), line);
  return text;
}

void RefInterpreter::load(const Operation &op) {
  const RefValue &pointers = operand(op, 0);
  const Shape &shape = pointers.type.shape();
  const RefValue *mask = op.operand(1) ? &operand(op, 1) : nullptr;
  const RefValue *other = op.operand(2) ? &operand(op, 2) : nullptr;
  const BroadcastIndex maskIndex(mask ? mask->type.shape() : Shape{}, shape);
  const BroadcastIndex otherIndex(other ? other->type.shape() : Shape{}, shape);
  RefValue &value = result(op);
  const DType dtype = value.type.dtype();
  for (std::size_t e = 0; e < value.elements.size(); ++e) {
    if (!mask || mask->elements[maskIndex(e)])
      value.elements[e] = RefValue::bitsOf(loadElement(access(op, pointers, e, e), dtype));
    else
      value.elements[e] = other ? other->elements[otherIndex(e)] : 0; // the bits of zero
  }
}

void RefInterpreter::store(const Operation &op) {
  const RefValue &pointers = operand(op, 0), &stored = operand(op, 1);
  const Shape &shape = pointers.type.shape();
  const RefValue *mask = op.operand(2) ? &operand(op, 2) : nullptr;
  const BroadcastIndex storedIndex(stored.type.shape(), shape);
  const BroadcastIndex maskIndex(mask ? mask->type.shape() : Shape{}, shape);
  for (std::size_t e = 0; e < pointers.elements.size(); ++e)
    if (!mask || mask->elements[maskIndex(e)])
      storeElement(access(op, pointers, e, e), stored.scalar(storedIndex(e)));
}

// --- control flow -------------------------------------------------------------------------------

// Copies, so that `a, b = b, a` reads both before it writes either.
std::vector<RefValue> RefInterpreter::yielded(const Region &region) {
  std::vector<RefValue> values;
  for (unsigned i = 0; i < region.back()->operandCount(); ++i)
    values.push_back(operand(*region.back(), i));
  return values;
}

void RefInterpreter::conditional(const Operation &op) {
  const Region &region = op.region(operand(op, 0).elements[0] ? 0 : 1);
  execute(region);
  std::vector<RefValue> values = yielded(region);
  for (unsigned i = 0; i < op.resultCount(); ++i)
    values_[op.result(i)] = std::move(values[i]);
}

std::vector<RefValue> RefInterpreter::initial(const Operation &loop) {
  std::vector<RefValue> values;
  for (unsigned i = 0; i < carriedCount(loop); ++i)
    values.push_back(operand(loop, decidingOperands(loop) + i));
  return values;
}

void RefInterpreter::loop(const Operation &op) {
  const Region &body = op.region();
  const auto start = static_cast<std::int64_t>(operand(op, 0).elements[0]);
  const auto stop = static_cast<std::int64_t>(operand(op, 1).elements[0]);
  const auto step = static_cast<std::int64_t>(operand(op, 2).elements[0]);
  std::vector<RefValue> carried = initial(op);

  RefValue &index = values_[body.argument(0)];
  index.type = body.argument(0)->type();
  for (std::int64_t i = start; step > 0 ? i < stop : step < 0 && i > stop;) {
    checkTime();
    index.elements.assign(1, static_cast<std::uint64_t>(i));
    for (unsigned c = 0; c < carried.size(); ++c)
      values_[body.argument(c + 1)] = std::move(carried[c]);
    execute(body);
    carried = yielded(body);
    if (__builtin_add_overflow(i, step, &i))
      break; // the next index would lie beyond every stop
  }
  for (unsigned i = 0; i < op.resultCount(); ++i)
    values_[op.result(i)] = std::move(carried[i]);
}

void RefInterpreter::whileLoop(const Operation &op) {
  const Region &condition = op.region(0), &body = op.region(1);
  std::vector<RefValue> carried = initial(op);
  for (;;) {
    checkTime();
    for (unsigned c = 0; c < carried.size(); ++c)
      values_[condition.argument(c)] = carried[c];
    execute(condition);
    if (!operand(*condition.back(), 0).elements[0])
      break;
    for (unsigned c = 0; c < carried.size(); ++c)
      values_[body.argument(c)] = std::move(carried[c]);
    execute(body);
    carried = yielded(body);
  }
  for (unsigned i = 0; i < op.resultCount(); ++i)
    values_[op.result(i)] = std::move(carried[i]);
}

} // namespace mytriton
