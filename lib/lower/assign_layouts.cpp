// Layouts from the accesses backwards: what a load or store wants decides for what feeds it.

#include "mytriton/lower/assign_layouts.h"

#include "mytriton/lower/dot_layout.h"

#include "mytriton/ir/slots.h"
#include "mytriton/layout/axis_info.h"
#include "mytriton/layout/conversion.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <unordered_set>

namespace mytriton {

namespace {

constexpr int kMaxThreads = 1024;
constexpr int kMaxWarps = kMaxThreads / kWarpSize;
constexpr int kAccessBytes = 16;
// A small block may be loaded by several threads rather than exchanged between them.
constexpr std::int64_t kMaxCopiedRegisters = 8;
// From so many sums on, a product is spread over eight warps.
constexpr std::int64_t kLargeProduct = 128 * 128;
// Sweeps in which the slots of loops and conditions get their layouts from what is around them.
constexpr int kMaxSweeps = 4;

bool isAccess(const Operation &op) { return op.is(OpKind::Load) || op.is(OpKind::Store); }

// What an access touches: the shape of its pointer.
Shape accessShape(const Operation &op) { return op.operand(0)->type().shape(); }

class Assigner {
public:
  Assigner(Kernel &kernel, const LayoutOptions &options)
      : options_(options), axes_(kernel), rematerializable_(kernel) {
    walk(kernel.body(), [&](Operation &op) { ops_.push_back(&op); });
    findSums();
  }

  LayoutAssignment run() {
    place();
    if (exchangedBytes() > kStaticSharedBytes) {
      // Too much to exchange: accesses that do not coalesce are slower, and need no exchange.
      oneOrder_ = true;
      place();
    }
    if (adoptReducedLayouts())
      place();
    for (Operation *op : ops_)
      convertOperands(*op);
    return std::move(result_);
  }

private:
  struct Demand {
    Placement placement;
    int uses;
  };

  // A slot's layout is wanted by what is around it and wanted of what it passes on, which may come
  // before it in one sweep: the sweep is repeated with what the last one found.
  void place() {
    slots_ = adoptedSlots_;
    for (int sweep = 0;; ++sweep) {
      result_ = {};
      demands_.clear();
      result_.numWarps = chooseWarps();
      chooseAccessLayouts();
      findSourceLayouts();
      for (auto op = ops_.rbegin(); op != ops_.rend(); ++op)
        placeBackwards(**op);
      for (const Operation *op : ops_)
        if (op->has(trait::Reduces))
          placeReduction(*op);
      if (!placeSlots(sweep == kMaxSweeps) && !placeSlots(true))
        return;
    }
  }

  // Gives each slot that has none yet a layout: where `all`, even those that nothing asks for.
  // True where one was given.
  bool placeSlots(bool all) {
    bool placed = false;
    for (Operation *op : ops_)
      for (const Slot &slot : slotsOf(*op)) {
        const Value *result = slot.result();
        if (!result->type().isBlock() || slots_.count(result) != 0)
          continue;
        const Placement *wanted = wantedOf(slot);
        if (wanted == nullptr && !all)
          continue;
        std::vector<int> order(static_cast<std::size_t>(result->type().shape().rank()));
        std::iota(order.rbegin(), order.rend(), 0);
        slots_.insert_or_assign(
            result, wanted != nullptr ? *wanted : blocked(result->type().shape(), order, 1));
        placed = true;
      }
    return placed;
  }

  // Inside a loop more is done with a value than behind it.
  const Placement *wantedOf(const Slot &slot) const {
    for (const Value *value : slot.arguments())
      if (const Placement *wanted = mostWanted(value))
        return wanted;
    if (const Placement *wanted = mostWanted(slot.result()))
      return wanted;
    for (const Value *value : slot.yields())
      if (const Placement *has = result_.of(value))
        return has;
    return slot.initial() == nullptr ? nullptr : result_.of(slot.initial());
  }

