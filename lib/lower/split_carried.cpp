// See split_carried.h.
//
// New slots are added behind the old ones, whose arguments and results are computed from the new
// ones from then on. What a region yields is taken apart when that has been done everywhere, since
// it may come from any loop or condition inside.

#include "mytriton/lower/split_carried.h"

#include "mytriton/ir/passes.h"
#include "mytriton/ir/slots.h"

#include <vector>

namespace mytriton {

namespace {

// A pointer as a scalar pointer and what is added to it.
struct Address {
  Value *base = nullptr;
  std::vector<Value *> offsets;
};

Address addressOf(Value *pointer) {
  Address address;
  while (pointer->type().isBlock() && pointer->isResult() &&
         pointer->definingOp()->is(OpKind::AddPtr)) {
    address.offsets.push_back(pointer->definingOp()->operand(1));
    pointer = pointer->definingOp()->operand(0);
  }
  // A pointer that is the same for all elements.
  while (pointer->type().isBlock() && pointer->isResult() &&
         (pointer->definingOp()->is(OpKind::Broadcast) ||
          pointer->definingOp()->is(OpKind::ExpandDims)))
    pointer = pointer->definingOp()->operand(0);
  address.base = pointer;
  return address;
}

class Splitter {
public:
  explicit Splitter(Kernel &kernel) : kernel_(kernel) {}

  bool run() {
    std::vector<Operation *> ops; // the outer ones first, and what comes first in the program
    walk(kernel_.body(), [&](Operation &op) {
      if (hasSlots(op))
        ops.push_back(&op);
    });
    for (Operation *op : ops)
      for (const Slot &slot : slotsOf(*op))
        split(slot);
    for (const Yielded &yielded : yielded_)
      fill(yielded);
    for (auto slot = replaced_.rbegin(); slot != replaced_.rend(); ++slot)
      remove(*slot);
    if (!replaced_.empty())
      eliminateDeadCode(kernel_);
    return !replaced_.empty();
  }

private:
  // Where the parts of a pointer that a region yields have to go: two operands of its yield.
  struct Yielded {
    Operation *yield;
    unsigned pointer, base, offsets;
  };

  void split(const Slot &slot) {
    const Type type = slot.result()->type();
    if (!type.isBlock() || !(type.isInteger() || type.isPointer()))
      return;
    Value *step = stepOf(slot, type.isPointer() ? OpKind::AddPtr : OpKind::Add);
    if (step == nullptr && type.isInteger())
      return;
    if (step == nullptr)
      splitPointer(slot);
    else
      splitSum(slot, step);
    replaced_.push_back(slot);
  }

  // What each iteration adds to the slot's argument; null where it is no scalar, or something else
  // happens to it.
  static Value *stepOf(const Slot &slot, OpKind add) {
    if (slot.initial() == nullptr)
      return nullptr;
    const Operation *next = slot.yields()[0]->definingOp();
    const Value *argument = slot.arguments().back();
    if (next == nullptr || !next->is(add))
      return nullptr;
    for (unsigned side = 0; side < 2; ++side)
      if (next->operand(side) == argument && next->operand(1 - side)->type().isScalar())
        return next->operand(1 - side);
    return nullptr;
  }

  // Carries the sum of the steps; a pointer's base takes them itself.
  void splitSum(const Slot &slot, Value *step) {
    const bool pointer = slot.result()->type().isPointer();
    Value *initial = slot.initial();
    Address start;
    if (pointer)
      start = addressOf(initial);
    const Slot sum = addSlot(
        slot, pointer ? start.base : kernel_.constant(Scalar::ofInt(step->type().dtype(), 0)));
    Operation &yield = *loopBody(*slot.op).back();
    Builder builder(*yield.parent());
    builder.setInsertionBefore(&yield);
    builder.setRange(slot.yields()[0]->definingOp()->range());
    yield.setOperand(sum.index, builder.value(pointer ? OpKind::AddPtr : OpKind::Add,
                                              {sum.arguments().back(), step}));
    replace(slot, [&](Builder &at, unsigned which) {
      if (!pointer)
        return at.value(OpKind::Add, {initial, valueAt(sum, which)});
      Value *address = valueAt(sum, which);
      for (auto offset = start.offsets.rbegin(); offset != start.offsets.rend(); ++offset)
        address = at.value(OpKind::AddPtr, {address, *offset});
      return address;
    });
  }

