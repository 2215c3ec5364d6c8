// One element of a pure block value.
//
// An integer that grows by a constant along a register axis is computed once for the whole axis,
// and its elements are that plus a multiple of the register index: `offsets + r`.

#include "thread_lowering.h"

#include <algorithm>
#include <cstdlib>

namespace mytriton {

namespace {

bool isWrapping(OpKind kind) {
  return kind == OpKind::Add || kind == OpKind::Sub || kind == OpKind::Mul || kind == OpKind::Neg;
}

} // namespace

Value *ThreadLowering::scalar(const Value *value) {
  if (value->isConstant())
    return kernel_->constant(value->constant());
  return scalars_.at(value);
}

Value *ThreadLowering::emitScalar(const Operation &op) {
  Value *operands[3] = {};
  for (unsigned i = 0; i < op.operandCount(); ++i)
    operands[i] = scalar(op.operand(i));
  Value *value = nullptr;
  switch (op.kind()) {
  case OpKind::ProgramId:
  case OpKind::NumPrograms:
    value = emit(op.kind(), {}, &op, {{"axis", op.intAttribute("axis")}});
    break;
  case OpKind::Cast:
  case OpKind::CastRtz:
  case OpKind::Bitcast:
    value = emit(op.kind(), {operands[0]}, &op, {{"dtype", op.result()->type().dtype()}});
    break;
  default: {
    const bool nsw = isWrapping(op.kind()) && index_.isPlain(op.result());
    if (op.operandCount() == 1)
      value = emit(op.kind(), {operands[0]}, &op, {}, nsw);
    else if (op.operandCount() == 2)
      value = emit(op.kind(), {operands[0], operands[1]}, &op, {}, nsw);
    else
      value = emit(op.kind(), {operands[0], operands[1], operands[2]}, &op, {}, nsw);
  }
  }
  scalars_[op.result()] = value;
  return value;
}

// Along which dimensions of the placement an operand lies.
Place ThreadLowering::operandPlace(const Value *operand, const Value *user,
                                   const Place &place) const {
  Place result = place;
  const Shape shape = operand->type().shape();
  if (user->definingOp() != nullptr && user->definingOp()->is(OpKind::ExpandDims)) {
    result.dims.erase(result.dims.begin() + user->definingOp()->intAttribute("axis"));
  } else if (user->definingOp() != nullptr && user->definingOp()->is(OpKind::Permute)) {
    const auto &order = std::get<Shape>(*user->definingOp()->attribute("order"));
    for (int dim = 0; dim < order.rank(); ++dim)
      result.dims[static_cast<std::size_t>(order[dim])] = place.dims[static_cast<std::size_t>(dim)];
  } else {
    const auto dropped = static_cast<std::ptrdiff_t>(place.dims.size()) - shape.rank();
    result.dims.erase(result.dims.begin(), result.dims.begin() + dropped);
  }
  for (int dim = 0; dim < shape.rank(); ++dim)
    if (shape[dim] == 1)
      result.dims[static_cast<std::size_t>(dim)] = -1;
  return result;
}

ThreadLowering::Steps ThreadLowering::steps(const Value *value, const Place &place) {
  const std::vector<RegisterAxis> &axes = placement(place.placement).axes;
  if (!value->type().isBlock())
    return Steps(axes.size(), 0);
  const auto key = std::tuple(value, place.placement, place.dims);
  if (const auto known = steps_.find(key); known != steps_.end())
    return known->second;

  Steps result(axes.size(), 0);
  const Operation *made = value->definingOp();
  const bool isArange = made != nullptr && made->is(OpKind::Arange);
  if (held_.count(value) != 0 || made == nullptr || !isLazy(*made) || isArange) {
    // The axes that lie along a dimension of the value move through it.
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      const auto dim = std::find(place.dims.begin(), place.dims.end(), axes[axis].dim);
      if (dim != place.dims.end())
        result[axis] = isArange ? std::optional<std::int64_t>(axes[axis].stride) : std::nullopt;
    }
  } else {
    const Operation &op = *made;
    std::vector<Steps> operands;
    for (unsigned i = 0; i < op.operandCount(); ++i)
      operands.push_back(steps(op.operand(i), operandPlace(op.operand(i), value, place)));
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      const auto step = [&](std::size_t i) { return operands[i][axis]; };
      const bool all = std::all_of(operands.begin(), operands.end(),
                                   [&](const Steps &of) { return of[axis].has_value(); });
      const bool zero = all && std::all_of(operands.begin(), operands.end(),
                                           [&](const Steps &of) { return *of[axis] == 0; });
      if (zero)
        continue;
      result[axis] = std::nullopt;
      if (!all || !value->type().isInteger())
        continue;
      if (op.is(OpKind::ExpandDims) || op.is(OpKind::Broadcast) || op.is(OpKind::Permute))
        result[axis] = step(0);
      else if (op.is(OpKind::Add))
        result[axis] = *step(0) + *step(1);
      else if (op.is(OpKind::Sub))
        result[axis] = *step(0) - *step(1);
      else if (op.is(OpKind::Neg))
        result[axis] = -*step(0);
      else if (op.is(OpKind::Cast) && value->type().dtype() == DType::I64 &&
               op.operand(0)->type().dtype() == DType::I32 && index_.isPlain(op.operand(0)))
        result[axis] = step(0);
      else if (op.is(OpKind::Mul))
        for (unsigned side = 0; side < 2; ++side)
          if (op.operand(side)->isConstant())
            result[axis] = *step(1 - side) * op.operand(side)->constant().asInt();
      if (result[axis] && (*result[axis] > INT32_MAX || *result[axis] < INT32_MIN))
        result[axis] = std::nullopt;
    }
  }
  steps_[key] = result;
  return result;
}