  // The slot that a value is the result or an argument of; its result.
  const Placement *ofSlot(const Value *result) const {
    const auto found = slots_.find(result);
    return found == slots_.end() ? nullptr : &found->second;
  }

  // A reduction takes its operand where that lies; its result lies there too, without the axis.
  void placeReduction(const Operation &op) {
    const Placement *has = result_.of(op.operand(0));
    const Placement placement = has != nullptr ? *has : placementOfLoads(*op.operand(0));
    result_.accesses.insert_or_assign(&op, placement);
    if (op.result()->type().isBlock())
      result_.values.insert_or_assign(op.result(),
                                      placement.sliced(static_cast<int>(op.intAttribute("axis"))));
  }

  // The layout of the first load of a block's shape that it is computed from; where there is none,
  // a layout of its own.
  Placement placementOfLoads(const Value &block) const {
    const Shape &shape = block.type().shape();
    std::unordered_set<const Value *> seen;
    std::vector<const Value *> work{&block};
    while (!work.empty()) {
      const Operation *made = work.back()->definingOp();
      work.pop_back();
      if (made == nullptr)
        continue;
      if (const auto access = result_.accesses.find(made); access != result_.accesses.end() &&
                                                           made->is(OpKind::Load) &&
                                                           access->second.shape() == shape)
        return access->second;
      if (made->has(trait::Elementwise) || made->is(OpKind::Broadcast))
        for (unsigned i = made->operandCount(); i-- > 0;)
          if (made->operand(i)->type().shape() == shape && seen.insert(made->operand(i)).second)
            work.push_back(made->operand(i));
    }
    std::vector<int> order(static_cast<std::size_t>(shape.rank()));
    std::iota(order.rbegin(), order.rend(), 0);
    return blocked(shape, order, 1);
  }

  using Reduced = std::unordered_map<const Value *, Placement>;

  // What is computed from a reduction's result without growing stays where that lies, in stores and
  // from one iteration to the next: it is little, and an exchange costs more than accesses that do
  // not coalesce. True where that changes the layout of a store or a slot.
  bool adoptReducedLayouts() {
    Reduced reduced;
    for (int round = 0; round < 2; ++round) // the second knows what loops carry
      for (const Operation *op : ops_) {
        if (op->is(OpKind::Store))
          adopt(adoptedStores_, op, reduced, op->operand(1), result_.accesses);
        else if (op->is(OpKind::Yield))
          passReduced(*op, reduced);
        else if (op->resultCount() == 1 && op->result()->type().isBlock())
          followReduced(*op, reduced);
      }
    return !adoptedStores_.empty() || !adoptedSlots_.empty();
  }

  // Notes that `key` is to have the layout of a value, where that has one that fits and is small.
  template <typename Key, typename Usual>
  bool adopt(std::unordered_map<Key, Placement> &adopted, std::type_identity_t<Key> key,
             const Reduced &reduced, const Value *value, const Usual &usual) {
    const auto found = reduced.find(value);
    const auto has = usual.find(key);
    if (found == reduced.end() || has == usual.end() ||
        !(found->second.shape() == has->second.shape()))
      return false;
    if (found->second.layout.registers() >
        std::max(kMaxCopiedRegisters, has->second.layout.registers()))
      return false;
    if (!(found->second == has->second))
      adopted.insert_or_assign(key, found->second);
    return true;
  }

  void passReduced(const Operation &yield, Reduced &reduced) {
    const Region &region = *yield.parent();
    for (unsigned i = 0; yieldsSlots(region) && i < yield.operandCount(); ++i) {
      const Slot slot{region.parentOp(), i};
      const Value *result = slot.result();
      if (!adopt(adoptedSlots_, result, reduced, yield.operand(i), result_.values))
        continue;
      const Placement placement = reduced.at(yield.operand(i));
      reduced.insert_or_assign(result, placement);
      for (const Value *argument : slot.arguments())
        reduced.insert_or_assign(argument, placement);
    }
  }

