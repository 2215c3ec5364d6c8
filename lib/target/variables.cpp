// Out of SSA: destinations from the results of loops and conditions inwards, names, alignments.

#include "variables.h"

#include "mytriton/ir/control_flow.h"
#include "mytriton/ir/slots.h"

#include <algorithm>
#include <fmt/format.h>

namespace mytriton {

namespace {

// A longer expression than this is cut by a variable.
constexpr int kMaxInlineOperations = 10;

// `threadIdx.x / 32` reads better than a name for it, and so does `threadIdx.x % 32 == 0`.
bool isThreadCoordinate(const Operation &op) {
  if (op.is(OpKind::ThreadId))
    return true;
  const Operation *of = op.operandCount() > 0 ? op.operand(0)->definingOp() : nullptr;
  if (of == nullptr || !(op.is(OpKind::FloorDiv) || op.is(OpKind::Rem) || op.is(OpKind::CmpEq)))
    return false;
  const bool first = op.is(OpKind::CmpEq) && of->is(OpKind::Rem);
  return (first ? isThreadCoordinate(*of) : of->is(OpKind::ThreadId)) &&
         op.operand(1)->isConstant();
}

// A shuffle whose value only fills a register of the pack that follows.
bool fillsPack(const Operation &op) {
  if (!op.is(OpKind::Shuffle) || !op.result()->hasOneUse())
    return false;
  const Operation *user = op.result()->firstUse()->user();
  if (!user->is(OpKind::Pack) || user->parent() != op.parent())
    return false;
  for (const Operation *next = op.next(); next != user; next = next->next())
    if (!next->has(trait::Pure) && !next->is(OpKind::Shuffle))
      return false;
  return true;
}

// A value whose only use is in an expression that stands right behind it: only values and reads of
// shared memory lie between, so that it may be read there.
bool isReadBehind(const Operation &op) {
  if (!op.result()->hasOneUse())
    return false;
  const Operation *user = op.result()->firstUse()->user();
  const bool expression = user->has(trait::Pure) && !user->is(OpKind::Pack);
  if (user->parent() != op.parent() || !(expression || user->is(OpKind::WarpReduce)))
    return false;
  for (const Operation *next = op.next(); next != user; next = next->next())
    if (!next->has(trait::Pure) && !next->is(OpKind::SharedLoad))
      return false;
  return true;
}

// The guard of a store says itself what it is.
bool guardsOneStore(const Value &value) {
  return value.type().isBool() && value.hasOneUse() && value.firstUse()->index() == 2 &&
         value.firstUse()->user()->is(OpKind::Store);
}

std::string_view genericName(const Value &value) {
  if (value.isResult() && value.definingOp()->is(OpKind::Aligned))
    return "aligned";
  if (value.type().isPointer())
    return "pointer";
  if (value.type().isBool())
    return "inside";
  return value.type().isFloat() ? "value" : "index";
}

// What `rows` are counted from, where a value that has no name of its own is added to for them:
// `rows_start`. Empty where it is not.
std::string startName(const Value &value) {
  if (!value.type().isInteger())
    return {};
  for (const Use *use = value.firstUse(); use != nullptr; use = use->nextUse()) {
    const Operation *user = use->user();
    if (user->is(OpKind::Add) && use->index() == 0 && !user->result()->name().empty())
      return std::string(user->result()->name()) + "_start";
  }
  return {};
}

} // namespace

Variables::Variables(const Kernel &kernel, bool ssaNames) : ssaNames_(ssaNames), inPlace_(kernel) {
  for (unsigned i = 0; i < kernel.parameterCount(); ++i) {
    parameters_.push_back(names_.unique(kernel.parameter(i)->name()));
    places_[kernel.parameter(i)] = parameters_.back();
  }
  planRegion(kernel.body());
}

const std::string *Variables::of(const Value *value) const {
  const auto found = places_.find(value);
  return found == places_.end() ? nullptr : &found->second;
}

const Value *Variables::root(const Value *value) const {
  const auto found = roots_.find(value);
  return found == roots_.end() ? nullptr : found->second;
}

int Variables::alignment(const Value *value) const {
  const auto found = alignments_.find(value);
  return found == alignments_.end() ? 0 : found->second;
}

std::string Variables::nameFor(const Value *value) {
  const Operation *op = value->definingOp();
  if (ssaNames_ && op != nullptr && op->origin() >= 0)
    return names_.unique(fmt::format("v{}", op->origin()));
  if (!value->name().empty())
    return names_.unique(value->name());
  const std::string start = startName(*value);
  return names_.unique(start.empty() ? genericName(*value) : start);
}

void Variables::declare(const Value *value) {
  places_[value] = nameFor(value);
  roots_[value] = value;
  declared_.insert(value);
  declaredNames_.push_back(places_[value]);
}

void Variables::alignForVector(const Value *array, Type vector) {
  if (!vector.isRegisters())
    return;
  if (array->definingOp() != nullptr && array->definingOp()->is(OpKind::Extract))
    array = array->definingOp()->operand(0);
  int &alignment = alignments_[roots_.at(array)];
  alignment =
      std::max(alignment, static_cast<int>(vector.shape().elements()) * byteSize(vector.dtype()));
}

bool Variables::isInline(const Operation &op) const {
  const Value *value = op.result();
  if (isThreadCoordinate(op) && (!ssaNames_ || op.origin() < 0))
    return true;
  if (op.is(OpKind::Extract))
    return true;
  if (op.is(OpKind::AddPtr))
    return ssaNames_ || value->name().empty() || value->hasOneUse();
  if (ssaNames_ && op.origin() >= 0)
    return false;
  if (!value->name().empty())
    return guardsOneStore(*value) || isElementOfItsName(*value);
  // `offsets + i * 8 + r` reads better than one more name, however often it is used.
  return isShortIndex(op) || (value->hasOneUse() && !isHoisted(op));
}

// The element of a block under the block's own name: it is written where it belongs.
bool Variables::isElementOfItsName(const Value &value) const {
  if (!value.hasOneUse() || !value.firstUse()->user()->is(OpKind::Yield))
    return false;
  const Operation *owner = value.firstUse()->user()->parentOp();
  if (owner == nullptr || !owner->is(OpKind::Each) ||
      value.firstUse()->index() >= registerCount(*owner))
    return false;
  const Value *block = owner->result(value.firstUse()->index());
  const Value *variable = root(block);
  return block->name() == value.name() || (variable != nullptr && variable->name() == value.name());
}

// Worth computing once before a loop, and not in each of its iterations.
bool Variables::isHoisted(const Operation &op) const {
  if (!op.result()->type().isFloat())
    return false;
  const Operation *user = op.result()->firstUse()->user();
  for (const Operation *around = user->parentOp(); around != op.parentOp();
       around = around->parentOp())
    if (isLoop(*around))
      return true;
  return false;
}

bool Variables::isShortIndex(const Operation &op) const {
  if (!(op.is(OpKind::Add) || op.is(OpKind::Mul)) || !op.flag("nsw"))
    return false;
  int operations = 1;
  for (unsigned i = 0; i < 2; ++i)
    if (const auto inner = sizes_.find(op.operand(i)); inner != sizes_.end())
      operations += inner->second;
    else if (!op.operand(i)->isConstant() && of(op.operand(i)) == nullptr)
      return false;
  return op.is(OpKind::Mul) ? operations == 1 && op.operand(1)->isConstant() : operations <= 3;
}

void Variables::planRegion(const Region &region) {
  for (const auto &op : region.operations())
    planOperation(*op);
}

void Variables::planInner(const Region &region) {
  const std::size_t before = declaredNames_.size();
  planRegion(region);
  releaseNames(before);
}

// Ends a scope: the names declared since there were `before` may be given again.
void Variables::releaseNames(std::size_t before) {
  for (; declaredNames_.size() > before; declaredNames_.pop_back())
    names_.release(declaredNames_.back());
}

void Variables::planOperation(const Operation &op) {
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    const Value *value = op.result(i);
    if (places_.count(value) != 0 || fillsPack(op))
      continue; // written into what it is yielded to, or packed
    if (isLoop(op))
      continue; // may go on in the variable that it starts with
    if (op.is(OpKind::SharedLoad) && !ssaNames_ && !value->type().isRegisters() &&
        isReadBehind(op)) {
      sizes_[value] = 1;
      readsShared_.insert(value);
      continue;
    }
    if (op.is(OpKind::WarpReduce) && continues(op.operand(0), op)) {
      place(value, op.operand(0), "");
      mutable_.insert(roots_.at(value));
      continue;
    }
    if (op.has(trait::Pure) && !op.is(OpKind::Pack)) {
      int size = 1;
      bool readsShared = false;
      for (unsigned k = 0; k < op.operandCount(); ++k) {
        if (const auto found = sizes_.find(op.operand(k)); found != sizes_.end())
          size += found->second;
        readsShared = readsShared || readsShared_.count(op.operand(k)) != 0;
      }
      if (isInline(op) && size <= kMaxInlineOperations && (!readsShared || isReadBehind(op))) {
        sizes_[value] = op.is(OpKind::Extract) ? 1 : size;
        if (readsShared)
          readsShared_.insert(value);
        continue;
      }
    }
    declare(value);
  }
  switch (op.kind()) {
  case OpKind::For:
  case OpKind::While:
    planLoop(op);
    break;
  case OpKind::If:
    for (unsigned side = 0; side < 2; ++side) {
      planYields(op, op.region(side), "");
      planInner(op.region(side));
    }
    break;
  case OpKind::Each: {
    nameIndices(op);
    for (unsigned i = 0; i < op.operandCount(); ++i) {
      const Value *result = op.result(registerCount(op) + i);
      place(op.region().argument(axisCount(op) + i), result, "");
      mutable_.insert(roots_.at(result));
    }
    std::string suffix;
    for (unsigned i = 0; i < axisCount(op); ++i)
      suffix += "[" + places_.at(op.region().argument(i)) + "]";
    planYields(op, op.region(), suffix);
    planInner(op.region());
    for (unsigned i = 0; i < axisCount(op); ++i)
      names_.release(places_.at(op.region().argument(i)));
    break;
  }
  case OpKind::Load:
    alignForVector(op.result(), op.result()->type());
    break;
  case OpKind::Store:
    alignForVector(op.operand(1), op.operand(1)->type());
    break;
  case OpKind::SharedLoad:
    alignForVector(op.result(), op.result()->type());
    alignForVector(op.operand(0), op.result()->type());
    break;
  case OpKind::SharedStore:
    alignForVector(op.operand(1), op.operand(1)->type());
    alignForVector(op.operand(0), op.operand(1)->type());
    break;
  default:
    break;
  }
}

