// See uniformity.h. A worklist over the use lists: a value that varies makes vary what uses it.
#include "mytriton/ir/uniformity.h"

#include "mytriton/ir/control_flow.h"

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
    if (op.is(OpKind::ThreadId) || op.is(OpKind::Shuffle) || op.is(OpKind::WarpReduce) ||
        op.is(OpKind::Load))
      addResults(op);
    else if (op.is(OpKind::Each))
      addArguments(op.region());
  }

  void spread(const Use &use) {
    const Operation &user = *use.user();
    if (user.is(OpKind::Yield))
      spreadFromYield(user, use.index());
    else if (isLoop(user) && use.index() >= decidingOperands(user))
      addCarried(user, use.index() - decidingOperands(user));
    else if (isLoop(user))
      addAll(user);
    else
      addResults(user);
  }

  void spreadFromYield(const Operation &yield, unsigned index) {
    const Operation *owner = yield.parentOp();
    if (!owner)
      return;
    if (owner->is(OpKind::While) && yield.parent() == &owner->region(0))
      addAll(*owner);
    else if (isLoop(*owner))
      addCarried(*owner, index);
    else if (index < owner->resultCount())
      add(owner->result(index));
  }

  void addCarried(const Operation &loop, unsigned slot) {
    if (slot >= carriedCount(loop))
      return;
    add(loop.result(slot));
    for (unsigned r = 0; r < loop.regionCount(); ++r)
      add(carriedArgument(loop, r, slot));
  }

  // Threads that leave a loop at different times have different values of all that it carries.
  void addAll(const Operation &loop) {
    addResults(loop);
    for (unsigned r = 0; r < loop.regionCount(); ++r)
      addArguments(loop.region(r));
  }

  void addResults(const Operation &op) {
    if (op.flag("uniform"))
      return;
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
  for (unsigned i = 0; i < decidingOperands(op); ++i)
    if (varying.contains(op.operand(i)))
      return true;
  return op.is(OpKind::While) && varying.contains(loopCondition(op));
}

} // namespace mytriton