  void followReduced(const Operation &op, Reduced &reduced) {
    const Value *result = op.result();
    if (op.has(trait::Reduces)) {
      reduced.insert_or_assign(result, *result_.of(result));
      return;
    }
    for (unsigned i = 0; i < op.operandCount(); ++i) {
      const auto from = reduced.find(op.operand(i));
      if (from == reduced.end())
        continue;
      const Placement placement = from->second;
      if (op.is(OpKind::ExpandDims))
        reduced.insert_or_assign(result,
                                 placement.expanded(static_cast<int>(op.intAttribute("axis"))));
      else if (op.has(trait::Elementwise) && placement.shape() == result->type().shape())
        reduced.insert_or_assign(result, placement);
    }
  }

  // What the conversions between the layouts so far take of shared memory.
  std::int64_t exchangedBytes() const {
    std::unordered_map<const Value *, std::vector<Placement>> exchanged;
    std::int64_t bytes = 0;
    for (const Operation *op : ops_)
      forEachConversion(*op, [&](unsigned operand, const Placement &wanted) {
        const Value *value = op->operand(operand);
        std::vector<Placement> &known = exchanged[value];
        if (value->type().isPointer() ||
            std::find(known.begin(), known.end(), wanted) != known.end())
          return;
        known.push_back(wanted);
        const int size = byteSize(value->type().dtype());
        const Conversion plan = planConversion(result_.of(value)->layout, wanted.layout, size);
        if (plan.kind == ConversionKind::Shared)
          bytes += plan.buffer.elements() * size;
      });
    return bytes;
  }

  // Dimensions by falling contiguity of the pointer, ties to the last.
  std::vector<int> orderOf(const Operation &op) const {
    const AxisInfo info = axes_.of(op.operand(0));
    std::vector<int> order(static_cast<std::size_t>(accessShape(op).rank()));
    std::iota(order.rbegin(), order.rend(), 0);
    if (oneOrder_)
      return order;
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return info[a].contiguity > info[b].contiguity; });
    return order;
  }

  // True where the order matters to coalescing.
  bool prefersOrder(const Operation &op) const {
    const AxisInfo info = axes_.of(op.operand(0));
    return std::any_of(info.dims.begin(), info.dims.end(),
                       [](const AxisInfo::Dim &dim) { return dim.contiguity > 1; });
  }

  int chooseWarps() const {
    if (options_.numWarps > 0 && !options_.oneElement)
      return options_.numWarps;
    std::int64_t bytes = 0, elements = 1, sums = 0; // of the largest block or product
    int warps = 1;
    for (const Operation *op : ops_) {
      for (unsigned i = 0; i < op->resultCount(); ++i) {
        const Type type = op->result(i)->type();
        if (!type.isBlock())
          continue;
        elements = std::max(elements, type.shape().elements());
        if (op->is(OpKind::Dot))
          sums = std::max(sums, type.shape().elements());
        const int size = type.isPointer() || type.isBool() ? 0 : byteSize(type.dtype());
        bytes = std::max(bytes, type.shape().elements() * size);
        if (options_.oneElement)
          warps = std::max(warps, BlockLayout::oneElementPerThread(type.shape()).warps());
      }
    }
    if (options_.oneElement)
      return warps;
    if (sums > 0) {
      warps = sums < kLargeProduct ? 4 : 8;
      while (warps < kMaxWarps && elements > std::int64_t{64} * warps * kWarpSize)
        warps *= 2;
      return warps;
    }
    while (warps < 8 && bytes >= std::int64_t{2} * warps * kWarpSize * kAccessBytes)
      warps *= 2;
    while (warps < kMaxWarps && elements > std::int64_t{32} * warps * kWarpSize)
      warps *= 2;
    return warps;
  }

