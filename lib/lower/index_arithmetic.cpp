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
  const auto isI32 = [](const Value *value) {
    return value->type().isInteger() && value->type().dtype() == DType::I32;
  };
  const auto isParameter = [](const Value *value) {
    return value->isArgument() && value->owner()->parentOp() == nullptr;
  };
  const auto feeds = [&](const Value *value) {
    return value->isConstant() || isParameter(value) ? isI32(value) : fromIndices.count(value) != 0;
  };
  const auto isPosition = [&](const Value *value) {
    if (value->isConstant())
      return isI32(value) && std::abs(value->constant().asInt()) <= Shape::kMaxElements;
    return isParameter(value) ? isI32(value) : positions.count(value) != 0;
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

  std::unordered_set<const Value *> addresses; // what becomes part of one
  for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
    if ((*op)->resultCount() != 1 || fromIndices.count((*op)->result()) == 0)
      continue;
    const Value *value = (*op)->result();
    bool plain = true, address = false;
    for (const Use *use = value->firstUse(); plain && use != nullptr; use = use->nextUse()) {
      const Operation &user = *use->user();
      if (user.is(OpKind::AddPtr)) {
        plain = use->index() == 1;
        address = true;
      } else if (isStep(user)) {
        plain = isPlain(user.result());
        address = address || addresses.count(user.result()) != 0;
      } else {
        plain = isOrderedComparison(user);
      }
    }
    if (!plain || !(address || positions.count(value) != 0))
      continue;
    plain_.insert(value);
    if (address)
      addresses.insert(value);
  }
}

} // namespace mytriton
