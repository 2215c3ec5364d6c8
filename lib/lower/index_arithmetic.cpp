// One pass forwards over what feeds a value, one backwards over what becomes of it.

#include "index_arithmetic.h"

#include <vector>

namespace mytriton {

namespace {

bool isStep(const Operation &op) {
  switch (op.kind()) {
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Mul:
  case OpKind::Neg:
  case OpKind::ExpandDims:
  case OpKind::Broadcast:
    return true;
  default:
    return false;
  }
}

bool isSource(const Operation &op) {
  return op.is(OpKind::ProgramId) || op.is(OpKind::NumPrograms) || op.is(OpKind::Arange);
}

bool isOrderedComparison(const Operation &op) {
  return op.is(OpKind::CmpLt) || op.is(OpKind::CmpLe) || op.is(OpKind::CmpGt) ||
         op.is(OpKind::CmpGe);
}

} // namespace

IndexArithmetic::IndexArithmetic(const Kernel &kernel) {
  std::vector<const Operation *> ops;
  std::unordered_set<const Value *> fromIndices;
  const auto feeds = [&](const Value *value) {
    const bool i32 = value->type().isInteger() && value->type().dtype() == DType::I32;
    if (value->isConstant())
      return i32;
    if (value->isArgument() && value->owner()->parentOp() == nullptr)
      return i32;
    return fromIndices.count(value) != 0;
  };
  walk(kernel.body(), [&](const Operation &op) {
    ops.push_back(&op);
    if (op.resultCount() != 1)
      return;
    bool pure = isSource(op) || isStep(op);
    for (unsigned i = 0; pure && i < op.operandCount(); ++i)
      pure = feeds(op.operand(i));
    if (pure)
      fromIndices.insert(op.result());
  });

  for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
    if ((*op)->resultCount() != 1 || fromIndices.count((*op)->result()) == 0)
      continue;
    const Value *value = (*op)->result();
    bool plain = true;
    for (const Use *use = value->firstUse(); plain && use != nullptr; use = use->nextUse()) {
      const Operation &user = *use->user();
      if (user.is(OpKind::AddPtr))
        plain = use->index() == 1;
      else if (isStep(user))
        plain = plain_.count(user.result()) != 0;
      else
        plain = isOrderedComparison(user);
    }
    if (plain)
      plain_.insert(value);
  }
}

} // namespace mytriton