  // One layout for all accesses of a shape and order, as wide as each of them that can be wide at
  // all allows, but no wider than leaves each thread the fewest registers.
  void chooseAccessLayouts() {
    std::map<std::pair<std::string, std::vector<int>>, int> common;
    const auto key = [&](const Operation &op) {
      return std::pair(accessShape(op).str(), orderOf(op));
    };
    for (const Operation *op : ops_) {
      if (!isAccess(*op) || !op->operand(0)->type().isBlock())
        continue;
      const int size = byteSize(op->operand(0)->type().dtype());
      const int width = options_.oneElement ? 1
                                            : accessWidth(axes_.of(op->operand(0)), orderOf(*op)[0],
                                                          size, kAccessBytes);
      result_.widths[op] = width;
      int &entry = common[key(*op)];
      if (width > 1)
        entry = entry == 0 ? width : std::min(entry, width);
    }
    for (const Operation *op : ops_) {
      if (!isAccess(*op) || !op->operand(0)->type().isBlock())
        continue;
      const int side = std::max(common[key(*op)], 1);
      const auto adopted = adoptedStores_.find(op);
      const Placement placement = adopted != adoptedStores_.end() ? adopted->second
                                  : storesSums(*op)               ? placementOfSums(*op->operand(1))
                                                    : blocked(accessShape(*op), orderOf(*op), side);
      result_.accesses.insert_or_assign(op, placement);
      fitWidth(*op, placement);
    }
  }

  // --- products

  // Finds the blocks that are sums of products, or computed from such element by element.
  void findSums() {
    for (const Operation *op : ops_) {
      if (op->is(OpKind::Dot)) {
        sums_.emplace(op->result(), byteSize(op->operand(0)->type().dtype()));
      } else if (op->is(OpKind::Yield) && yieldsSlots(*op->parent())) {
        for (unsigned i = 0; i < op->operandCount(); ++i)
          inheritSums(op->parentOp()->result(i), op->operand(i));
      } else if (op->has(trait::Elementwise)) {
        for (unsigned i = 0; i < op->operandCount(); ++i)
          inheritSums(op->result(), op->operand(i));
      }
    }
  }

  void inheritSums(const Value *value, const Value *from) {
    if (const auto found = sums_.find(from);
        found != sums_.end() && value->type().shape() == from->type().shape())
      sums_.emplace(value, found->second);
  }

  // Sums are stored from where they are where the rows of the result are rows in memory too.
  bool storesSums(const Operation &op) const {
    return op.is(OpKind::Store) && sums_.count(op.operand(1)) != 0 &&
           op.operand(1)->type().shape() == accessShape(op) &&
           (orderOf(op)[0] == 1 || !prefersOrder(op));
  }

  Placement placementOfSums(const Value &value) const {
    return dotPlacement(value.type().shape(), sums_.at(&value), result_.numWarps,
                        options_.oneElement);
  }

  // Where blocks that are computed from loads lie if they are computed where these have them.
  void findSourceLayouts() {
    sources_.clear();
    for (const Operation *op : ops_) {
      if (op->resultCount() != 1 || !op->result()->type().isBlock())
        continue;
      const Value *result = op->result();
      if (op->is(OpKind::Load)) {
        sources_.insert_or_assign(result, result_.accesses.at(op));
      } else if (op->is(OpKind::Permute)) {
        if (const auto found = sources_.find(op->operand(0)); found != sources_.end())
          sources_.insert_or_assign(
              result, found->second.transposed(std::get<Shape>(*op->attribute("order"))));
      } else if (op->has(trait::Elementwise)) {
        for (unsigned i = op->operandCount(); i-- > 0;)
          if (const auto found = sources_.find(op->operand(i));
              found != sources_.end() && found->second.shape() == result->type().shape())
            sources_.insert_or_assign(result, Placement(found->second));
      }
    }
  }

  // What a product takes from shared memory is put there from wherever it is.
  void suggestSource(const Value *value) {
    if (rematerializable_(value) || demands_.count(value) != 0)
      return;
    const auto found = sources_.find(value);
    std::vector<int> order(static_cast<std::size_t>(value->type().shape().rank()));
    std::iota(order.rbegin(), order.rend(), 0);
    demands_[value].push_back(
        {found != sources_.end() ? found->second : blocked(value->type().shape(), order, 1), 0});
  }