Value *ThreadLowering::element(const Value *value, const Place &place) {
  if (!value->type().isBlock())
    return scalar(value);
  const Steps along = steps(value, place);
  const bool plain = index_.isPlain(value);
  Place base = place;
  std::vector<std::pair<Index, std::int64_t>> moved;
  for (std::size_t axis = 0; axis < along.size(); ++axis) {
    if (!along[axis] || base.indices[axis].isZero())
      continue;
    if (*along[axis] != 0)
      moved.emplace_back(base.indices[axis], *along[axis]);
    base.indices[axis] = {};
  }

  std::vector<std::pair<Value *, int>> indices;
  for (const Index &index : base.indices)
    indices.push_back(index.key());
  const ElementKey key{value, place.placement, place.dims, indices};
  Value *result = nullptr;
  for (auto scope = scopes_.rbegin(); result == nullptr && scope != scopes_.rend(); ++scope)
    if (const auto known = scope->elements.find(key); known != scope->elements.end())
      result = known->second;
  if (result == nullptr) {
    result = computeElement(value, base);
    scopes_[static_cast<std::size_t>(depthOf(result))].elements[key] = result;
  }
  if (moved.empty())
    return result;
  // Constants last and in one piece: `offsets + r * 4 + 3`.
  const DType dtype = value->type().dtype();
  std::int64_t constantPart = 0;
  for (const auto &[index, step] : moved) {
    if (index.value == nullptr) {
      constantPart += index.constant * step;
      continue;
    }
    const bool small = plain || std::abs(step) <= Shape::kMaxElements;
    Value *at = index.value;
    if (dtype != DType::I32)
      at = emit(OpKind::Cast, {at}, nullptr, {{"dtype", dtype}});
    Value *moves = emit(OpKind::Mul, {at, kernel_->constant(Scalar::ofInt(dtype, std::abs(step)))},
                        nullptr, {}, small);
    result = emit(step < 0 ? OpKind::Sub : OpKind::Add, {result, moves}, nullptr, {}, plain);
  }
  return add(result, kernel_->constant(Scalar::ofInt(dtype, constantPart)), plain);
}

Value *ThreadLowering::computeElement(const Value *value, const Place &place) {
  if (const auto held = held_.find(value); held != held_.end())
    return heldElement(held->second, place);
  const Operation &op = *value->definingOp();
  const auto operand = [&](unsigned i) {
    return element(op.operand(i), operandPlace(op.operand(i), value, place));
  };
  switch (op.kind()) {
  case OpKind::Arange: {
    Value *index = place.dims[0] < 0 ? constant(0) : coordinate(place, place.dims[0]);
    Value *result = add(index, constant(op.intAttribute("start")), index_.isPlain(value));
    if (result->definingOp() != nullptr && result->name().empty() &&
        result->definingOp()->origin() < 0)
      mark(result->definingOp(), &op, true);
    return result;
  }
  case OpKind::Zeros:
    return kernel_->constant(Scalar::ofInt(DType::I32, 0).convert(value->type().dtype()));
  case OpKind::Empty:
    return kernel_->constant(emptyElement(value->type().dtype()));
  case OpKind::Full:
    return scalar(op.operand(0));
  case OpKind::ExpandDims:
  case OpKind::Broadcast:
  case OpKind::Permute: {
    Value *result = operand(0);
    if (result->isResult() && result->name().empty())
      result->setName(value->name());
    return result;
  }
  case OpKind::Cast:
  case OpKind::CastRtz:
  case OpKind::Bitcast:
    return emit(op.kind(), {operand(0)}, &op, {{"dtype", value->type().dtype()}});
  default: {
    const bool nsw = isWrapping(op.kind()) && index_.isPlain(value);
    if (op.operandCount() == 1)
      return emit(op.kind(), {operand(0)}, &op, {}, nsw);
    Value *first = operand(0), *second = operand(1);
    return op.operandCount() == 2 ? emit(op.kind(), {first, second}, &op, {}, nsw)
                                  : emit(op.kind(), {first, second, operand(2)}, &op, {}, nsw);
  }
  }
}

