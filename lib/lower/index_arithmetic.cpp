// One pass forwards over what feeds a value, one backwards over what becomes of it.

#include "index_arithmetic.h"

#include <cstdlib>
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

// Where a program's tile starts: the program's number times a constant.
bool isTileStart(const Operation &op) {
  const auto isNumber = [](const Value *value) {
    return value->isResult() && (value->definingOp()->is(OpKind::ProgramId) ||
                                 value->definingOp()->is(OpKind::NumPrograms));
  };
  const Value *a = op.operand(0), *b = op.operand(1);
  return (isNumber(a) && b->isConstant()) || (a->isConstant() && isNumber(b));
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
  std::unordered_set<const Value *> fromIndices, positions;
  const auto feeds = [&](const Value *value) {
    const bool outside =
        value->isConstant() || (value->isArgument() && value->owner()->parentOp() == nullptr);
    return outside ? value->type() == Type::scalar(DType::I32) : fromIndices.count(value) != 0;
  };
  const auto isPosition = [&](const Value *value) {
    if (value->isConstant())
      return feeds(value) && std::abs(value->constant().asInt()) <= Shape::kMaxElements;
    return positions.count(value) != 0;
  };
  walk(kernel.body(), [&](const Operation &op) {
    ops.push_back(&op);
    if (op.resultCount() != 1 || !(isSource(op) || isStep(op)))
      return;
    bool index = true, position = !op.is(OpKind::Mul) || isTileStart(op);
    for (unsigned i = 0; i < op.operandCount(); ++i) {
      index = index && feeds(op.operand(i));
      position = position && isPosition(op.operand(i));
    }
    if (index)
      fromIndices.insert(op.result());
    if (index && position)
      positions.insert(op.result());
  });

  std::unordered_set<const Value *> compared; // or part of what is
  for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
    if ((*op)->resultCount() != 1 || fromIndices.count((*op)->result()) == 0)
      continue;
    const Value *value = (*op)->result();
    bool plain = true, compares = false;
    for (const Use *use = value->firstUse(); plain && use != nullptr; use = use->nextUse()) {
      const Operation &user = *use->user();
      if (user.is(OpKind::AddPtr)) {
        plain = use->index() == 1;
      } else if (isStep(user)) {
        plain = isPlain(user.result());
        compares = compares || compared.count(user.result()) != 0;
      } else {
        plain = isOrderedComparison(user);
        compares = true;
      }
    }
    if (!plain || (compares && positions.count(value) == 0))
      continue;
    plain_.insert(value);
    if (compares)
      compared.insert(value);
  }
}

} // namespace mytriton