  void placeDot(const Operation &op) {
    const Placement placement =
        dotPlacement(op.result()->type().shape(), byteSize(op.operand(0)->type().dtype()),
                     result_.numWarps, options_.oneElement);
    result_.values.insert_or_assign(op.result(), placement);
    for (unsigned side = 0; side < 2; ++side)
      suggestSource(op.operand(side));
    if (op.operandCount() == 3)
      demand(op.operand(2), placement);
  }

  // An access moves a whole vector of the layout, or single elements. A layout that was taken over
  // may have its vectors along another dimension than the memory.
  void fitWidth(const Operation &op, const Placement &placement) {
    int &width = result_.widths[&op];
    const int vector = placement.vectorExtent(); // of three registers in a row there is none
    const bool along = placement.layout.order()[0] == orderOf(op)[0];
    width =
        along && width >= vector && std::has_single_bit(static_cast<unsigned>(vector)) ? vector : 1;
  }

  Placement blocked(const Shape &shape, const std::vector<int> &order, int width) const {
    const auto make = [&](int side) {
      Shape perThread;
      for (int dim = 0; dim < shape.rank(); ++dim)
        perThread.append(dim == order[0] ? side : 1);
      return BlockLayout::blocked(shape, perThread, order, result_.numWarps);
    };
    while (width > 1 && width >= 2 * shape[order[0]])
      width /= 2;
    BlockLayout best = make(width);
    int side = width;
    for (int smaller = width / 2; smaller >= 1; smaller /= 2) {
      BlockLayout candidate = make(smaller);
      if (candidate.registers() < best.registers()) {
        best = std::move(candidate);
        side = smaller;
      }
    }
    return Placement::of(std::move(best), side);
  }

  void demand(const Value *value, const Placement &placement) {
    if (value == nullptr || !value->type().isBlock() || rematerializable_(value))
      return;
    const Placement wanted = placement.projected(value->type().shape());
    for (Demand &known : demands_[value]) {
      if (known.placement == wanted) {
        ++known.uses;
        return;
      }
    }
    demands_[value].push_back({wanted, 1});
  }

  // Where a block lies that nothing else asks for.
  void suggest(const Value *value) {
    if (!rematerializable_(value))
      demands_[value].push_back({placementOfLoads(*value), 0});
  }

  // The layout that most users want; the first use decides a tie.
  const Placement *mostWanted(const Value *value) const {
    const auto found = demands_.find(value);
    if (found == demands_.end())
      return nullptr;
    const Demand *best = nullptr;
    for (const Demand &demand : found->second)
      if (best == nullptr || demand.uses >= best->uses)
        best = &demand;
    return &best->placement;
  }

  void placeBackwards(const Operation &op) {
    if (isAccess(op)) {
      if (!op.operand(0)->type().isBlock())
        return;
      Placement &placement = result_.accesses.at(&op);
      if (op.is(OpKind::Load)) {
        adoptUsersLayout(op, placement);
        result_.values.insert_or_assign(op.result(), placement);
      }
      for (unsigned i = 0; i < op.operandCount(); ++i)
        demand(op.operand(i), placement);
      return;
    }
    if (op.is(OpKind::Yield))
      return demandSlots(op);
    if (hasSlots(op))
      return placeSlotsOf(op);
    if (op.has(trait::Reduces)) { // wants nothing but to be computed somewhere
      suggest(op.operand(0));
      return;
    }
    if (op.is(OpKind::Dot))
      return placeDot(op);
    if (op.resultCount() != 1 || !op.result()->type().isBlock() || rematerializable_(op.result()))
      return;
    const Placement *wanted = mostWanted(op.result());
    if (wanted == nullptr)
      return; // nothing is computed from it
    const Placement placement = *wanted;
    result_.values.insert_or_assign(op.result(), placement);
    for (unsigned i = 0; i < op.operandCount(); ++i)
      demand(op.operand(i), asOperandOf(op, placement));
  }

