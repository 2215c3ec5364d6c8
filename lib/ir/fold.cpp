// Constant folding and local simplification, to a fixed point. simplify.cpp knows what equals what;
// here is where it may be put to use, and what concerns masks, addresses and control flow.
#include "mytriton/ir/control_flow.h"
#include "mytriton/ir/passes.h"

#include "simplify.h"

#include <algorithm>

namespace mytriton {

namespace {

bool isConstantBool(const Value *value, bool wanted) {
  return value && value->isConstant() && value->constant() == Scalar::ofBool(wanted);
}

// Puts `other` in the place of `value`, which it equals up to broadcasting. Where the types differ,
// every user must broadcast its operands and keep its own type; if one does not, nothing changes.
bool replace(Value *value, Value *other) {
  if (value->unused())
    return false;
  if (!(value->type() == other->type())) {
    if (!value->type().isBlock())
      return false; // registers do not broadcast
    std::vector<std::pair<Operation *, unsigned>> uses;
    for (const Use *use = value->firstUse(); use; use = use->nextUse())
      uses.emplace_back(use->user(), use->index());
    for (const auto &[user, index] : uses)
      user->setOperand(index, other);
    const bool fits = std::all_of(uses.begin(), uses.end(), [](const auto &use) {
      const Operation &user = *use.first;
      if (user.has(trait::ControlFlow) || user.has(trait::Terminator))
        return false;
      const TypeResult result = checkOperation(user);
      if (!result.error.empty() || result.types.size() != user.resultCount())
        return false;
      for (unsigned i = 0; i < user.resultCount(); ++i)
        if (!(result.types[i] == user.result(i)->type()))
          return false;
      return true;
    });
    if (!fits) {
      for (const auto &[user, index] : uses)
        user->setOperand(index, value);
      return false;
    }
  }
  value->replaceAllUsesWith(other);
  if (other->name().empty() && !other->isConstant())
    other->setName(value->name());
  return true;
}

class Folder {
public:
  bool run(Region &region) {
    bool changed = false;
    for (Operation *op = region.front(); op;) {
      Operation *next = op->next();
      for (unsigned i = 0; i < op->regionCount(); ++i)
        changed |= run(op->region(i));
      changed |= visit(*op);
      op = next;
    }
    return changed;
  }

private:
  // May erase `op`, and nothing else that stands after it.
  bool visit(Operation &op) {
    if (op.resultCount() == 1 && op.regionCount() == 0)
      if (Value *value = simplify(op); value && replace(op.result(), value)) {
        op.erase();
        return true;
      }
    switch (op.kind()) {
    case OpKind::AddPtr:
      return mergeOffsets(op);
    case OpKind::Permute:
      return mergeOrders(op);
    case OpKind::Add:
      return addInDot(op);
    case OpKind::Dot:
      return startFromZero(op);
    case OpKind::Load:
      return simplifyLoad(op);
    case OpKind::Store:
      if (!isConstantBool(op.operand(2), false))
        return dropMask(op, 2);
      op.erase();
      return true;
    case OpKind::If:
      return foldIf(op);
    case OpKind::For:
      return foldFor(op);
    case OpKind::While:
      return foldWhile(op);
    default:
      return false;
    }
  }

  static bool dropMask(Operation &op, unsigned index) {
    if (!isConstantBool(op.operand(index), true))
      return false;
    op.setOperand(index, nullptr);
    return true;
  }

  // Without a mask there is nothing for which `other` would stand.
  static bool simplifyLoad(Operation &op) {
    bool changed = dropMask(op, 1);
    if (!op.operand(1) && op.operand(2)) {
      op.setOperand(2, nullptr);
      changed = true;
    }
    return changed;
  }

  // addptr (addptr p, 1), 2 is addptr p, 3, unless the sum leaves 64 bits.
  static bool mergeOffsets(Operation &op) {
    const Operation *inner = op.operand(0)->definingOp();
    if (!inner || !inner->is(OpKind::AddPtr) || !inner->operand(1)->isConstant() ||
        !op.operand(1)->isConstant())
      return false;
    std::int64_t sum = 0;
    if (__builtin_add_overflow(inner->operand(1)->constant().asInt(),
                               op.operand(1)->constant().asInt(), &sum))
      return false;
    const bool fits = sum == static_cast<std::int32_t>(sum);
    op.setOperand(0, inner->operand(0));
    op.setOperand(1, op.kernel().constant(Scalar::ofInt(fits ? DType::I32 : DType::I64, sum)));
    return true;
  }

