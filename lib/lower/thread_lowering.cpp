// Scopes and emission, and the walk over the tile-level kernel.
//
// Effects are lowered where they stand. Pure values are lowered when an effect needs them, each in
// the outermost scope that has what it needs, so that what does not depend on a register index
// stands outside of the loop over registers.

#include "thread_lowering.h"

#include "shared_barriers.h"
#include "shared_plan.h"

#include "mytriton/ir/printer.h"

#include <algorithm>

namespace mytriton {

namespace {

// Longer loops over registers stay loops, over local memory: unrolled, they spill and take minutes.
constexpr std::int64_t kMaxUnrolled = 64;

constexpr std::int64_t kMaxVectorElements = 16;

} // namespace

ThreadLowering::ThreadLowering(const Kernel &tile, const LayoutAssignment &layouts,
                               const SharedMemory &shared, const SourceFile *file,
                               Diagnostics &diagnostics)
    : tile_(tile), layouts_(layouts), shared_(shared), file_(file), diagnostics_(diagnostics),
      index_(tile), axes_(tile), rematerializable_(tile), numbers_(numberValues(tile)) {}

std::unique_ptr<Kernel> ThreadLowering::run() {
  kernel_ = std::make_unique<Kernel>(tile_.name());
  kernel_->setLevel(Level::Thread);
  kernel_->setThreads(layouts_.numWarps * kWarpSize);
  for (unsigned i = 0; i < tile_.parameterCount(); ++i) {
    const Value *parameter = tile_.parameter(i);
    scalars_[parameter] =
        kernel_->addParameter(parameter->name(), parameter->type(), tile_.parameterInfo(i));
  }
  scopes_.push_back({&kernel_->body(), nullptr});
  findHeldValues();
  lowerRegion(tile_.body());
  if (diagnostics_.hasErrors())
    return nullptr;
  if (const std::optional<SharedExcess> excess = planSharedMemory(*kernel_, shared_.bytes)) {
    diagnostics_.report(DiagnosticKind::SharedMemoryExceeded, file_, excess->alloc->range(),
                        excess->bytes, shared_.bytes, shared_.name);
    return nullptr;
  }
  insertSharedBarriers(*kernel_);
  return std::move(kernel_);
}

void ThreadLowering::lowerRegion(const Region &region) {
  std::vector<const Operation *> effects;
  for (const auto &op : region.operations())
    if (!isLazy(*op) && !op->has(trait::Terminator))
      effects.push_back(op.get());
  for (std::size_t i = 0; i < effects.size() && !diagnostics_.hasErrors();) {
    const Operation &op = *effects[i];
    const bool block = op.operandCount() > 0 && op.operand(0)->type().isBlock();
    std::size_t next = i + 1;
    if (op.is(OpKind::Load) && block) {
      while (next < effects.size() && joinsGroup(op, position_.at(&op), *effects[next]))
        ++next;
      lowerLoads(std::span(effects).subspan(i, next - i));
    } else if (op.is(OpKind::Load)) {
      lowerScalarLoad(op);
    } else if (op.is(OpKind::Store)) {
      block ? lowerStore(op) : lowerScalarStore(op);
    } else if (op.is(OpKind::If)) {
      lowerCondition(op);
    } else if (op.has(trait::ControlFlow)) {
      lowerLoop(op);
    } else if (op.has(trait::Reduces)) {
      lowerReduction(op);
    } else if (op.is(OpKind::Dot)) {
      lowerDot(op);
    } else if (op.is(OpKind::Barrier)) {
      append(op.kind(), {}, &op);
      order_.barrier();
    } else {
      lowerConversion(op);
    }
    i = next;
  }
}

void ThreadLowering::openScope(Region &region, Operation &opened) {
  scopes_.push_back({&region, &opened});
}

void ThreadLowering::closeScope() {
  std::vector<std::pair<const Value *, std::optional<Registers>>> before =
      std::move(scopes_.back().heldBefore);
  scopes_.pop_back();
  for (auto held = before.rbegin(); held != before.rend(); ++held) {
    if (held->second)
      held_.insert_or_assign(held->first, *held->second);
    else
      held_.erase(held->first);
  }
  if (!before.empty())
    steps_.clear();
}

int ThreadLowering::placementId(const Placement &placement) {
  const auto id =
      std::find(placements_.begin(), placements_.end(), placement) - placements_.begin();
  if (static_cast<std::size_t>(id) == placements_.size())
    placements_.push_back(placement);
  return static_cast<int>(id);
}

int ThreadLowering::depthOf(const Value *value) const {
  const auto found = depths_.find(value);
  return found == depths_.end() ? 0 : found->second;
}

void ThreadLowering::mark(Operation *op, const Operation *from, bool named) {
  if (from == nullptr)
    return;
  op->setRange(from->range());
  if (from->resultCount() == 0 || !named)
    return;
  if (const auto number = numbers_.find(from->result()); number != numbers_.end())
    op->setOrigin(number->second);
  if (op->resultCount() > 0)
    op->result()->setName(from->result()->name());
}

Value *ThreadLowering::fold(OpKind kind, std::span<Value *const> operands) {
  const auto isInt = [&](std::size_t i, std::int64_t value) {
    return operands[i]->isConstant() && !operands[i]->constant().isFloat() &&
           operands[i]->constant().asInt() == value;
  };
  const OpInfo &info = opInfo(kind);
  if (info.evaluate != nullptr && !isConversion(kind) && !info.has(trait::Inexact) &&
      std::all_of(operands.begin(), operands.end(), [](Value *v) { return v->isConstant(); })) {
    std::vector<Scalar> values;
    for (Value *operand : operands)
      values.push_back(operand->constant());
    const bool comparison = info.typeRule == opInfo(OpKind::CmpLt).typeRule;
    const DType dtype = comparison ? DType::Bool : operands.back()->type().dtype();
    return kernel_->constant(info.evaluate(dtype, values));
  }
  const bool integers = operands.size() == 2 && operands[0]->type().isInteger();
  switch (kind) {
  case OpKind::Add:
    if (integers && isInt(0, 0))
      return operands[1];
    [[fallthrough]];
  case OpKind::Sub:
    return integers && isInt(1, 0) ? operands[0] : nullptr;
  case OpKind::Mul:
    if (integers && (isInt(0, 0) || isInt(1, 1)))
      return operands[0];
    return integers && (isInt(1, 0) || isInt(0, 1)) ? operands[1] : nullptr;
  case OpKind::AddPtr:
    return isInt(1, 0) ? operands[0] : nullptr;
  default:
    return nullptr;
  }
}

Value *ThreadLowering::emit(OpKind kind, std::initializer_list<Value *> operands,
                            const Operation *from, Builder::Attributes attributes, bool nsw) {
  if (Value *folded = fold(kind, operands))
    return folded;
  int depth = from == nullptr ? 0 : floorOf(*from);
  for (const Value *operand : operands)
    depth = std::max(depth, depthOf(operand));
  Scope &scope = scopes_[static_cast<std::size_t>(depth)];
  std::int64_t attribute = 0;
  for (const auto &[name, value] : attributes) {
    if (const auto *number = std::get_if<std::int64_t>(&value))
      attribute = *number;
    if (const auto *dtype = std::get_if<DType>(&value))
      attribute = static_cast<std::int64_t>(*dtype);
  }
  const EmissionKey key{kind, std::vector<Value *>(operands), attribute, nsw};
  if (const auto known = scope.emitted.find(key); known != scope.emitted.end()) {
    if (known->second->name().empty() && from != nullptr && from->resultCount() > 0)
      mark(known->second->definingOp(), from, true);
    return known->second;
  }

  Builder builder(*scope.region);
  if (static_cast<std::size_t>(depth) + 1 < scopes_.size())
    builder.setInsertionBefore(scopes_[static_cast<std::size_t>(depth) + 1].opened);
  Operation *op = builder.create(kind, operands, attributes);
  if (nsw)
    op->setAttribute("nsw", true);
  mark(op, from, true);
  if (depth > 0)
    depths_[op->result()] = depth;
  scope.emitted[key] = op->result();
  return op->result();
}

Operation *ThreadLowering::append(OpKind kind, std::span<Value *const> operands,
                                  const Operation *from, Builder::Attributes attributes) {
  Builder builder(*scopes_.back().region);
  Operation *op = opInfo(kind).regions > 0 ? builder.createOpen(kind, operands, attributes)
                                           : builder.create(kind, operands, attributes);
  mark(op, from, true);
  const int depth = static_cast<int>(scopes_.size()) - 1;
  for (unsigned i = 0; i < op->resultCount(); ++i)
    if (depth > 0)
      depths_[op->result(i)] = depth;
  return op;
}

bool ThreadLowering::isTrue(const Value *value) const {
  return value == nullptr || (value->isConstant() && value->constant().asBool());
}

Value *ThreadLowering::conjunction(Value *a, Value *b) {
  if (isTrue(a))
    return isTrue(b) ? nullptr : b;
  return isTrue(b) || a == b ? a : emit(OpKind::And, {a, b}, nullptr);
}

Place ThreadLowering::wholePlace(int placementId) const {
  Place place;
  place.placement = placementId;
  place.indices.resize(placement(placementId).axes.size());
  for (int dim = 0; dim < placement(placementId).shape().rank(); ++dim)
    place.dims.push_back(dim);
  return place;
}

ThreadLowering::Values ThreadLowering::loop(int placementId, int axes, const Place &outer,
                                            const Operation *from,
                                            const std::function<Values(const Place &)> &body) {
  const int first =
      static_cast<int>(std::count_if(outer.indices.begin(), outer.indices.end(),
                                     [](const Index &index) { return index.value != nullptr; }));
  if (first == axes)
    return body(outer);
  std::vector<int> looped;
  for (int axis = first; axis < axes; ++axis)
    looped.push_back(axis);
  return loopOver(placementId, looped, outer, from, {}, 0,
                  [&](const Place &place, const Values &) { return body(place); });
}

ThreadLowering::Values
ThreadLowering::loopOver(int placementId, std::span<const int> axes, const Place &outer,
                         const Operation *from, const Values &inits, int start,
                         const std::function<Values(const Place &, const Values &)> &body) {
  if (axes.empty())
    return body(outer, inits);
  Shape extents;
  for (int axis : axes)
    extents.append(placement(placementId).axes[static_cast<std::size_t>(axis)].extent);
  // The elements of one vector are few, however many vectors there are.
  const auto last = static_cast<int>(placement(placementId).axes.size()) - 1;
  const bool vector =
      last > 0 && axes.size() == 1 && axes[0] == last && extents.elements() <= kMaxVectorElements;
  const bool unroll = vector || placement(placementId).registerShape().elements() <= kMaxUnrolled;
  if (!unroll)
    remarkLocalMemory(placementId, from);
  return eachIndex(extents, unroll, from, inits, start,
                   [&](const Values &indices, const Values &carried) {
                     Place inner = outer;
                     for (std::size_t i = 0; i < axes.size(); ++i)
                       inner.indices[static_cast<std::size_t>(axes[i])] = {indices[i], 0};
                     return body(inner, carried);
                   });
}

ThreadLowering::Values
ThreadLowering::eachIndex(const Shape &extents, bool unroll, const Operation *from,
                          const Values &inits, int start,
                          const std::function<Values(const Values &, const Values &)> &body) {
  Operation *each = append(OpKind::Each, inits, from, {{"extents", extents}});
  if (start > 0)
    each->setAttribute("start", std::int64_t{start});
  if (unroll)
    each->setAttribute("unroll", true);
  const int depth = static_cast<int>(scopes_.size());
  Values indices, carried;
  const auto argument = [&](Type type) {
    Value *value = each->region().addArgument(type);
    depths_[value] = depth;
    return value;
  };
  for (int axis = 0; axis < extents.rank(); ++axis)
    indices.push_back(argument(Type::scalar(DType::I32)));
  for (const Value *init : inits)
    carried.push_back(argument(init->type()));
  openScope(each->region(), *each);
  append(OpKind::Yield, body(indices, carried), nullptr);
  closeScope();
  Builder(*scopes_.back().region).infer(each);
  Values results;
  for (unsigned i = 0; i < each->resultCount(); ++i) {
    results.push_back(each->result(i));
    if (depth > 1)
      depths_[each->result(i)] = depth - 1;
  }
  return results;
}

void ThreadLowering::remarkLocalMemory(int placementId, const Operation *from) {
  if (from == nullptr || !remarked_.insert(placementId).second)
    return;
  const std::int64_t registers = placement(placementId).registerShape().elements();
  diagnostics_.report(DiagnosticKind::BlockInLocalMemory, file_, from->range(),
                      placement(placementId).shape().str(), registers, kMaxUnrolled);
}

ThreadLowering::Values ThreadLowering::branch(Value *condition, const Operation *from,
                                              const std::function<Values()> &then,
                                              const std::function<Values()> &otherwise) {
  Operation *op = append(OpKind::If, std::span<Value *const>(&condition, 1), from);
  for (unsigned side = 0; side < 2; ++side) {
    openScope(op->region(side), *op);
    append(OpKind::Yield, side == 0 ? then() : otherwise(), nullptr);
    closeScope();
  }
  Builder(*scopes_.back().region).infer(op);
  Values results;
  for (unsigned i = 0; i < op->resultCount(); ++i) {
    results.push_back(op->result(i));
    if (scopes_.size() > 1)
      depths_[op->result(i)] = static_cast<int>(scopes_.size()) - 1;
  }
  return results;
}

void ThreadLowering::guarded(Value *condition, const Operation *from,
                             const std::function<void()> &body) {
  if (isTrue(condition))
    return body();
  const auto then = [&] {
    body();
    return Values{};
  };
  branch(condition, from, then, [] { return Values{}; });
}

MemoryAccess ThreadLowering::accessOf(const Operation &op, int placementId) {
  MemoryAccess access;
  const Value *pointer = op.operand(0);
  const AxisInfo info = axes_.of(pointer);
  access.base = info.base;
  access.pointer = pointer;
  access.write = op.is(OpKind::Store);
  access.elementBytes = byteSize(pointer->type().dtype());
  access.placement = placementId;
  access.copies = placementId >= 0 && placement(placementId).layout.copyBits() != 0;
  if (info.base != nullptr)
    access.noalias = tile_.parameterInfo(info.base->index()).noalias;
  while (pointer->isResult() && pointer->definingOp()->is(OpKind::AddPtr)) {
    access.offsets.push_back(pointer->definingOp()->operand(1));
    pointer = pointer->definingOp()->operand(0);
  }
  access.plainOffset = pointer == info.base;
  return access;
}

void ThreadLowering::orderAccess(const Operation &op, int placementId) {
  const Operation *one[] = {&op};
  orderAccesses(one, placementId);
}

void ThreadLowering::orderAccesses(std::span<const Operation *const> ops, int placementId) {
  std::vector<MemoryAccess> accesses;
  for (const Operation *op : ops)
    accesses.push_back(accessOf(*op, placementId));
  if (order_.needsBarrier(accesses))
    append(OpKind::Barrier, {}, nullptr);
}

// How the elements of a load or store lie; -1: a scalar.
int ThreadLowering::accessPlacement(const Operation &op) {
  const auto found = layouts_.accesses.find(&op);
  return found == layouts_.accesses.end() ? -1 : placementId(found->second);
}

std::unique_ptr<Kernel> lowerToThreads(const Kernel &kernel, const LayoutAssignment &layouts,
                                       const SharedMemory &shared, const SourceFile *file,
                                       Diagnostics &diagnostics) {
  return ThreadLowering(kernel, layouts, shared, file, diagnostics).run();
}

} // namespace mytriton
