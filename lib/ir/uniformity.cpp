// See uniformity.h. A worklist over the use lists: a value that varies makes vary what uses it.
#include "uniformity.h"

namespace mytriton {

namespace {

class Propagation {
public:
  explicit Propagation(const Kernel &kernel) {
    walk(kernel.body(), [this](const Operation &op) { addSource(op); });
    while (!pending_.empty()) {
      const Value *value = pending_.back();
      pending_.pop_back();
      for (const Use *use = value->firstUse(); use; use = use->nextUse())
        spread(*use);
    }
  }

  std::unordered_set<const Value *> take() { return std::move(varying_); }

private:
  void addSource(const Operation &op) {
    if (op.is(OpKind::ThreadId) || op.is(OpKind::Shuffle) || op.has(trait::Reads))
      addResults(op);
    else if (op.is(OpKind::Each))
      addArguments(op.region());
  }

  void spread(const Use &use) {
    const Operation &user = *use.user();
    if (user.is(OpKind::Yield))
      spreadFromYield(user, use.index());
    else if (user.is(OpKind::For) && use.index() >= 3)
      addCarried(user, use.index() - 3);
    else
      addResults(user);
    if (user.is(OpKind::For) && use.index() < 3)
      addArguments(user.region());
  }

  void spreadFromYield(const Operation &yield, unsigned index) {
    const Operation *owner = yield.parentOp();
    if (!owner)
      return;
    if (owner->is(OpKind::For))
      addCarried(*owner, index);
    else if (index < owner->resultCount())
      add(owner->result(index));
  }

  void addCarried(const Operation &loop, unsigned index) {
    if (index < loop.resultCount())
      add(loop.result(index));
    if (index + 1 < loop.region().argumentCount())
      add(loop.region().argument(index + 1));
  }

  void addResults(const Operation &op) {
    for (unsigned i = 0; i < op.resultCount(); ++i)
      add(op.result(i));
  }

  void addArguments(const Region &region) {
    for (unsigned i = 0; i < region.argumentCount(); ++i)
      add(region.argument(i));
  }

  void add(const Value *value) {
    if (varying_.insert(value).second)
      pending_.push_back(value);
  }

  std::unordered_set<const Value *> varying_;
  std::vector<const Value *> pending_;
};

} // namespace

std::unordered_set<const Value *> findVaryingValues(const Kernel &kernel) {
  return Propagation(kernel).take();
}

bool isDivergent(const Operation &op, const std::unordered_set<const Value *> &varying) {
  unsigned deciding = 0; // leading operands that decide
  if (op.is(OpKind::If))
    deciding = 1;
  else if (op.is(OpKind::For))
    deciding = 3;
  for (unsigned i = 0; i < deciding && i < op.operandCount(); ++i)
    if (varying.contains(op.operand(i)))
      return true;
  return false;
}

} // namespace mytriton
