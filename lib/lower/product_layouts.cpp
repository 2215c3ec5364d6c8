// Where products have their sums, and where their factors are computed.

#include "layout_assigner.h"

#include "mytriton/lower/dot_layout.h"

namespace mytriton {

void Assigner::findSums() {
  for (const Operation *op : ops_) {
    if (op->is(OpKind::Dot)) {
      sums_.emplace(op->result(), byteSize(op->operand(0)->type().dtype()));
    } else if (op->is(OpKind::Yield) && yieldsSlots(*op->parent())) {
      for (unsigned i = 0; i < op->operandCount(); ++i)
        inheritSums(op->parentOp()->result(i), op->operand(i));
    } else if (op->has(trait::Elementwise)) {
      for (unsigned i = 0; i < op->operandCount(); ++i)
        inheritSums(op->result(), op->operand(i));
    }
  }
}

void Assigner::inheritSums(const Value *value, const Value *from) {
  if (const auto found = sums_.find(from);
      found != sums_.end() && value->type().shape() == from->type().shape())
    sums_.emplace(value, found->second);
}

bool Assigner::storesSums(const Operation &op) const {
  return op.is(OpKind::Store) && sums_.count(op.operand(1)) != 0 &&
         op.operand(1)->type().shape() == accessShape(op) &&
         (orderOf(op)[0] == 1 || !prefersOrder(op));
}

Placement Assigner::placementOfSums(const Value &value) const {
  return dotPlacement(value.type().shape(), sums_.at(&value), result_.numWarps,
                      options_.oneElement);
}

void Assigner::findSourceLayouts() {
  sources_.clear();
  for (const Operation *op : ops_) {
    if (op->resultCount() != 1 || !op->result()->type().isBlock())
      continue;
    const Value *result = op->result();
    if (op->is(OpKind::Load)) {
      sources_.insert_or_assign(result, result_.accesses.at(op));
    } else if (op->is(OpKind::Permute)) {
      if (const auto found = sources_.find(op->operand(0)); found != sources_.end())
        sources_.insert_or_assign(
            result, found->second.transposed(std::get<Shape>(*op->attribute("order"))));
    } else if (op->has(trait::Elementwise)) {
      for (unsigned i = op->operandCount(); i-- > 0;)
        if (const auto found = sources_.find(op->operand(i));
            found != sources_.end() && found->second.shape() == result->type().shape())
          sources_.insert_or_assign(result, Placement(found->second));
    }
  }
}

void Assigner::suggestSource(const Value *value) {
  if (rematerializable_(value) || demands_.count(value) != 0)
    return;
  const auto found = sources_.find(value);
  demands_[value].push_back(
      {found != sources_.end()
           ? found->second
           : blocked(value->type().shape(), rowMajorOrder(value->type().shape()), 1),
       0});
}

void Assigner::placeDot(const Operation &op) {
  const Placement placement =
      dotPlacement(op.result()->type().shape(), byteSize(op.operand(0)->type().dtype()),
                   result_.numWarps, options_.oneElement);
  result_.values.insert_or_assign(op.result(), placement);
  for (unsigned side = 0; side < 2; ++side)
    suggestSource(op.operand(side));
  if (op.operandCount() == 3)
    demand(op.operand(2), placement);
}

} // namespace mytriton
