// See in_place.h.
#include "in_place.h"

#include "mytriton/ir/slots.h"

#include <algorithm>
#include <vector>

namespace mytriton {

namespace {

// The operation of `region` that `op` is or is part of; null where it is outside.
const Operation *within(const Operation *op, const Region &region) {
  while (op != nullptr && op->parent() != &region)
    op = op->parentOp();
  return op;
}

} // namespace

bool writesDestination(const Operation &op) {
  switch (op.kind()) {
  case OpKind::Each:
  case OpKind::If:
  case OpKind::For:
  case OpKind::While:
  case OpKind::Load:
  case OpKind::SharedLoad:
  case OpKind::Shuffle:
  case OpKind::WarpReduce:
  case OpKind::Pack:
    return true;
  default:
    return false;
  }
}

InPlace::InPlace(const Kernel &kernel) {
  walk(kernel.body(), [&](const Operation &op) { position_.emplace(&op, position_.size()); });
}

std::unordered_set<const Operation *> InPlace::readers(const Value *value) const {
  std::unordered_set<const Operation *> found;
  std::unordered_set<const Value *> seen{value};
  std::vector<const Value *> work{value};
  while (!work.empty()) {
    const Value *next = work.back();
    work.pop_back();
    for (const Use *use = next->firstUse(); use != nullptr; use = use->nextUse()) {
      const Operation *user = use->user();
      // An expression may be printed where its own value is used.
      if (user->has(trait::Pure) && user->resultCount() == 1 && !user->is(OpKind::Pack)) {
        if (seen.insert(user->result()).second)
          work.push_back(user->result());
      } else {
        found.insert(user);
      }
    }
  }
  return found;
}

bool InPlace::mayWrite(const Value *value, const Value *held, const Region &region) const {
  const Operation *writer = value->definingOp();
  if (writer == nullptr || writer->parent() != &region || !writesDestination(*writer) ||
      !value->hasOneUse())
    return false;
  for (const Operation *reader : readers(held)) {
    const Operation *at = within(reader, region);
    if (at == nullptr || at == writer)
      continue;
    if (position_.at(at) > position_.at(writer))
      return false;
  }
  return readsOnlyWhatItWrites(*writer, value->index(), held);
}

bool InPlace::readsOnlyWhatItWrites(const Operation &writer, unsigned result,
                                    const Value *held) const {
  std::vector<const Operation *> inside; // readers that are the writer or part of it
  for (const Operation *reader : readers(held))
    if (within(reader, *writer.parent()) == &writer)
      inside.push_back(reader);
  if (inside.empty() || writer.is(OpKind::If))
    return true; // each side of a condition is asked by itself
  if (writer.is(OpKind::Each))
    return eachReadsOwnElement(writer, held);
  if (isLoop(writer)) {
    // The loop may start with it, in the same slot, and must not see it otherwise.
    const unsigned operand = decidingOperands(writer) + result;
    for (const Use *use = held->firstUse(); use != nullptr; use = use->nextUse())
      if (within(use->user(), *writer.parent()) == &writer &&
          (use->user() != &writer || use->index() != operand))
        return false;
    return std::all_of(inside.begin(), inside.end(),
                       [&](const Operation *reader) { return reader == &writer; });
  }
  return !writer.result(result)->type().isRegisters() && !writer.is(OpKind::Pack);
}

// True where everything in the loop over registers that reads `held` takes the element with the
// indices of the loops around it.
bool InPlace::eachReadsOwnElement(const Operation &each, const Value *held) const {
  for (const Use *use = held->firstUse(); use != nullptr; use = use->nextUse()) {
    const Operation *user = use->user();
    if (within(user, *each.parent()) != &each)
      continue;
    if (!user->is(OpKind::Extract))
      return false;
    std::vector<const Value *> indices;
    for (const Operation *around = user->parentOp(); around != each.parentOp();
         around = around->parentOp()) {
      if (!around->is(OpKind::Each) && !around->is(OpKind::If))
        return false;
      std::vector<const Value *> own;
      for (unsigned i = 0; around->is(OpKind::Each) && i < around->region().argumentCount(); ++i)
        own.push_back(around->region().argument(i));
      indices.insert(indices.begin(), own.begin(), own.end());
    }
    if (indices.size() + 1 != user->operandCount())
      return false;
    for (std::size_t i = 0; i < indices.size(); ++i)
      if (user->operand(static_cast<unsigned>(i) + 1) != indices[i])
        return false;
  }
  return true;
}

} // namespace mytriton
