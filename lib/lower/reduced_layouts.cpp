// Where reductions take their operands, and where what comes of them stays.

#include "layout_assigner.h"

#include <algorithm>
#include <unordered_set>

namespace mytriton {

void Assigner::placeReduction(const Operation &op) {
  const Placement *has = result_.of(op.operand(0));
  const Placement placement = has != nullptr ? *has : placementOfLoads(*op.operand(0));
  result_.accesses.insert_or_assign(&op, placement);
  if (op.result()->type().isBlock())
    result_.values.insert_or_assign(op.result(),
                                    placement.sliced(static_cast<int>(op.intAttribute("axis"))));
}

Placement Assigner::placementOfLoads(const Value &block) const {
  const Shape &shape = block.type().shape();
  std::unordered_set<const Value *> seen;
  std::vector<const Value *> work{&block};
  while (!work.empty()) {
    const Operation *made = work.back()->definingOp();
    work.pop_back();
    if (made == nullptr)
      continue;
    if (const auto access = result_.accesses.find(made); access != result_.accesses.end() &&
                                                         made->is(OpKind::Load) &&
                                                         access->second.shape() == shape)
      return access->second;
    if (made->has(trait::Elementwise) || made->is(OpKind::Broadcast))
      for (unsigned i = made->operandCount(); i-- > 0;)
        if (made->operand(i)->type().shape() == shape && seen.insert(made->operand(i)).second)
          work.push_back(made->operand(i));
  }
  return blocked(shape, rowMajorOrder(shape), 1);
}

bool Assigner::adoptReducedLayouts() {
  Reduced reduced;
  for (int round = 0; round < 2; ++round) // the second knows what loops carry
    for (const Operation *op : ops_) {
      if (op->is(OpKind::Store))
        adopt(adoptedStores_, op, reduced, op->operand(1), result_.accesses);
      else if (op->is(OpKind::Yield))
        passReduced(*op, reduced);
      else if (op->resultCount() == 1 && op->result()->type().isBlock())
        followReduced(*op, reduced);
    }
  return !adoptedStores_.empty() || !adoptedSlots_.empty();
}

template <typename Key, typename Usual>
bool Assigner::adopt(std::unordered_map<Key, Placement> &adopted, std::type_identity_t<Key> key,
                     const Reduced &reduced, const Value *value, const Usual &usual) {
  const auto found = reduced.find(value);
  const auto has = usual.find(key);
  if (found == reduced.end() || has == usual.end() ||
      !(found->second.shape() == has->second.shape()))
    return false;
  if (found->second.layout.registers() >
      std::max(kMaxCopiedRegisters, has->second.layout.registers()))
    return false;
  if (!(found->second == has->second))
    adopted.insert_or_assign(key, found->second);
  return true;
}

void Assigner::passReduced(const Operation &yield, Reduced &reduced) {
  const Region &region = *yield.parent();
  for (unsigned i = 0; yieldsSlots(region) && i < yield.operandCount(); ++i) {
    const Slot slot{region.parentOp(), i};
    const Value *result = slot.result();
    if (!adopt(adoptedSlots_, result, reduced, yield.operand(i), result_.values))
      continue;
    const Placement placement = reduced.at(yield.operand(i));
    reduced.insert_or_assign(result, placement);
    for (const Value *argument : slot.arguments())
      reduced.insert_or_assign(argument, placement);
  }
}

void Assigner::followReduced(const Operation &op, Reduced &reduced) {
  const Value *result = op.result();
  if (op.has(trait::Reduces)) {
    reduced.insert_or_assign(result, *result_.of(result));
    return;
  }
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    const auto from = reduced.find(op.operand(i));
    if (from == reduced.end())
      continue;
    const Placement placement = from->second;
    if (op.is(OpKind::ExpandDims))
      reduced.insert_or_assign(result,
                               placement.expanded(static_cast<int>(op.intAttribute("axis"))));
    else if (op.has(trait::Elementwise) && placement.shape() == result->type().shape())
      reduced.insert_or_assign(result, placement);
  }
}

} // namespace mytriton
