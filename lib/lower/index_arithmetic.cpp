// One pass forwards over what feeds a value, one backwards over what becomes of it.

#include "index_arithmetic.h"

#include "mytriton/ir/slots.h"

#include <initializer_list>
#include <unordered_map>
#include <vector>

namespace mytriton {

namespace {

// i32, and i64 for what does not fit.
bool isIndexType(const Type &type) {
  return type.element() == Type::scalar(DType::I32) || type.element() == Type::scalar(DType::I64);
}

bool isStep(const Operation &op) {
  switch (op.kind()) {
  case OpKind::Cast: // widened on the way, or the same
    return op.result()->type().dtype() == DType::I64 && isIndexType(op.operand(0)->type());
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
    if (value->isResult() && value->definingOp()->is(OpKind::Cast))
      value = value->definingOp()->operand(0);
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

// Sweeps until it has settled what holds of carried values; then none does.
constexpr int kMaxSweeps = 8;

class Analysis {
public:
  explicit Analysis(const Kernel &kernel) {
    walk(kernel.body(), [&](Operation &op) {
      ops_.push_back(&op);
      for (const Slot &slot : slotsOf(op)) {
        if (!isIndexType(slot.result()->type()))
          continue;
        slots_.push_back(slot);
        keys_[slot.result()] = slot.result();
        for (const Value *argument : slot.arguments())
          keys_[argument] = slot.result();
      }
    });
  }

  std::unordered_set<const Value *> run() {
    // Of carried values all is taken to hold until something speaks against it.
    for (const Slot &slot : slots_)
      for (auto *holds : {&indexSlots_, &positionSlots_, &plainSlots_})
        holds->insert(slot.result());
    settle([&] { return forwards(); }, {&indexSlots_, &positionSlots_});
    settle([&] { return backwards(); }, {&plainSlots_});
    return std::move(plain_);
  }

private:
  using Values = std::unordered_set<const Value *>;

  template <typename Sweep>
  static void settle(Sweep sweep, std::initializer_list<Values *> slots) {
    for (int count = 1; sweep(); ++count)
      if (count == kMaxSweeps)
        for (Values *holds : slots)
          holds->clear();
  }

  // The slot that the value is an argument or the result of; null: none that may be an index.
  const Value *slotOf(const Value *value) const {
    const auto found = keys_.find(value);
    return found == keys_.end() ? nullptr : found->second;
  }

  bool isIndex(const Value *value) const {
    if (!isIndexType(value->type()))
      return false;
    if (value->isConstant())
      return true;
    if (const Value *slot = slotOf(value))
      return indexSlots_.count(slot) != 0;
    return value->isArgument() || indices_.count(value) != 0; // a parameter, or counted by a loop
  }

  bool isPosition(const Value *value) const {
    if (value->isConstant())
      return isIndex(value) && value->constant().asInt() >= -Shape::kMaxElements &&
             value->constant().asInt() <= Shape::kMaxElements;
    if (const Value *slot = slotOf(value))
      return positionSlots_.count(slot) != 0;
    const bool counted = value->isArgument() && value->owner()->parentOp() != nullptr;
    return (counted && isIndexType(value->type())) || positions_.count(value) != 0;
  }

  // What feeds a value. True where a carried value turned out to be something else.
  bool forwards() {
    indices_.clear();
    positions_.clear();
    fromSlots_.clear();
    for (const Operation *op : ops_) {
      if (op->resultCount() != 1 || !(isSource(*op) || isStep(*op)))
        continue;
      bool index = true, position = !op->is(OpKind::Mul) || isTileStart(*op);
      int carried = 0; // operands that come from a slot
      for (unsigned i = 0; i < op->operandCount(); ++i) {
        const Value *operand = op->operand(i);
        index = index && isIndex(operand);
        position = position && isPosition(operand);
        carried += slotOf(operand) != nullptr || fromSlots_.count(operand) != 0 ? 1 : 0;
      }
      if (carried > 0)
        fromSlots_.insert(op->result());
      position = position && carried <= 1; // what is added to itself doubles in each iteration
      if (index)
        indices_.insert(op->result());
      if (index && position)
        positions_.insert(op->result());
    }
    bool changed = false;
    for (const Slot &slot : slots_) {
      std::vector<Value *> sources = slot.yields();
      if (slot.initial() != nullptr)
        sources.push_back(slot.initial());
      for (const Value *source : sources) {
        if (!isIndex(source))
          changed = indexSlots_.erase(slot.result()) != 0 || changed;
        if (!isIndex(source) || !isPosition(source))
          changed = positionSlots_.erase(slot.result()) != 0 || changed;
      }
    }
    return changed;
  }

  struct Fate {
    bool plain = true;     // nothing but addresses, ordered comparisons, and plain arithmetic
    bool compared = false; // it, or what is computed from it
  };

  Fate passedTo(const Value *slot) const {
    return {slot != nullptr && plainSlots_.count(slot) != 0, comparedSlots_.count(slot) != 0};
  }

  Fate fateIn(const Use &use) const {
    const Operation &user = *use.user();
    if (user.is(OpKind::AddPtr))
      return {use.index() == 1, false};
    if (isStep(user))
      return {plain_.count(user.result()) != 0, compared_.count(user.result()) != 0};
    if (user.is(OpKind::Yield) && yieldsSlots(*user.parent()))
      return passedTo(slotOf(user.parentOp()->result(use.index())));
    if (isLoop(user) && use.index() >= decidingOperands(user))
      return passedTo(slotOf(user.result(use.index() - decidingOperands(user))));
    return {isOrderedComparison(user) || user.is(OpKind::For), true};
  }

  Fate fateOf(const Value *value) const {
    Fate fate;
    for (const Use *use = value->firstUse(); fate.plain && use != nullptr; use = use->nextUse()) {
      const Fate here = fateIn(*use);
      fate.plain = here.plain;
      fate.compared = fate.compared || here.compared;
    }
    return fate;
  }

  // What becomes of a value.
  bool backwards() {
    plain_.clear();
    compared_.clear();
    for (auto op = ops_.rbegin(); op != ops_.rend(); ++op) {
      if ((*op)->resultCount() != 1 || indices_.count((*op)->result()) == 0)
        continue;
      const Value *value = (*op)->result();
      const Fate fate = fateOf(value);
      if (!fate.plain || (fate.compared && positions_.count(value) == 0))
        continue;
      plain_.insert(value);
      if (fate.compared)
        compared_.insert(value);
    }
    bool changed = false;
    for (const Slot &slot : slots_) {
      std::vector<Value *> members = slot.arguments();
      members.push_back(slot.result());
      for (const Value *member : members) {
        const Fate fate = fateOf(member);
        if (fate.compared && fate.plain)
          changed = comparedSlots_.insert(slot.result()).second || changed;
        if (!fate.plain || indexSlots_.count(slot.result()) == 0 ||
            (fate.compared && positionSlots_.count(slot.result()) == 0))
          changed = plainSlots_.erase(slot.result()) != 0 || changed;
      }
    }
    return changed;
  }

  std::vector<const Operation *> ops_;
  std::vector<Slot> slots_; // of indices
  std::unordered_map<const Value *, const Value *> keys_;
  Values indexSlots_, positionSlots_, plainSlots_, comparedSlots_; // by their results
  Values indices_, positions_, fromSlots_, plain_, compared_;
};

} // namespace

IndexArithmetic::IndexArithmetic(const Kernel &kernel) : plain_(Analysis(kernel).run()) {}

} // namespace mytriton
