// Loads and stores of blocks: 16-byte accesses where a vector of elements is wholly wanted, element
// by element otherwise.
//
// A vector access is taken when the mask holds for all its elements, they lie inside the shape of
// the block, and its address is aligned. What of that is not known at compile time is tested: a
// comparison that grows along the vector is tested at its last element only.

#include "thread_lowering.h"

#include <algorithm>

namespace mytriton {

namespace {

bool grows(OpKind kind) { return kind == OpKind::CmpLt || kind == OpKind::CmpLe; }
bool falls(OpKind kind) { return kind == OpKind::CmpGt || kind == OpKind::CmpGe; }

const Value *maskOf(const Operation &op) { return op.operand(op.is(OpKind::Load) ? 1 : 2); }

} // namespace

// Loads that follow each other, masked alike, share one fast path and one tail.
bool ThreadLowering::joinsGroup(const Operation &first, std::size_t firstPosition,
                                const Operation &candidate) const {
  if (!candidate.is(OpKind::Load) || !candidate.operand(0)->type().isBlock() ||
      candidate.operand(1) != first.operand(1))
    return false;
  if (!(layouts_.accesses.at(&candidate) == layouts_.accesses.at(&first)) ||
      layouts_.widths.at(&candidate) != layouts_.widths.at(&first))
    return false;
  for (unsigned i = 0; i < candidate.operandCount(); ++i)
    if (const auto last = lastMemory_.find(candidate.operand(i));
        last != lastMemory_.end() && last->second > firstPosition)
      return false;
  return true;
}

Value *ThreadLowering::isOwner(int placementId) {
  return bitsAreZero(placement(placementId).layout.copyBits());
}

Value *ThreadLowering::bitsAreZero(int bits) {
  if (bits == 0)
    return nullptr;
  Value *tid = emit(OpKind::ThreadId, {}, nullptr);
  const int low = bits & -bits;
  const bool highBits = bits == ((kernel_->threads() - 1) & ~(low - 1));
  if (highBits && low > 1)
    return emit(OpKind::CmpLt, {tid, constant(low)}, nullptr);
  Value *left = tid;
  if (!highBits)
    left = (bits & (bits + 1)) == 0
               ? emit(OpKind::Rem, {tid, constant(bits + 1)}, nullptr, {}, true)
               : emit(OpKind::And, {tid, constant(bits)}, nullptr);
  return emit(OpKind::CmpEq, {left, constant(0)}, nullptr);
}

// True where the `width` elements from `place` on are inside the shape; they all are or none is
// where the extent is a multiple of the width, and then only the first is asked.
Value *ThreadLowering::insideShape(const Place &place, int width) {
  const Placement &where = placement(place.placement);
  Value *inside = nullptr;
  for (int dim = 0; dim < where.shape().rank(); ++dim) {
    if (!where.layout.needsMask(dim))
      continue;
    Place at = place;
    const int vectors = width > 1 ? width : where.vectorExtent();
    if (dim == where.layout.order()[0] && vectors > 1) {
      if (where.shape()[dim] % vectors == 0)
        at.indices.back() = {};
      else if (width > 1)
        at.indices.back() = {nullptr, width - 1};
    }
    inside = conjunction(
        inside, emit(OpKind::CmpLt, {coordinate(at, dim), constant(where.shape()[dim])}, nullptr));
  }
  return inside;
}

Value *ThreadLowering::elementMask(const Operation &op, const Place &place, bool owner) {
  Value *condition = owner ? isOwner(place.placement) : nullptr;
  condition = conjunction(condition, insideShape(place, 1));
  const Value *mask = maskOf(op);
  if (mask == nullptr)
    return condition;
  const bool block = mask->type().isBlock();
  return conjunction(condition, block ? element(mask, operandPlace(mask, op.operand(0), place))
                                      : scalar(mask));
}

// The mask for all of the `width` elements from `place` on. `place` already is the mask's own.
Value *ThreadLowering::allOf(const Value *mask, const Place &place, int width) {
  if (!mask->type().isBlock())
    return scalar(mask);
  const std::size_t axis = place.indices.size() - 1;
  const auto at = [&](int index) {
    Place moved = place;
    moved.indices[axis] = {nullptr, index};
    return element(mask, moved);
  };
  const Steps along = steps(mask, place);
  if (along[axis] == 0)
    return at(0);
  const Operation &op = *mask->definingOp();
  if (held_.count(mask) == 0) {
    if (op.is(OpKind::And)) {
      Value *first = allOf(op.operand(0), operandPlace(op.operand(0), mask, place), width);
      return conjunction(first,
                         allOf(op.operand(1), operandPlace(op.operand(1), mask, place), width));
    }
    if (op.is(OpKind::ExpandDims) || op.is(OpKind::Broadcast))
      return allOf(op.operand(0), operandPlace(op.operand(0), mask, place), width);
    if (grows(op.kind()) || falls(op.kind())) {
      const Value *left = op.operand(0), *right = op.operand(1);
      const auto leftStep = steps(left, operandPlace(left, mask, place))[axis];
      const auto rightStep = steps(right, operandPlace(right, mask, place))[axis];
      const auto monotonic = [&](const Value *side, const auto &step) {
        return step && (*step == 0 || index_.isPlain(side));
      };
      if (monotonic(left, leftStep) && monotonic(right, rightStep)) {
        const bool rises = *leftStep > *rightStep;
        Value *full = at(rises == grows(op.kind()) ? width - 1 : 0);
        if (full->isResult())
          full->setName("full"); // it is not the author's mask, but that of a whole vector
        return full;
      }
    }
  }
  Value *all = nullptr;
  for (int index = 0; index < width; ++index)
    all = conjunction(all, at(index));
  return all == nullptr ? kernel_->constantBool(true) : all;
}

// That a vector of the access starts at an aligned address; null where that is known.
Value *ThreadLowering::alignedFor(const Operation &access, const Place &place, int width) {
  const Value *pointer = access.operand(0);
  const AxisInfo info = axes_.of(pointer);
  const std::int64_t bytes = std::int64_t{width} * byteSize(pointer->type().dtype());
  const int dim = placement(placementId(layouts_.accesses.at(&access))).layout.order()[0];
  if (info[dim].divisibility >= bytes && info[dim].contiguity >= width)
    return nullptr;
  Value *start = info.base != nullptr ? scalar(info.base) : element(pointer, place);
  return emit(OpKind::Aligned, {start}, nullptr, {{"bytes", bytes}});
}

Value *ThreadLowering::vectorCondition(std::span<const Operation *const> accesses,
                                       const Place &place, int width, bool owner) {
  Value *condition = nullptr;
  for (const Operation *access : accesses)
    condition = conjunction(condition, alignedFor(*access, place, width));
  if (owner)
    condition = conjunction(condition, isOwner(place.placement));
  condition = conjunction(condition, insideShape(place, width));
  if (const Value *mask = maskOf(*accesses[0]))
    condition = conjunction(
        condition, mask->type().isBlock()
                       ? allOf(mask, operandPlace(mask, accesses[0]->operand(0), place), width)
                       : scalar(mask));
  return condition;
}

Value *ThreadLowering::loadElement(const Operation &load, const Place &place) {
  const Value *pointer = load.operand(0), *other = load.operand(2);
  Value *mask = elementMask(load, place, false);
  Value *otherwise = nullptr;
  if (mask != nullptr) {
    const DType dtype = pointer->type().dtype();
    if (other == nullptr)
      otherwise =
          kernel_->constant(isFloat(dtype) ? Scalar::ofFloat(dtype, 0) : Scalar::ofInt(dtype, 0));
    else
      otherwise = other->type().isBlock() ? element(other, operandPlace(other, pointer, place))
                                          : scalar(other);
  }
  Value *operands[] = {element(pointer, place), mask, otherwise};
  return append(OpKind::Load, operands, &load)->result();
}

void ThreadLowering::storeElement(const Operation &store, const Place &place) {
  const Value *pointer = store.operand(0), *value = store.operand(1);
  Value *mask = elementMask(store, place, true);
  Value *stored =
      value->type().isBlock() ? element(value, operandPlace(value, pointer, place)) : scalar(value);
  Value *operands[] = {element(pointer, place), stored, mask};
  append(OpKind::Store, operands, &store);
}

void ThreadLowering::lowerLoads(std::span<const Operation *const> loads) {
  const Operation &first = *loads[0];
  const int id = placementId(layouts_.accesses.at(&first));
  const int axes = static_cast<int>(placement(id).axes.size());
  const int width = layouts_.widths.at(&first);
  orderAccesses(loads, id);
  for (const Operation *load : loads)
    prepare(*load);

  const auto each = [&](const Place &place) {
    Values values;
    for (const Operation *load : loads)
      values.push_back(loadElement(*load, place));
    return values;
  };
  const auto vectors = [&](const Place &place) {
    Values values;
    for (const Operation *load : loads) {
      Value *operands[] = {element(load->operand(0), place), nullptr, nullptr};
      values.push_back(
          append(OpKind::Load, operands, load, {{"width", std::int64_t{width}}})->result());
    }
    return values;
  };
  const Values results = width == 1
                             ? loop(id, axes, wholePlace(id), &first, each)
                             : loop(id, axes - 1, wholePlace(id), &first, [&](const Place &place) {
                                 Value *whole = vectorCondition(loads, place, width, false);
                                 if (isTrue(whole))
                                   return vectors(place);
                                 return branch(
                                     whole, &first, [&] { return vectors(place); },
                                     [&] { return loop(id, axes, place, &first, each); });
                               });
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const Value *value = loads[i]->result();
    if (results[i]->name().empty())
      results[i]->setName(value->name());
    hold(value, Registers{id, results[i]});
  }
}

