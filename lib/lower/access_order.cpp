// Hazards between accesses to global memory.

#include "access_order.h"

#include <algorithm>

namespace mytriton {

namespace {

bool mayOverlap(const MemoryAccess &a, const MemoryAccess &b) {
  return a.base == nullptr || b.base == nullptr || a.base == b.base || !(a.noalias || b.noalias);
}

bool sameThreadSameElement(const MemoryAccess &a, const MemoryAccess &b) {
  if (a.write && b.write && a.placement < 0 && b.placement < 0)
    return true; // scalars are stored by one thread
  const bool samePointer = a.pointer != nullptr && a.pointer == b.pointer;
  const bool sameOffset = a.plainOffset && b.plainOffset && a.offsets == b.offsets;
  return (samePointer || sameOffset) && a.placement >= 0 && a.placement == b.placement &&
         !a.copies && a.elementBytes == b.elementBytes;
}

} // namespace

bool AccessOrder::needsBarrier(const MemoryAccess &access) {
  const bool needed =
      std::any_of(pending_.begin(), pending_.end(), [&](const MemoryAccess &earlier) {
        return (access.write || earlier.write) && mayOverlap(access, earlier) &&
               !sameThreadSameElement(access, earlier);
      });
  if (needed)
    pending_.clear();
  add(access);
  return needed;
}

void AccessOrder::enterLoop(const std::vector<MemoryAccess> &body) {
  for (const MemoryAccess &access : body)
    add(access);
}

void AccessOrder::join(const AccessOrder &other) {
  for (const MemoryAccess &access : other.pending_)
    add(access);
}

void AccessOrder::add(const MemoryAccess &access) {
  if (std::find(pending_.begin(), pending_.end(), access) == pending_.end())
    pending_.push_back(access);
}

} // namespace mytriton
