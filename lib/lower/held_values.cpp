// Which blocks are held in registers.
//
// A block that more than one effect is computed from is computed once and held; so is one that a
// loop needs in each iteration, and what cuts a long chain of operations.

#include "thread_lowering.h"

#include <algorithm>

namespace mytriton {

namespace {

// A chain of elementwise operations longer than this is cut by holding a value in registers, which
// bounds both the recursion here and the expressions that are printed.
constexpr int kMaxChain = 128;

// True where `op` stands in a loop that `region` is outside of.
bool repeats(const Operation &op, const Region &region) {
  for (const Region *around = op.parent(); around != &region; around = around->parentOp()->parent())
    if (!around->parentOp()->is(OpKind::If))
      return true;
  return false;
}

} // namespace

// Marks blocks that more than one effect is computed from: they are computed once and held.
void ThreadLowering::findHeldValues() {
  std::vector<const Operation *> ops;
  std::unordered_map<const Value *, int> chain; // operations since the last value that is held
  walk(tile_.body(), [&](const Operation &op) {
    position_[&op] = ops.size();
    ops.push_back(&op);
    std::size_t last = 0;
    int length = 0;
    for (unsigned i = 0; i < op.operandCount(); ++i) {
      if (const auto found = lastMemory_.find(op.operand(i)); found != lastMemory_.end())
        last = std::max(last, found->second);
      if (const auto found = chain.find(op.operand(i)); found != chain.end())
        length = std::max(length, found->second);
    }
    for (unsigned i = 0; i < op.resultCount(); ++i)
      lastMemory_[op.result(i)] = isLazy(op) ? last : ops.size();
    if (op.resultCount() != 1)
      return;
    chain[op.result()] = isLazy(op) ? length + 1 : 0;
    if (length + 1 >= kMaxChain && isLazy(op) && !op.result()->type().isPointer()) {
      mustHold_.insert(op.result());
      chain[op.result()] = 0;
    }
  });

  // The one effect or held value that a block goes into; null where there are several.
  std::unordered_map<const Value *, const Operation *> goal;
  for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
    if ((*op)->resultCount() != 1 || !isLazy(**op))
      continue;
    const Value *value = (*op)->result();
    const Operation *only = nullptr;
    bool several = false;
    for (const Use *use = value->firstUse(); use != nullptr; use = use->nextUse()) {
      const Operation *user = use->user();
      const Operation *reached = user;
      if (isLazy(*user) && mustHold_.count(user->result()) == 0) {
        const auto found = goal.find(user->result());
        if (found == goal.end())
          continue; // nothing comes of it
        reached = found->second;
      }
      several = several || reached == nullptr || (only != nullptr && only != reached);
      only = reached;
    }
    if (only == nullptr && !several)
      continue;
    const bool repeated = only != nullptr && repeats(*only, *(*op)->parent());
    const bool holds = (several || repeated) && value->type().isBlock() &&
                       !value->type().isPointer() && !rematerializable_(value);
    if (holds)
      mustHold_.insert(value);
    goal[value] = several ? nullptr : only;
  }
}

std::vector<const Value *> ThreadLowering::prepare(const Operation &op, int fused) {
  std::vector<const Operation *> needed, work{&op};
  std::unordered_set<const Operation *> seen, inside;
  for (unsigned i = 0; i < op.regionCount(); ++i)
    walk(op.region(i), [&](const Operation &inner) {
      work.push_back(&inner);
      inside.insert(&inner);
    });
  while (!work.empty()) {
    const Operation *user = work.back();
    work.pop_back();
    for (unsigned i = 0; i < user->operandCount(); ++i) {
      const Value *value = user->operand(i);
      const Operation *made = value == nullptr ? nullptr : value->definingOp();
      if (made == nullptr || scalars_.count(value) || held_.count(value) ||
          inside.count(made) != 0 || !seen.insert(made).second)
        continue;
      work.push_back(made);
      if (!value->type().isBlock() || mustHold_.count(value))
        needed.push_back(made);
    }
  }
  std::sort(needed.begin(), needed.end(), [&](const Operation *a, const Operation *b) {
    return position_.at(a) < position_.at(b);
  });
  std::vector<const Value *> left;
  for (const Operation *made : needed) {
    const Value *value = made->result();
    if (!value->type().isBlock()) {
      emitScalar(*made);
      continue;
    }
    // A long chain of index arithmetic has no layout of its own: it takes the user's.
    const Placement *own = layouts_.of(value);
    if (own == nullptr) {
      const auto access = layouts_.accesses.find(&op);
      own = access == layouts_.accesses.end() ? nullptr : &access->second;
      if (own == nullptr || value->type().shape() != own->shape())
        continue;
    }
    const int id = placementId(*own);
    if (id == fused && value->type().shape() == own->shape())
      left.push_back(value);
    else
      materialize(value, id, made);
  }
  return left;
}

void ThreadLowering::hold(const Value *value, Registers registers) {
  const auto found = held_.find(value);
  scopes_.back().heldBefore.emplace_back(
      value, found == held_.end() ? std::nullopt : std::optional<Registers>(found->second));
  held_.insert_or_assign(value, registers);
  steps_.clear();
}

} // namespace mytriton