// True where `op`, which is all that uses a scalar that a loop over registers has summed up, may go
// on in its variable.
bool Variables::continues(const Value *carried, const Operation &op) const {
  const Operation *loop = carried->definingOp();
  return loop != nullptr && loop->is(OpKind::Each) && loop->parent() == op.parent() &&
         carried->type().isScalar() && carried->hasOneUse() && declares(carried);
}

// Lets `value` live in the variable of `like`.
void Variables::place(const Value *value, const Value *like, const std::string &suffix) {
  places_[value] = places_.at(like) + suffix;
  roots_[value] = roots_.at(like);
}

// What is yielded, and made by a statement of this region for that alone, is written into the
// result's variable at once.
void Variables::planYields(const Operation &op, const Region &region, const std::string &suffix) {
  const bool loop = isLoop(op);
  const Operation *yield = region.back();
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    const Value *value = yield->operand(i);
    const Operation *made = value->definingOp();
    if (made == nullptr || made->parent() != &region || places_.count(value) != 0)
      continue;
    const bool element = op.is(OpKind::Each) && i < registerCount(op);
    const auto around = held_.find(op.result(i));
    const Value *held = nullptr;
    if (loop)
      held = region.argument(i + leadingArguments(op));
    else if (op.is(OpKind::Each) && !element)
      held = region.argument(i - registerCount(op) + axisCount(op));
    else if (around != held_.end())
      held = around->second;
    // An element that the loop uses as well is read from where it is written.
    const bool reused = element && held == nullptr && !value->hasOneUse() && !ssaNames_ &&
                        made->has(trait::Elementwise) && !value->type().isBool();
    if (!reused && (!writesDestination(*made) || !value->hasOneUse()))
      continue;
    if (held != nullptr && !inPlace_.mayWrite(value, held, region))
      continue;
    place(value, op.result(i), element || !op.is(OpKind::Each) ? suffix : "");
    if (held != nullptr)
      held_[value] = held;
  }
}

