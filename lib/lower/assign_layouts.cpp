// Layouts from the accesses backwards: what a load or store wants decides for what feeds it.

#include "layout_assigner.h"

#include "mytriton/layout/conversion.h"

#include <algorithm>
#include <bit>
#include <map>

namespace mytriton {

namespace {

constexpr int kMaxThreads = 1024;
constexpr int kMaxWarps = kMaxThreads / kWarpSize;
constexpr int kAccessBytes = 16;
// From so many sums on, a product is spread over eight warps.
constexpr std::int64_t kLargeProduct = 128 * 128;
// Sweeps in which the slots of loops and conditions get their layouts from what is around them.
constexpr int kMaxSweeps = 4;

bool isAccess(const Operation &op) { return op.is(OpKind::Load) || op.is(OpKind::Store); }

} // namespace

Assigner::Assigner(Kernel &kernel, const LayoutOptions &options)
    : options_(options), axes_(kernel), rematerializable_(kernel) {
  walk(kernel.body(), [&](Operation &op) { ops_.push_back(&op); });
  findSums();
}

LayoutAssignment Assigner::run() {
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

void Assigner::place() {
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

bool Assigner::placeSlots(bool all) {
  bool placed = false;
  for (Operation *op : ops_)
    for (const Slot &slot : slotsOf(*op)) {
      const Value *result = slot.result();
      if (!result->type().isBlock() || slots_.count(result) != 0)
        continue;
      const Placement *wanted = wantedOf(slot);
      if (wanted == nullptr && !all)
        continue;
      slots_.insert_or_assign(
          result, wanted != nullptr
                      ? *wanted
                      : blocked(result->type().shape(), rowMajorOrder(result->type().shape()), 1));
      placed = true;
    }
  return placed;
}

const Placement *Assigner::wantedOf(const Slot &slot) const {
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

const Placement *Assigner::ofSlot(const Value *result) const {
  const auto found = slots_.find(result);
  return found == slots_.end() ? nullptr : &found->second;
}

std::vector<int> Assigner::orderOf(const Operation &op) const {
  const AxisInfo info = axes_.of(op.operand(0));
  std::vector<int> order = rowMajorOrder(accessShape(op));
  if (oneOrder_)
    return order;
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return info[a].contiguity > info[b].contiguity; });
  return order;
}

bool Assigner::prefersOrder(const Operation &op) const {
  const AxisInfo info = axes_.of(op.operand(0));
  return std::any_of(info.dims.begin(), info.dims.end(),
                     [](const AxisInfo::Dim &dim) { return dim.contiguity > 1; });
}

int Assigner::chooseWarps() const {
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

void Assigner::chooseAccessLayouts() {
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

void Assigner::fitWidth(const Operation &op, const Placement &placement) {
  int &width = result_.widths[&op];
  const int vector = placement.vectorExtent(); // of three registers in a row there is none
  const bool along = placement.layout.order()[0] == orderOf(op)[0];
  width =
      along && width >= vector && std::has_single_bit(static_cast<unsigned>(vector)) ? vector : 1;
}

Placement Assigner::blocked(const Shape &shape, const std::vector<int> &order, int width) const {
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

void Assigner::demand(const Value *value, const Placement &placement) {
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

void Assigner::suggest(const Value *value) {
  if (!rematerializable_(value))
    demands_[value].push_back({placementOfLoads(*value), 0});
}

const Placement *Assigner::mostWanted(const Value *value) const {
  const auto found = demands_.find(value);
  if (found == demands_.end())
    return nullptr;
  const Demand *best = nullptr;
  for (const Demand &demand : found->second)
    if (best == nullptr || demand.uses >= best->uses)
      best = &demand;
  return &best->placement;
}

void Assigner::placeBackwards(const Operation &op) {
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

Placement Assigner::asOperandOf(const Operation &op, const Placement &placement) {
  if (op.is(OpKind::ExpandDims))
    return placement.sliced(static_cast<int>(op.intAttribute("axis")));
  if (op.is(OpKind::Permute))
    return placement.transposed(inverseOrder(std::get<Shape>(*op.attribute("order"))));
  return placement;
}

Shape Assigner::inverseOrder(const Shape &order) {
  Shape inverse = order;
  for (int dim = 0; dim < order.rank(); ++dim)
    inverse[order[dim]] = dim;
  return inverse;
}

void Assigner::demandSlots(const Operation &yield) {
  const Region &region = *yield.parent();
  for (unsigned i = 0; yieldsSlots(region) && i < yield.operandCount(); ++i)
    if (const Placement *placement = ofSlot(region.parentOp()->result(i)))
      demand(yield.operand(i), *placement);
}

void Assigner::placeSlotsOf(const Operation &op) {
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

void Assigner::adoptUsersLayout(const Operation &load, Placement &placement) {
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