  // Where an operand lies of an operation whose result lies so, before it is projected.
  static Placement asOperandOf(const Operation &op, const Placement &placement) {
    if (op.is(OpKind::ExpandDims))
      return placement.sliced(static_cast<int>(op.intAttribute("axis")));
    if (op.is(OpKind::Permute))
      return placement.transposed(inverseOrder(std::get<Shape>(*op.attribute("order"))));
    return placement;
  }

  static Shape inverseOrder(const Shape &order) {
    Shape inverse = order;
    for (int dim = 0; dim < order.rank(); ++dim)
      inverse[order[dim]] = dim;
    return inverse;
  }

  void demandSlots(const Operation &yield) {
    const Region &region = *yield.parent();
    for (unsigned i = 0; yieldsSlots(region) && i < yield.operandCount(); ++i)
      if (const Placement *placement = ofSlot(region.parentOp()->result(i)))
        demand(yield.operand(i), *placement);
  }

  void placeSlotsOf(const Operation &op) {
    for (unsigned i = 0; i < op.resultCount(); ++i) {
      const Placement *placement = ofSlot(op.result(i));
      if (placement == nullptr)
        continue;
      const Slot slot{const_cast<Operation *>(&op), i};
      result_.values.insert_or_assign(op.result(i), *placement);
      for (const Value *argument : slot.arguments())
        result_.values.insert_or_assign(argument, *placement);
      if (slot.initial() != nullptr)
        demand(slot.initial(), *placement);
    }
  }

  // A load takes the layout of its users where that costs no coalescing.
  void adoptUsersLayout(const Operation &load, Placement &placement) {
    const Placement *wanted = mostWanted(load.result());
    if (wanted == nullptr || *wanted == placement)
      return;
    const bool sameOrder = wanted->layout.order()[0] == placement.layout.order()[0];
    const bool small =
        wanted->layout.registers() <= std::max(kMaxCopiedRegisters, placement.layout.registers());
    if (prefersOrder(load) && !(sameOrder && small))
      return;
    placement = *wanted;
    fitWidth(load, placement);
  }

  // The layout in which `op` uses an operand, before it is projected; null: any will do.
  const Placement *usedIn(const Operation &op, unsigned operand) const {
    if (const auto found = result_.accesses.find(&op); found != result_.accesses.end())
      return &found->second;
    if (op.is(OpKind::Yield))
      return yieldsSlots(*op.parent()) ? ofSlot(op.parentOp()->result(operand)) : nullptr;
    if (hasSlots(op))
      return operand < decidingOperands(op) ? nullptr
                                            : ofSlot(op.result(operand - decidingOperands(op)));
    if (op.is(OpKind::Dot) && operand < 2)
      return nullptr;
    return op.resultCount() == 1 ? result_.of(op.result()) : nullptr;
  }

  // Calls `visit(operand, placement)` for each operand that lies elsewhere than `op` uses it.
  template <typename Visit>
  void forEachConversion(const Operation &op, Visit &&visit) const {
    for (unsigned i = 0; i < op.operandCount(); ++i) {
      const Value *operand = op.operand(i);
      const Placement *has = operand == nullptr ? nullptr : result_.of(operand);
      const Placement *used = has == nullptr ? nullptr : usedIn(op, i);
      if (used == nullptr)
        continue;
      const Placement wanted = asOperandOf(op, *used).projected(operand->type().shape());
      if (!(*has == wanted))
        visit(i, wanted);
    }
  }

  void convertOperands(Operation &op) {
    forEachConversion(op, [&](unsigned operand, const Placement &wanted) {
      op.setOperand(operand, converted(op.operand(operand), wanted, op));
    });
  }

  // The operation of the value's own region that `user` is or is part of: what is inserted before
  // it serves all later users as well.
  static Operation &placeFor(const Value &value, Operation &user) {
    const Region *region = value.isArgument() ? value.owner() : value.definingOp()->parent();
    Operation *before = &user;
    while (before->parent() != region)
      before = before->parentOp();
    return *before;
  }