  // What is turned twice is turned once.
  static bool mergeOrders(Operation &op) {
    const Operation *inner = op.operand(0)->definingOp();
    if (!inner || !inner->is(OpKind::Permute))
      return false;
    auto order = std::get<Shape>(*op.attribute("order"));
    for (int dim = 0; dim < order.rank(); ++dim)
      order[dim] = std::get<Shape>(*inner->attribute("order"))[order[dim]];
    op.setOperand(0, inner->operand(0));
    op.setAttribute("order", order);
    return true;
  }

  // x + dot(a, b) is dot(a, b, x): the sums start from x, and no second block is needed. Floats are
  // rounded in another order, within what an order of summation may change.
  static bool addInDot(Operation &op) {
    for (unsigned side = 0; side < 2; ++side) {
      Operation *dot = op.operand(side)->definingOp();
      Value *start = op.operand(1 - side);
      if (!dot || !dot->is(OpKind::Dot) || dot->operandCount() != 2 ||
          dot->parent() != op.parent() || !dot->result()->hasOneUse() ||
          !(start->type() == dot->result()->type()))
        continue;
      Builder builder(*op.parent());
      builder.setInsertionBefore(&op);
      builder.setRange(dot->range());
      Value *sum = builder.value(OpKind::Dot, {dot->operand(0), dot->operand(1), start});
      sum->setName(op.result()->name());
      op.result()->replaceAllUsesWith(sum);
      op.erase();
      dot->erase();
      return true;
    }
    return false;
  }

  // Sums start from zero without being told.
  static bool startFromZero(Operation &op) {
    if (op.operandCount() != 3 || !op.operand(2)->isResult() ||
        !op.operand(2)->definingOp()->is(OpKind::Zeros))
      return false;
    op.eraseOperand(2);
    return true;
  }

  static bool foldIf(Operation &op) {
    if (op.operand(0)->isConstant()) {
      inlineRegion(op, op.region(op.operand(0)->constant().asBool() ? 0 : 1));
      return true;
    }
    bool changed = false;
    for (unsigned i = 0; i < op.resultCount(); ++i) {
      Value *value = op.region(0).back()->operand(i);
      if (value == op.region(1).back()->operand(i))
        changed |= replace(op.result(i), value);
    }
    return changed;
  }

  // Moves the operations of a region without arguments before its owner, which goes.
  static void inlineRegion(Operation &op, Region &region) {
    Operation *yield = region.back();
    while (region.front() != yield)
      region.front()->moveBefore(&op);
    for (unsigned i = 0; i < op.resultCount(); ++i)
      replace(op.result(i), yield->operand(i));
    op.erase();
  }

  static bool foldFor(Operation &op) {
    return makesNoTrip(op) ? removeLoop(op) : forwardInvariants(op);
  }

  static bool makesNoTrip(const Operation &op) {
    const Value *start = op.operand(0), *stop = op.operand(1), *step = op.operand(2);
    if (start == stop)
      return true;
    if (!step->isConstant())
      return false;
    const std::int64_t by = step->constant().asInt();
    if (by == 0)
      return true;
    if (!start->isConstant() || !stop->isConstant())
      return false;
    const std::int64_t first = start->constant().asInt(), last = stop->constant().asInt();
    return by > 0 ? first >= last : first <= last;
  }

  // The condition of a loop that makes no trip is asked once, and what it does is done.
  static bool foldWhile(Operation &op) {
    if (!isConstantBool(loopCondition(op), false))
      return forwardInvariants(op);
    Region &condition = op.region(0);
    for (unsigned i = 0; i < condition.argumentCount(); ++i)
      replace(condition.argument(i), op.operand(i));
    while (!condition.front()->is(OpKind::Yield))
      condition.front()->moveBefore(&op);
    return removeLoop(op);
  }

  static bool removeLoop(Operation &op) {
    for (unsigned i = 0; i < op.resultCount(); ++i)
      replace(op.result(i), initialValue(op, i));
    op.erase();
    return true;
  }

  // What every trip hands on as it was is what it was before the loop.
  static bool forwardInvariants(Operation &op) {
    bool changed = false;
    for (unsigned i = 0; i < op.resultCount(); ++i) {
      Value *initial = initialValue(op, i);
      const Value *next = nextValue(op, i);
      if (next != initial && next != carriedArgument(op, op.regionCount() - 1, i))
        continue;
      for (unsigned r = 0; r < op.regionCount(); ++r)
        changed |= replace(carriedArgument(op, r, i), initial);
      changed |= replace(op.result(i), initial);
    }
    return changed;
  }
};

} // namespace

bool foldConstants(Kernel &kernel) {
  bool changed = false;
  while (Folder().run(kernel.body()))
    changed = true;
  return changed;
}

} // namespace mytriton
