// Loops and conditions of the program: each becomes one of the thread level, whose slots hold
// scalars, and registers where the tile level has blocks.
//
// All threads of a block take the same way, since bounds and conditions are scalars. What was
// accessed before, or in the iteration before, is remembered through them, so that barriers stand
// where they have to.

#include "iteration_tiles.h"
#include "thread_lowering.h"

#include "mytriton/ir/slots.h"

namespace mytriton {

namespace {

// True of what is defined in a region of `op`.
bool isInside(const Value &value, const Operation &op) {
  const Region *region = value.isArgument() ? value.owner()
                         : value.isResult() ? value.definingOp()->parent()
                                            : nullptr;
  for (; region != nullptr && region->parentOp() != nullptr; region = region->parentOp()->parent())
    if (region->parentOp() == &op)
      return true;
  return false;
}

// Known to be above 0, so that the loop needs no test of its direction.
bool isPositive(const Value &value) {
  if (value.isConstant())
    return value.constant().asInt() > 0;
  const Operation *op = value.definingOp();
  if (op == nullptr)
    return false;
  return op->is(OpKind::NumPrograms) ||
         (op->is(OpKind::Mul) && isPositive(*op->operand(0)) && isPositive(*op->operand(1)));
}

} // namespace

int ThreadLowering::floorOf(const Operation &op) const {
  for (const Region *region = op.parent(); region->parentOp() != nullptr;
       region = region->parentOp()->parent())
    if (region->parentOp()->is(OpKind::If))
      return conditions_.at(region);
  return 0;
}

int ThreadLowering::slotPlacement(const Value *value) {
  return value->type().isBlock() ? placementId(*layouts_.of(value)) : -1;
}

Value *ThreadLowering::passed(const Value *value, int placementId, const Operation &from) {
  if (placementId < 0)
    return scalar(value);
  const auto held = held_.find(value);
  return held != held_.end() && held->second.placement == placementId
             ? held->second.value
             : materialize(value, placementId, &from);
}

void ThreadLowering::bindSlot(const Value *value, int placementId, Value *lowered) {
  if (lowered->name().empty())
    lowered->setName(value->name());
  if (placementId < 0)
    scalars_[value] = lowered;
  else
    hold(value, {placementId, lowered});
}

// Ends the open scope with what the tile-level region yields.
void ThreadLowering::yieldPassed(const Region &region, const std::vector<int> &placements) {
  const Operation &yield = *region.back();
  prepare(yield);
  Values values;
  for (unsigned i = 0; i < yield.operandCount(); ++i)
    values.push_back(passed(yield.operand(i), placements[i], yield));
  append(OpKind::Yield, values, nullptr);
}

void ThreadLowering::lowerCondition(const Operation &op) {
  prepare(op);
  std::vector<int> placements;
  for (unsigned i = 0; i < op.resultCount(); ++i)
    placements.push_back(slotPlacement(op.result(i)));
  Value *condition = scalar(op.operand(0));
  Operation *lowered = append(OpKind::If, std::span<Value *const>(&condition, 1), &op);
  const AccessOrder before = order_;
  AccessOrder after;
  for (unsigned side = 0; side < 2; ++side) {
    order_ = before;
    openScope(lowered->region(side), *lowered);
    conditions_[&op.region(side)] = static_cast<int>(scopes_.size()) - 1;
    lowerRegion(op.region(side));
    yieldPassed(op.region(side), placements);
    conditions_.erase(&op.region(side));
    closeScope();
    after.join(order_);
  }
  order_ = after;
  bindResults(op, *lowered, placements);
}

// for and while.
void ThreadLowering::lowerLoop(const Operation &op) {
  prepare(op);
  const unsigned leading = decidingOperands(op);
  std::vector<int> placements;
  for (unsigned i = 0; i < op.resultCount(); ++i)
    placements.push_back(slotPlacement(op.result(i)));
  Values operands;
  for (unsigned i = 0; i < op.operandCount(); ++i)
    operands.push_back(i < leading ? scalar(op.operand(i))
                                   : passed(op.operand(i), placements[i - leading], op));
  Operation *lowered = append(op.kind(), operands, &op);
  if (op.is(OpKind::For) && !op.operand(2)->isConstant() && isPositive(*op.operand(2)))
    lowered->setAttribute("rising", true);

  std::vector<MemoryAccess> accesses;
  for (unsigned r = 0; r < op.regionCount(); ++r)
    walk(op.region(r), [&](const Operation &inner) {
      if (!inner.is(OpKind::Load) && !inner.is(OpKind::Store))
        return;
      accesses.push_back(accessOf(inner, accessPlacement(inner)));
      // What changes with the iterations cannot be compared with itself, unless it never meets
      // itself.
      MemoryAccess &access = accesses.back();
      const bool tiles = access.offsets.size() == 1 && movesByTiles(*access.offsets[0], op);
      if (isInside(*access.pointer, op) && !tiles)
        access.pointer = nullptr;
      const auto changes = [&](const Value *offset) { return isInside(*offset, op); };
      if (std::any_of(access.offsets.begin(), access.offsets.end(), changes) && !tiles)
        access.plainOffset = false;
    });
  AccessOrder end = order_; // no iteration at all
  order_.enterLoop(accesses);

  for (unsigned r = 0; r < op.regionCount(); ++r) {
    const Region &region = op.region(r);
    Region &body = lowered->region(r);
    openScope(body, *lowered);
    const int depth = static_cast<int>(scopes_.size()) - 1;
    const unsigned first = leadingArguments(op);
    for (unsigned i = 0; i < region.argumentCount(); ++i) {
      const Value *argument = region.argument(i);
      Value *value = body.addArgument(
          i < first ? argument->type() : operands[leading + i - first]->type(), argument->name());
      depths_[value] = depth;
      bindSlot(argument, i < first ? -1 : placements[i - first], value);
    }
    lowerRegion(region);
    yieldPassed(region, yieldsSlots(region) ? placements : std::vector<int>{-1});
    closeScope();
    end.join(order_); // a `while` ends behind its condition, a `for` behind its body
  }
  order_ = end;
  bindResults(op, *lowered, placements);
}

void ThreadLowering::bindResults(const Operation &op, Operation &lowered,
                                 const std::vector<int> &placements) {
  Builder(*scopes_.back().region).infer(&lowered);
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    if (scopes_.size() > 1)
      depths_[lowered.result(i)] = static_cast<int>(scopes_.size()) - 1;
    bindSlot(op.result(i), placements[i], lowered.result(i));
  }
}

} // namespace mytriton