void ThreadLowering::lowerStore(const Operation &store) {
  const int id = placementId(layouts_.accesses.at(&store));
  const int axes = static_cast<int>(placement(id).axes.size());
  const int width = layouts_.widths.at(&store);
  orderAccess(store, id);
  prepare(store);
  const auto each = [&](const Place &place) {
    storeElement(store, place);
    return Values{};
  };
  if (width == 1) {
    loop(id, axes, wholePlace(id), &store, each);
    return;
  }

  // A vector is stored from registers that lie side by side.
  const Value *value = store.operand(1);
  const auto held = held_.find(value);
  Value *registers = held != held_.end() && held->second.placement == id
                         ? held->second.value
                         : materialize(value, id, &store);
  if (registers->isResult() && registers->name().empty())
    registers->setName("result");
  loop(id, axes - 1, wholePlace(id), &store, [&](const Place &place) {
    const auto vector = [&] {
      Value *side = registers;
      if (axes > 1) {
        Values indices{registers};
        for (int axis = 0; axis + 1 < axes; ++axis)
          indices.push_back(place.indices[static_cast<std::size_t>(axis)].value);
        side = append(OpKind::Extract, indices, nullptr)->result();
      }
      Value *operands[] = {element(store.operand(0), place), side, nullptr};
      append(OpKind::Store, operands, &store);
      return Values{};
    };
    const Operation *const only[] = {&store};
    Value *whole = vectorCondition(only, place, width, true);
    if (isTrue(whole))
      return vector();
    return branch(whole, &store, vector, [&] {
      return loop(id, axes, place, &store, [&](const Place &at) {
        Value *mask = elementMask(store, at, true);
        Values indices{registers};
        for (const Index &index : at.indices)
          indices.push_back(index.value);
        Value *operands[] = {element(store.operand(0), at),
                             append(OpKind::Extract, indices, nullptr)->result(), mask};
        append(OpKind::Store, operands, &store);
        return Values{};
      });
    });
  });
}

