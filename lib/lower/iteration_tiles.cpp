// See iteration_tiles.h. An offset is taken apart into a multiple of one counter (the index of the
// loop, or a scalar to which each iteration adds the same), what does not change, and ranges.
// Offsets of addresses do not wrap.

#include "iteration_tiles.h"

#include "mytriton/ir/slots.h"

#include <cstdlib>
#include <optional>
#include <unordered_map>

namespace mytriton {

namespace {

// Bounds all numbers here, so that sums and products of two stay within 64 bits.
constexpr std::int64_t kMost = std::int64_t{1} << 31;

struct Linear {
  std::int64_t factor = 0;        // of the counter
  std::int64_t low = 0, high = 0; // of what differs between the elements of one iteration
};

class Decomposition {
public:
  explicit Decomposition(const Operation &loop) : loop_(loop) {
    for (const Slot &slot : slotsOf(const_cast<Operation &>(loop)))
      if (const Value *step = addedBy(slot))
        steps_[slot.arguments()[0]] = step;
    steps_[loop.region().argument(0)] = loop.operand(2);
  }

  bool movesByTiles(const Value &offsets) {
    const std::optional<Linear> sum = of(&offsets);
    if (!sum || sum->factor == 0 || counter_ == nullptr)
      return false;
    const Value *step = steps_.at(counter_);
    // A step that is not known is 1 at least: with 0 there is no second iteration of a range, and a
    // carried sum must have a constant step.
    const std::int64_t by = step->isConstant() ? std::abs(step->constant().asInt()) : 1;
    return by >= 1 && by <= kMost && std::abs(sum->factor) * by > sum->high - sum->low;
  }

private:
  // What each iteration adds to a carried scalar, where that is one constant.
  static const Value *addedBy(const Slot &slot) {
    const Operation *next = slot.yields()[0]->definingOp();
    if (next == nullptr || !next->is(OpKind::Add))
      return nullptr;
    for (unsigned side = 0; side < 2; ++side)
      if (next->operand(side) == slot.arguments()[0] && next->operand(1 - side)->isConstant())
        return next->operand(1 - side);
    return nullptr;
  }

  bool isInside(const Value &value) const {
    const Region *region = value.isArgument() ? value.owner() : value.definingOp()->parent();
    for (; region->parentOp() != nullptr; region = region->parentOp()->parent())
      if (region->parentOp() == &loop_)
        return true;
    return false;
  }

  std::optional<Linear> of(const Value *value) {
    if (const auto known = known_.find(value); known != known_.end())
      return known->second;
    std::optional<Linear> result = compute(value);
    if (result && (std::abs(result->factor) > kMost || result->high - result->low > kMost ||
                   std::abs(result->low) > kMost || std::abs(result->high) > kMost))
      result = std::nullopt;
    known_[value] = result;
    return result;
  }

  std::optional<Linear> compute(const Value *value) {
    if (value->isConstant())
      return Linear{};
    if (steps_.count(value) != 0) {
      if (counter_ != nullptr && counter_ != value)
        return std::nullopt;
      counter_ = value;
      return Linear{1, 0, 0};
    }
    if (!value->type().isBlock() && !isInside(*value))
      return Linear{};
    const Operation *op = value->definingOp();
    if (op == nullptr || ++visited_ > kMostVisited)
      return std::nullopt;
    switch (op->kind()) {
    case OpKind::Arange:
      return Linear{0, op->intAttribute("start"), op->intAttribute("end") - 1};
    case OpKind::ExpandDims:
    case OpKind::Broadcast:
    case OpKind::ConvertLayout:
      return of(op->operand(0));
    case OpKind::Add:
    case OpKind::Sub: {
      const std::optional<Linear> a = of(op->operand(0)), b = of(op->operand(1));
      if (!a || !b)
        return std::nullopt;
      return op->is(OpKind::Add)
                 ? Linear{a->factor + b->factor, a->low + b->low, a->high + b->high}
                 : Linear{a->factor - b->factor, a->low - b->high, a->high - b->low};
    }
    case OpKind::Mul:
      for (unsigned side = 0; side < 2; ++side)
        if (op->operand(side)->isConstant())
          return scaled(of(op->operand(1 - side)), op->operand(side)->constant().asInt());
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }

  static std::optional<Linear> scaled(const std::optional<Linear> &linear, std::int64_t by) {
    if (!linear || std::abs(by) > kMost)
      return std::nullopt;
    const std::int64_t a = linear->low * by, b = linear->high * by;
    return Linear{linear->factor * by, std::min(a, b), std::max(a, b)};
  }

  static constexpr int kMostVisited = 256; // bounds the recursion

  const Operation &loop_;
  std::unordered_map<const Value *, const Value *> steps_; // of each counter
  const Value *counter_ = nullptr;                         // the one that the offsets use
  int visited_ = 0;
  std::unordered_map<const Value *, std::optional<Linear>> known_;
};

} // namespace

bool movesByTiles(const Value &offsets, const Operation &loop) {
  return loop.is(OpKind::For) && Decomposition(loop).movesByTiles(offsets);
}

} // namespace mytriton
