// See slots.h.
#include "mytriton/ir/slots.h"

namespace mytriton {

bool hasSlots(const Operation &op) {
  return op.is(OpKind::If) || op.is(OpKind::For) || op.is(OpKind::While);
}

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

Value *Slot::initial() const {
  return op->is(OpKind::If) ? nullptr : op->operand(initialOperand());
}

std::vector<Value *> Slot::arguments() const {
  if (op->is(OpKind::For))
    return {op->region().argument(index + 1)};
  if (op->is(OpKind::While))
    return {op->region(0).argument(index), op->region(1).argument(index)};
  return {};
}

std::vector<Value *> Slot::yields() const {
  std::vector<Value *> values;
  for (unsigned i = 0; i < op->regionCount(); ++i)
    if (yieldsSlots(op->region(i)))
      values.push_back(op->region(i).back()->operand(index));
  return values;
}

} // namespace mytriton
