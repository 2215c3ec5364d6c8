// Moves pure operations whose operands do not change in a loop to before it. Inner loops come
// first, so that what depends on no loop leaves all of them. Nothing traps, so it does not matter
// that a loop may make no trip; what only a branch in the loop computes stays there.
#include "mytriton/ir/control_flow.h"
#include "mytriton/ir/passes.h"

namespace mytriton {

namespace {

bool isInside(const Value &value, const Operation &loop) {
  const Region *region = value.definingOp() ? value.definingOp()->parent() : value.owner();
  for (; region && region->parentOp(); region = region->parentOp()->parent())
    if (region->parentOp() == &loop)
      return true;
  return false;
}

bool isInvariant(const Operation &op, const Operation &loop) {
  if (!op.has(trait::Pure))
    return false;
  for (unsigned i = 0; i < op.operandCount(); ++i)
    if (op.operand(i) && isInside(*op.operand(i), loop))
      return false;
  return true;
}

bool hoist(Region &region) {
  bool changed = false;
  for (const auto &op : region.operations()) {
    for (unsigned r = 0; r < op->regionCount(); ++r)
      changed |= hoist(op->region(r));
    if (!isLoop(*op))
      continue;
    for (unsigned r = 0; r < op->regionCount(); ++r)
      for (Operation *inner = op->region(r).front(); inner;) {
        Operation *next = inner->next();
        if (isInvariant(*inner, *op)) {
          inner->moveBefore(op.get());
          changed = true;
        }
        inner = next;
      }
  }
  return changed;
}

} // namespace

bool hoistLoopInvariants(Kernel &kernel) { return hoist(kernel.body()); }

} // namespace mytriton
