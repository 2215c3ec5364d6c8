// Inserts a convert_layout where an operand lies elsewhere than it is used, and tells what that
// takes.

#include "layout_assigner.h"

#include "mytriton/layout/conversion.h"

#include <algorithm>

namespace mytriton {

std::int64_t Assigner::exchangedBytes() const {
  std::unordered_map<const Value *, std::vector<Placement>> exchanged;
  std::int64_t bytes = 0;
  for (const Operation *op : ops_)
    forEachConversion(*op, [&](unsigned operand, const Placement &wanted) {
      const Value *value = op->operand(operand);
      std::vector<Placement> &known = exchanged[value];
      if (value->type().isPointer() || std::find(known.begin(), known.end(), wanted) != known.end())
        return;
      known.push_back(wanted);
      const int size = byteSize(value->type().dtype());
      const Conversion plan = planConversion(result_.of(value)->layout, wanted.layout, size);
      if (plan.kind == ConversionKind::Shared)
        bytes += plan.buffer.elements() * size;
    });
  return bytes;
}

const Placement *Assigner::usedIn(const Operation &op, unsigned operand) const {
  if (const auto found = result_.accesses.find(&op); found != result_.accesses.end())
    return &found->second;
  if (op.is(OpKind::Yield))
    return yieldsSlots(*op.parent()) ? ofSlot(op.parentOp()->result(operand)) : nullptr;
  if (hasSlots(op))
    return operand < decidingOperands(op) ? nullptr
                                          : ofSlot(op.result(operand - decidingOperands(op)));
  if (op.is(OpKind::Dot) && operand < 2)
    return nullptr;
  return op.resultCount() == 1 ? result_.of(op.result()) : nullptr;
}

template <typename Visit>
void Assigner::forEachConversion(const Operation &op, Visit &&visit) const {
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    const Value *operand = op.operand(i);
    const Placement *has = operand == nullptr ? nullptr : result_.of(operand);
    const Placement *used = has == nullptr ? nullptr : usedIn(op, i);
    if (used == nullptr)
      continue;
    const Placement wanted = asOperandOf(op, *used).projected(operand->type().shape());
    if (!(*has == wanted))
      visit(i, wanted);
  }
}

void Assigner::convertOperands(Operation &op) {
  forEachConversion(op, [&](unsigned operand, const Placement &wanted) {
    op.setOperand(operand, converted(op.operand(operand), wanted, op));
  });
}

Operation &Assigner::placeFor(const Value &value, Operation &user) {
  const Region *region = value.isArgument() ? value.owner() : value.definingOp()->parent();
  Operation *before = &user;
  while (before->parent() != region)
    before = before->parentOp();
  return *before;
}

Value *Assigner::converted(Value *value, const Placement &wanted, Operation &user) {
  for (Value *known : conversions_[value])
    if (*result_.of(known) == wanted)
      return known;
  Operation &before = placeFor(*value, user);
  Builder builder(*before.parent());
  Value *moved = nullptr;
  const Operation *made = value->definingOp();
  if (made != nullptr && made->is(OpKind::AddPtr)) {
    // Pointers do not travel: what they are made of does.
    Value *operands[] = {made->operand(0), made->operand(1)};
    for (Value *&operand : operands)
      if (result_.of(operand) != nullptr)
        operand = converted(operand, wanted.projected(operand->type().shape()), before);
    builder.setInsertionBefore(&before);
    builder.setRange(made->range());
    moved = builder.create(OpKind::AddPtr, operands)->result();
  } else {
    builder.setInsertionBefore(&before);
    builder.setRange(user.range());
    moved = builder.value(OpKind::ConvertLayout, {value}, {{"layout", wanted.summary()}});
  }
  moved->setName(value->name());
  conversions_[value].push_back(moved);
  result_.values.insert_or_assign(moved, wanted);
  return moved;
}

} // namespace mytriton