// Reads one element of a block that is held. Its register axes lie among those of the place, whole
// or as several axes that together are one.
Value *ThreadLowering::heldElement(const Registers &held, const Place &place) {
  const std::vector<RegisterAxis> &axes = placement(held.placement).axes;
  if (axes.empty())
    return held.value;
  std::vector<Value *> operands{held.value};
  const std::vector<RegisterAxis> &around = placement(place.placement).axes;
  for (const RegisterAxis &axis : axes) {
    Value *index = constant(0);
    const int dim = place.dims[static_cast<std::size_t>(axis.dim)];
    for (std::size_t i = 0; i < around.size(); ++i) {
      if (around[i].dim != dim || around[i].stride < axis.stride ||
          around[i].stride >= axis.stride * axis.extent)
        continue;
      const Index &at = place.indices[i];
      Value *step = constant(around[i].stride / axis.stride);
      index = add(index,
                  emit(OpKind::Mul, {at.value == nullptr ? constant(at.constant) : at.value, step},
                       nullptr, {}, true),
                  true);
    }
    operands.push_back(index);
  }
  int depth = 0;
  for (const Value *operand : operands)
    depth = std::max(depth, depthOf(operand));
  const auto at = static_cast<std::size_t>(depth);
  const EmissionKey key{OpKind::Extract, operands, 0, false};
  if (const auto known = scopes_[at].emitted.find(key); known != scopes_[at].emitted.end())
    return known->second;
  Builder builder(*scopes_[at].region);
  if (at + 1 < scopes_.size())
    builder.setInsertionBefore(scopes_[at + 1].opened);
  Value *result = builder.create(OpKind::Extract, operands)->result();
  if (depth > 0)
    depths_[result] = depth;
  scopes_[at].emitted[key] = result;
  return result;
}

// The sum of the parts of a thread's number that the terms name.
Value *ThreadLowering::threadSum(const std::vector<ThreadTerm> &terms) {
  Value *sum = constant(0);
  for (const ThreadTerm &term : terms) {
    Value *part = emit(OpKind::ThreadId, {}, nullptr);
    if (term.shift > 0)
      part = emit(OpKind::FloorDiv, {part, constant(std::int64_t{1} << term.shift)}, nullptr, {},
                  true);
    if ((term.mask + 1) << term.shift < kernel_->threads())
      part = emit(OpKind::Rem, {part, constant(term.mask + 1)}, nullptr, {}, true);
    part = emit(OpKind::Mul, {part, constant(std::int64_t{1} << term.scale)}, nullptr, {}, true);
    sum = add(sum, part, true);
  }
  return sum;
}

Value *ThreadLowering::coordinate(const Place &place, int dim) {
  Value *sum = threadSum(placement(place.placement).layout.threadTerms(dim));
  const std::vector<RegisterAxis> &axes = placement(place.placement).axes;
  std::int64_t constantPart = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].dim != dim)
      continue;
    const Index &index = place.indices[i];
    if (index.value == nullptr)
      constantPart += std::int64_t{index.constant} * axes[i].stride;
    else
      sum = add(sum, emit(OpKind::Mul, {index.value, constant(axes[i].stride)}, nullptr, {}, true),
                true);
  }
  return add(sum, constant(constantPart), true);
}

// Computes a block and holds it in registers, laid out as the placement says.
Value *ThreadLowering::materialize(const Value *value, int placementId, const Operation *from) {
  const int axes = static_cast<int>(placement(placementId).axes.size());
  Place place = wholePlace(placementId);
  const auto dropped =
      static_cast<std::ptrdiff_t>(place.dims.size()) - value->type().shape().rank();
  place.dims.erase(place.dims.begin(), place.dims.begin() + dropped);
  for (int dim = 0; dim < value->type().shape().rank(); ++dim)
    if (value->type().shape()[dim] == 1)
      place.dims[static_cast<std::size_t>(dim)] = -1;
  const Values results = loop(placementId, axes, place, from,
                              [&](const Place &at) { return Values{element(value, at)}; });
  Value *result = results[0];
  if (axes > 0 && result->name().empty())
    result->setName(value->name());
  // Registers of the value's own shape stand for it from now on; what can be computed anywhere
  // stays what it is, so that it is still known how it grows.
  if (value->type().isBlock() && value->type().shape() == placement(placementId).shape() &&
      (!rematerializable_(value) || mustHold_.count(value) != 0)) {
    hold(value, Registers{placementId, result});
  }
  return result;
}

} // namespace mytriton