  Value *converted(Value *value, const Placement &wanted, Operation &user) {
    for (Value *known : conversions_[value])
      if (*result_.of(known) == wanted)
        return known;
    Operation &before = placeFor(*value, user);
    Builder builder(*before.parent());
    Value *moved = nullptr;
    const Operation *made = value->definingOp();
    if (made != nullptr && made->is(OpKind::AddPtr)) {
      // Pointers do not travel: what they are made of does.
      Value *operands[] = {made->operand(0), made->operand(1)};
      for (Value *&operand : operands)
        if (result_.of(operand) != nullptr)
          operand = converted(operand, wanted.projected(operand->type().shape()), before);
      builder.setInsertionBefore(&before);
      builder.setRange(made->range());
      moved = builder.create(OpKind::AddPtr, operands)->result();
    } else {
      builder.setInsertionBefore(&before);
      builder.setRange(user.range());
      moved = builder.value(OpKind::ConvertLayout, {value}, {{"layout", wanted.summary()}});
    }
    moved->setName(value->name());
    conversions_[value].push_back(moved);
    result_.values.insert_or_assign(moved, wanted);
    return moved;
  }

  LayoutOptions options_;
  AxisAnalysis axes_;
  Rematerializable rematerializable_;
  std::vector<Operation *> ops_;
  LayoutAssignment result_;
  bool oneOrder_ = false;                              // all accesses of a shape lie the same way
  std::unordered_map<const Value *, Placement> slots_; // by their results
  // By stores and slots of what was reduced.
  std::unordered_map<const Operation *, Placement> adoptedStores_;
  std::unordered_map<const Value *, Placement> adoptedSlots_;
  std::unordered_map<const Value *, Placement> sources_; // findSourceLayouts
  std::unordered_map<const Value *, int> sums_;          // findSums: bytes of the factors
  std::unordered_map<const Value *, std::vector<Demand>> demands_;
  std::unordered_map<const Value *, std::vector<Value *>> conversions_;
};

} // namespace

const Placement *LayoutAssignment::of(const Value *value) const {
  const auto found = values.find(value);
  return found == values.end() ? nullptr : &found->second;
}

Rematerializable::Rematerializable(const Kernel &kernel) {
  walk(kernel.body(), [&](const Operation &op) {
    if (op.resultCount() != 1 || !op.result()->type().isBlock())
      return;
    bool pure = op.has(trait::Pure) && !op.is(OpKind::ConvertLayout) && !op.has(trait::Reduces) &&
                !op.is(OpKind::Dot);
    for (unsigned i = 0; pure && i < op.operandCount(); ++i)
      pure = (*this)(op.operand(i));
    blocks_[op.result()] = pure;
  });
}

bool Rematerializable::operator()(const Value *value) const {
  if (value == nullptr || !value->type().isBlock())
    return true;
  const auto found = blocks_.find(value);
  return found != blocks_.end() && found->second;
}

std::optional<LayoutAssignment> assignLayouts(Kernel &kernel, const LayoutOptions &options,
                                              const SourceFile *file, Diagnostics &diagnostics) {
  if (options.oneElement) {
    const Operation *tooLarge = nullptr;
    walk(kernel.body(), [&](const Operation &op) {
      if (tooLarge == nullptr && op.resultCount() == 1 && op.result()->type().isBlock() &&
          BlockLayout::oneElementPerThread(op.result()->type().shape()).threads() > kMaxThreads)
        tooLarge = &op;
    });
    if (tooLarge != nullptr) {
      const Shape shape = tooLarge->result()->type().shape();
      diagnostics.report(DiagnosticKind::BlockExceedsThreads, file, tooLarge->range(), shape.str(),
                         BlockLayout::oneElementPerThread(shape).threads(), kMaxThreads);
      return std::nullopt;
    }
  }
  return Assigner(kernel, options).run();
}

} // namespace mytriton
