// See shared_barriers.h.
//
// One walk in program order remembers which buffers were read and written since the last barrier. A
// loop's body is walked with what may be left over from the iteration before. What only some
// threads enter, and loops over registers, cannot hold a barrier: the barrier stands before them.

#include "shared_barriers.h"

#include "shared_plan.h"

#include "mytriton/ir/control_flow.h"
#include "mytriton/ir/uniformity.h"

#include <set>
#include <unordered_set>

namespace mytriton {

namespace {

struct Pending {
  std::set<const Value *> reads, writes;

  void clear() { reads.clear(), writes.clear(); }
  void add(const Pending &other) {
    reads.insert(other.reads.begin(), other.reads.end());
    writes.insert(other.writes.begin(), other.writes.end());
  }
  bool conflictsWith(const Pending &next) const {
    const auto meet = [](const std::set<const Value *> &a, const std::set<const Value *> &b) {
      for (const Value *buffer : a)
        for (const Value *other : b)
          if (sharesMemory(*buffer, *other))
            return true;
      return false;
    };
    // Of one buffer, several stores in a row write different elements.
    const auto overwrites = [](const std::set<const Value *> &a, const std::set<const Value *> &b) {
      for (const Value *buffer : a)
        for (const Value *other : b)
          if (buffer != other && sharesMemory(*buffer, *other))
            return true;
      return false;
    };
    return meet(writes, next.reads) || meet(reads, next.writes) || overwrites(writes, next.writes);
  }
};

// What an operation itself does to shared memory.
void addAccess(const Operation &op, Pending &pending) {
  if (op.has(trait::Reads) && op.operand(0)->type().isShared())
    pending.reads.insert(op.operand(0));
  if (op.has(trait::Writes) && op.operand(0)->type().isShared())
    pending.writes.insert(op.operand(0));
}

class Inserter {
public:
  explicit Inserter(Kernel &kernel) : varying_(findVaryingValues(kernel)) {}

  void run(Region &region) {
    for (Operation *op = region.front(); op != nullptr; op = op->next()) {
      if (op->is(OpKind::Barrier))
        pending_.clear();
      else if (isLoop(*op) && !isDivergent(*op, varying_))
        loop(*op);
      else if (op->is(OpKind::If) && !isDivergent(*op, varying_))
        condition(*op);
      else
        whole(*op);
    }
  }

private:
  // Without a barrier inside.
  void whole(Operation &op) {
    Pending next;
    addAccess(op, next);
    for (unsigned i = 0; i < op.regionCount(); ++i)
      walk(op.region(i), [&](const Operation &inner) { addAccess(inner, next); });
    if (pending_.conflictsWith(next)) {
      Builder builder(*op.parent());
      builder.setInsertionBefore(&op);
      builder.create(OpKind::Barrier, {});
      pending_.clear();
    }
    pending_.add(next);
  }

  void condition(Operation &op) {
    const Pending before = pending_;
    Pending after;
    for (unsigned side = 0; side < 2; ++side) {
      pending_ = before;
      run(op.region(side));
      after.add(pending_);
    }
    pending_ = after;
  }

  void loop(Operation &op) {
    // All that an iteration may leave behind, before barriers inside are known to take it away.
    const Pending before = pending_;
    pending_.add(leftBy(op));
    Pending end = before; // no iteration at all
    for (unsigned i = 0; i < op.regionCount(); ++i) {
      run(op.region(i));
      end.add(pending_); // a `while` ends behind its condition, a `for` behind its body
    }
    pending_ = end;
  }

  // What is pending at the end of a loop's body, walked from nothing: barriers are not inserted.
  Pending leftBy(Operation &op) {
    Pending left;
    for (unsigned i = 0; i < op.regionCount(); ++i)
      leave(op.region(i), left);
    return left;
  }

  void leave(const Region &region, Pending &left) {
    for (const auto &op : region.operations()) {
      if (op->is(OpKind::Barrier)) {
        left.clear();
        continue;
      }
      addAccess(*op, left);
      if (op->is(OpKind::If)) {
        Pending sides;
        for (unsigned side = 0; side < 2; ++side) {
          Pending one = left;
          leave(op->region(side), one);
          sides.add(one);
        }
        left = sides;
      } else {
        Pending end = left;
        for (unsigned i = 0; i < op->regionCount(); ++i) {
          leave(op->region(i), left);
          end.add(left);
        }
        left = end;
      }
    }
  }

  std::unordered_set<const Value *> varying_;
  Pending pending_;
};

} // namespace

void insertSharedBarriers(Kernel &kernel) { Inserter(kernel).run(kernel.body()); }

} // namespace mytriton
