// Removes what no effect needs: marks backwards from the effects, then sweeps. A value carried by a
// loop or yielded by a condition is one slot (initial value, argument, yield, result) that lives or
// dies as a whole, so that an accumulator nobody reads goes, although it uses itself.
#include "mytriton/ir/control_flow.h"
#include "mytriton/ir/passes.h"

#include <unordered_set>

namespace mytriton {

namespace {

class Liveness {
public:
  explicit Liveness(const Kernel &kernel) {
    walk(kernel.body(), [this](const Operation &op) {
      if (op.has(trait::Writes) || op.has(trait::Synchronizes))
        markOp(&op);
    });
    while (!pending_.empty()) {
      const Value *value = pending_.back();
      pending_.pop_back();
      if (const Operation *op = value->definingOp())
        op->has(trait::ControlFlow) ? markSlot(*op, value->index()) : markOp(op);
      else if (const Region *owner = value->owner())
        markArgument(*owner, value->index());
    }
  }

  bool isLive(const Operation *op) const { return ops_.contains(op); }
  bool isLive(const Value *value) const { return values_.contains(value); }

private:
  // That `op` runs matters: what decides about that lives, but not what it only passes on.
  void markOp(const Operation *op) {
    for (; op && ops_.insert(op).second; op = op->parentOp()) {
      const unsigned count = isLoop(*op) ? decidingOperands(*op) : op->operandCount();
      for (unsigned i = 0; i < count; ++i)
        if (op->operand(i))
          mark(op->operand(i));
      if (op->is(OpKind::While))
        mark(loopCondition(*op));
      // What a loop over registers carries lives with it: such loops are made only where needed.
      if (op->is(OpKind::Each) && op->operandCount() > 0)
        for (unsigned i = 0; i < op->resultCount(); ++i)
          mark(op->result(i));
    }
  }

  void mark(const Value *value) {
    if (values_.insert(value).second)
      pending_.push_back(value);
  }

  void markSlot(const Operation &op, unsigned index) {
    markOp(&op);
    if (isLoop(op)) {
      mark(initialValue(op, index));
      mark(nextValue(op, index));
      for (unsigned r = 0; r < op.regionCount(); ++r)
        mark(carriedArgument(op, r, index));
    } else {
      for (unsigned r = 0; r < op.regionCount(); ++r)
        mark(op.region(r).back()->operand(index));
    }
    mark(op.result(index));
  }

  void markArgument(const Region &owner, unsigned index) {
    const Operation *op = owner.parentOp();
    if (op && isLoop(*op) && index >= leadingArguments(*op))
      markSlot(*op, index - leadingArguments(*op));
    else if (op)
      markOp(op);
  }

  std::unordered_set<const Operation *> ops_;
  std::unordered_set<const Value *> values_;
  std::vector<const Value *> pending_;
};

class Sweeper {
public:
  explicit Sweeper(const Liveness &liveness) : liveness_(liveness) {}

  // Backwards, so that users go before what they use.
  bool run(Region &region) {
    for (Operation *op = region.back(); op;) {
      Operation *previous = op->previous();
      if (!op->has(trait::Terminator))
        sweep(*op);
      op = previous;
    }
    return changed_;
  }

private:
  void sweep(Operation &op) {
    if (!liveness_.isLive(&op)) {
      op.erase();
      changed_ = true;
      return;
    }
    if (op.regionCount() == 0)
      return;
    std::vector<unsigned> dead; // slots, last first
    for (unsigned i = op.resultCount(); i-- > 0;)
      if (!liveness_.isLive(op.result(i)))
        dead.push_back(i);
    // The yields go first: they may use what the regions define.
    for (unsigned r = op.is(OpKind::While) ? 1 : 0; r < op.regionCount(); ++r)
      for (unsigned i : dead)
        op.region(r).back()->eraseOperand(i);
    for (unsigned r = 0; r < op.regionCount(); ++r)
      run(op.region(r));
    for (unsigned i : dead) {
      if (isLoop(op)) {
        op.eraseOperand(decidingOperands(op) + i);
        for (unsigned r = 0; r < op.regionCount(); ++r)
          op.region(r).eraseArgument(leadingArguments(op) + i);
      }
      op.eraseResult(i);
    }
    changed_ |= !dead.empty();
  }

  const Liveness &liveness_;
  bool changed_ = false;
};

} // namespace

bool eliminateDeadCode(Kernel &kernel) {
  const Liveness liveness(kernel);
  return Sweeper(liveness).run(kernel.body());
}

} // namespace mytriton
