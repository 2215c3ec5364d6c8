// See slots.h.
#include "mytriton/ir/slots.h"

namespace mytriton {

bool hasSlots(const Operation &op) { return op.is(OpKind::If) || isLoop(op); }

bool yieldsSlots(const Region &region) {
  const Operation *owner = region.parentOp();
  return owner != nullptr && hasSlots(*owner) &&
         !(owner->is(OpKind::While) && &owner->region(0) == &region);
}

std::vector<Slot> slotsOf(Operation &op) {
  std::vector<Slot> slots;
  if (hasSlots(op))
    for (unsigned i = 0; i < op.resultCount(); ++i)
      slots.push_back({&op, i});
  return slots;
}

unsigned Slot::initialOperand() const { return decidingOperands(*op) + index; }

Value *Slot::initial() const { return isLoop(*op) ? initialValue(*op, index) : nullptr; }

std::vector<Value *> Slot::arguments() const {
  std::vector<Value *> values;
  for (unsigned i = 0; isLoop(*op) && i < op->regionCount(); ++i)
    values.push_back(carriedArgument(*op, i, index));
  return values;
}

std::vector<Value *> Slot::yields() const {
  std::vector<Value *> values;
  for (unsigned i = 0; i < op->regionCount(); ++i)
    if (yieldsSlots(op->region(i)))
      values.push_back(op->region(i).back()->operand(index));
  return values;
}

} // namespace mytriton
