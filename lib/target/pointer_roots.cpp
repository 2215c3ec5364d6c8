// See pointer_roots.h.
#include "pointer_roots.h"

#include "mytriton/ir/slots.h"

namespace mytriton {

PointerRoots::PointerRoots(const Kernel &kernel) {
  walk(kernel.body(), [&](Operation &op) {
    for (const Slot &slot : slotsOf(op)) {
      if (!slot.result()->type().isPointer())
        continue;
      if (slot.initial() != nullptr)
        join(slot.result(), slot.initial());
      for (const Value *value : slot.arguments())
        join(slot.result(), value);
      for (const Value *value : slot.yields())
        join(slot.result(), value);
    }
    if (op.is(OpKind::Each))
      for (unsigned i = 0; i < op.resultCount(); ++i)
        if (op.result(i)->type().isPointer())
          join(op.result(i), op.region().back()->operand(i));
    if (op.has(trait::Pure) && op.resultCount() == 1 && op.result()->type().isPointer())
      for (unsigned i = 0; i < op.operandCount(); ++i)
        if (op.operand(i)->type().isPointer())
          join(op.result(), op.operand(i));
  });
  walk(kernel.body(), [&](const Operation &op) {
    if (op.has(trait::Writes) && op.operand(0)->type().isPointer())
      written_[find(op.operand(0))] = true;
  });
}

bool PointerRoots::readOnly(const Value *pointer) const {
  return written_.count(find(pointer)) == 0;
}

const Value *PointerRoots::find(const Value *value) const {
  const Value *root = value;
  for (auto next = parents_.find(root); next != parents_.end(); next = parents_.find(root))
    root = next->second;
  while (value != root) { // the next one finds it at once
    const Value *next = parents_.at(value);
    parents_[value] = root;
    value = next;
  }
  return root;
}

void PointerRoots::join(const Value *a, const Value *b) {
  const Value *first = find(a), *second = find(b);
  if (first != second)
    parents_[first] = second;
}

} // namespace mytriton