// A loop goes on in the variable of what it starts with, where that is made for it alone.
void Variables::planLoop(const Operation &op) {
  const unsigned leading = decidingOperands(op);
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    const Value *result = op.result(i), *initial = op.operand(leading + i);
    const Operation *made = initial->definingOp();
    if (places_.count(result) == 0) {
      if (made != nullptr && made->parent() == op.parent() && initial->hasOneUse() &&
          roots_.count(initial) != 0 && roots_.at(initial) == initial)
        place(result, initial, "");
      else
        declare(result);
    }
    mutable_.insert(roots_.at(result));
  }
  // The condition and the body of a `while` are printed in one scope.
  const std::size_t before = declaredNames_.size();
  for (unsigned r = 0; r < op.regionCount(); ++r) {
    const Region &region = op.region(r);
    const unsigned first = leadingArguments(op);
    for (unsigned i = 0; i < op.resultCount(); ++i)
      place(region.argument(first + i), op.result(i), "");
    if (op.is(OpKind::For)) {
      const std::string &name = region.argument(0)->name();
      places_[region.argument(0)] = names_.unique(name.empty() ? indexName() : name);
    }
    if (yieldsSlots(region))
      planYields(op, region, "");
    planRegion(region);
    if (op.is(OpKind::For))
      names_.release(places_.at(region.argument(0)));
  }
  releaseNames(before);
}

// The first letter that is free for the index of a loop that has no name.
std::string Variables::indexName() const {
  for (const char letter : std::string_view("ijkl"))
    if (!names_.taken(std::string(1, letter)))
      return std::string(1, letter);
  return "i";
}

void Variables::nameIndices(const Operation &each) {
  const Region &body = each.region();
  const unsigned axes = axisCount(each);
  const bool innermost =
      std::none_of(body.operations().begin(), body.operations().end(),
                   [](const auto &op) { return op->is(OpKind::Each) || op->is(OpKind::If); });
  const bool one = innermost && axes == 1;
  for (unsigned i = 0; i < axes; ++i) {
    std::string name;
    for (const char *candidate = one ? "rstuv" : "ijkl"; *candidate != 0 && name.empty();
         ++candidate)
      if (!names_.taken(std::string(1, *candidate)))
        name = names_.unique(std::string(1, *candidate));
    places_[body.argument(i)] = name.empty() ? names_.unique("r") : name;
  }
}

} // namespace mytriton