// A scalar is loaded by every thread and stored by the first.
void ThreadLowering::lowerScalarLoad(const Operation &load) {
  orderAccess(load, -1);
  prepare(load);
  const DType dtype = load.operand(0)->type().dtype();
  Value *mask = load.operand(1) == nullptr ? nullptr : scalar(load.operand(1));
  if (isTrue(mask))
    mask = nullptr;
  Value *other = nullptr;
  if (mask != nullptr)
    other = load.operand(2) != nullptr ? scalar(load.operand(2))
            : isFloat(dtype)           ? kernel_->constant(Scalar::ofFloat(dtype, 0))
                                       : kernel_->constant(Scalar::ofInt(dtype, 0));
  Value *operands[] = {scalar(load.operand(0)), mask, other};
  Operation *lowered = append(OpKind::Load, operands, &load);
  lowered->setAttribute("uniform", true);
  scalars_[load.result()] = lowered->result();
}

void ThreadLowering::lowerScalarStore(const Operation &store) {
  orderAccess(store, -1);
  prepare(store);
  Value *first = emit(OpKind::CmpEq, {emit(OpKind::ThreadId, {}, nullptr), constant(0)}, nullptr);
  Value *mask = store.operand(2) == nullptr ? nullptr : scalar(store.operand(2));
  Value *operands[] = {scalar(store.operand(0)), scalar(store.operand(1)),
                       conjunction(first, mask)};
  append(OpKind::Store, operands, &store);
}

} // namespace mytriton
