// convert_layout: a block moves to where another layout wants it.

#include "thread_lowering.h"

namespace mytriton {

void ThreadLowering::lowerConversion(const Operation &op) {
  prepare(op);
  const Registers source = held_.at(op.operand(0));
  const int destination = placementId(*layouts_.of(op.result()));
  const Conversion plan =
      planConversion(placement(source.placement).layout, placement(destination).layout,
                     byteSize(op.operand(0)->type().dtype()));
  Value *result = nullptr;
  if (plan.kind == ConversionKind::None &&
      placement(source.placement).axes == placement(destination).axes) {
    result = source.value;
  } else if (plan.kind == ConversionKind::Shared) {
    result = exchangeThroughShared(op, source.placement, destination, plan.buffer);
  } else {
    result = gatherRegisters(op, source, destination, plan);
  }
  if (result->isResult() && result->name().empty())
    result->setName(op.result()->name());
  hold(op.result(), Registers{destination, result});
}

// The buffer, perhaps a value, and the element's place in the buffer.
ThreadLowering::Values ThreadLowering::bufferOperands(std::initializer_list<Value *> first,
                                                      const Place &place) {
  Values operands = first;
  for (int dim = 0; dim < placement(place.placement).shape().rank(); ++dim)
    operands.push_back(coordinate(place, dim));
  return operands;
}

// The owners of the elements store them, and after a barrier every thread loads its own.
Value *ThreadLowering::exchangeThroughShared(const Operation &op, int source, int destination,
                                             const SharedTile &tile) {
  const Value *value = op.operand(0);
  Value *buffer = append(OpKind::SharedAlloc, {}, &op,
                         {{"shape", tile.bufferShape()}, {"dtype", value->type().dtype()}})
                      ->result();
  buffer->setName(value->name().empty() ? "tile" : value->name() + "_tile");
  const auto axesOf = [&](int id) { return static_cast<int>(placement(id).axes.size()); };
  guarded(isOwner(source), &op, [&] {
    loop(source, axesOf(source), wholePlace(source), &op, [&](const Place &place) {
      append(OpKind::SharedStore, bufferOperands({buffer, element(value, place)}, place), &op);
      return Values{};
    });
  });
  append(OpKind::Barrier, {}, &op);
  order_.barrier();
  return loop(
      destination, axesOf(destination), wholePlace(destination), &op, [&](const Place &place) {
        return Values{append(OpKind::SharedLoad, bufferOperands({buffer}, place), &op)->result()};
      })[0];
}

// Each register of the destination from one register of the same thread, or of another lane.
Value *ThreadLowering::gatherRegisters(const Operation &op, const Registers &source,
                                       int destination, const Conversion &plan) {
  const std::vector<RegisterAxis> &axes = placement(source.placement).axes;
  Values gathered;
  const auto registers = static_cast<std::size_t>(placement(destination).layout.registers());
  for (std::size_t r = 0; r < registers; ++r) {
    Place place = wholePlace(source.placement);
    int number = plan.kind == ConversionKind::None ? static_cast<int>(r) : plan.sourceRegister[r];
    for (std::size_t axis = axes.size(); axis-- > 0;) {
      place.indices[axis] = {nullptr, number % axes[axis].extent};
      number /= axes[axis].extent;
    }
    Value *taken = heldElement(source, place);
    if (plan.kind == ConversionKind::Shuffle) {
      Value *lane = add(threadSum(plan.laneTerms), constant(plan.laneOffset[r]), true);
      Value *operands[] = {taken, lane};
      taken = append(OpKind::Shuffle, operands, &op)->result();
    }
    gathered.push_back(taken);
  }
  if (placement(destination).axes.empty())
    return gathered[0];
  return append(OpKind::Pack, gathered, &op, {{"shape", placement(destination).registerShape()}})
      ->result();
}

} // namespace mytriton