  void splitPointer(const Slot &slot) {
    const Type type = slot.result()->type();
    Value *base = nullptr, *offsets = nullptr;
    if (slot.initial() != nullptr) {
      const Address start = addressOf(slot.initial());
      Builder builder(*slot.op->parent());
      builder.setInsertionBefore(slot.op);
      base = start.base;
      offsets = offsetSum(builder, start.offsets, type.shape());
    }
    const Slot bases = addSlot(slot, base, type.element());
    const Slot sums = addSlot(slot, offsets, Type::block(Type::scalar(DType::I64), type.shape()));
    replace(slot, [&](Builder &at, unsigned which) {
      return at.value(OpKind::AddPtr, {valueAt(bases, which), valueAt(sums, which)});
    });
    for (unsigned i = 0; i < slot.op->regionCount(); ++i)
      if (yieldsSlots(slot.op->region(i)))
        yielded_.push_back({slot.op->region(i).back(), slot.index, bases.index, sums.index});
  }

  // By now every block of pointers is computed from a scalar one.
  void fill(const Yielded &yielded) {
    Operation &yield = *yielded.yield;
    const Value *pointer = yield.operand(yielded.pointer);
    const Address address = addressOf(yield.operand(yielded.pointer));
    Builder builder(*yield.parent());
    builder.setInsertionBefore(&yield);
    if (pointer->definingOp() != nullptr)
      builder.setRange(pointer->definingOp()->range());
    yield.setOperand(yielded.base, address.base);
    yield.setOperand(yielded.offsets, offsetSum(builder, address.offsets, pointer->type().shape()));
  }

  // A block of i64 with the sum of the offsets.
  Value *offsetSum(Builder &builder, const std::vector<Value *> &offsets, const Shape &shape) {
    Value *sum = nullptr;
    for (auto offset = offsets.rbegin(); offset != offsets.rend(); ++offset) {
      Value *wide = (*offset)->type().dtype() == DType::I64
                        ? *offset
                        : builder.value(OpKind::Cast, {*offset}, {{"dtype", DType::I64}});
      sum = sum == nullptr ? wide : builder.value(OpKind::Add, {sum, wide});
    }
    if (sum == nullptr)
      sum = kernel_.constant(Scalar::ofInt(DType::I64, 0));
    return sum->type().shape() == shape
               ? sum
               : builder.value(OpKind::Broadcast, {sum}, {{"shape", shape}});
  }

  // The values of a slot in the order in which they replace another's: arguments, then the result.
  static Value *valueAt(const Slot &slot, unsigned at) {
    const std::vector<Value *> arguments = slot.arguments();
    return at < arguments.size() ? arguments[at] : slot.result();
  }

  Slot addSlot(const Slot &like, Value *initial) { return addSlot(like, initial, initial->type()); }

  // A new slot behind the others; what it yields is set later.
  Slot addSlot(const Slot &like, Value *initial, Type type) {
    Operation &op = *like.op;
    const std::string &name = like.result()->name();
    if (initial != nullptr)
      op.appendOperand(initial);
    for (unsigned i = 0; i < op.regionCount(); ++i) {
      if (initial != nullptr)
        op.region(i).addArgument(type, name);
      if (yieldsSlots(op.region(i)))
        op.region(i).back()->appendOperand(nullptr);
    }
    op.addResult(type)->setName(name);
    return {&op, op.resultCount() - 1};
  }

  // Lets everything that uses the slot use what `compute` makes of the new ones.
  template <typename Compute>
  void replace(const Slot &slot, Compute compute) {
    const std::vector<Value *> arguments = slot.arguments();
    for (unsigned i = 0; i < arguments.size(); ++i) {
      Region &region = *arguments[i]->owner();
      Builder builder(region);
      builder.setInsertionBefore(region.front());
      replaceUses(*arguments[i], *compute(builder, i));
    }
    Operation &op = *slot.op;
    Builder builder(*op.parent());
    if (op.next() != nullptr)
      builder.setInsertionBefore(op.next());
    replaceUses(*slot.result(), *compute(builder, static_cast<unsigned>(arguments.size())));
  }

  static void replaceUses(Value &old, Value &made) {
    if (made.name().empty())
      made.setName(old.name());
    old.replaceAllUsesWith(&made);
  }

  static void remove(const Slot &slot) {
    Operation &op = *slot.op;
    const std::vector<Value *> arguments = slot.arguments();
    for (unsigned i = 0; i < op.regionCount(); ++i)
      if (yieldsSlots(op.region(i)))
        op.region(i).back()->eraseOperand(slot.index);
    if (slot.initial() != nullptr)
      op.eraseOperand(slot.initialOperand());
    for (Value *argument : arguments)
      argument->owner()->eraseArgument(argument->index());
    op.eraseResult(slot.index);
  }

  Kernel &kernel_;
  std::vector<Yielded> yielded_;
  std::vector<Slot> replaced_; // those of one operation in the order of their indices
};

} // namespace

bool splitCarriedBlocks(Kernel &kernel) { return Splitter(kernel).run(); }

} // namespace mytriton
