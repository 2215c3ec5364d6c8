// Hazards between accesses to global memory.

#include "access_order.h"

#include <algorithm>
#include <functional>

namespace mytriton {

namespace {

bool mayOverlap(const MemoryAccess &a, const MemoryAccess &b) {
  return a.base == nullptr || b.base == nullptr || a.base == b.base || !(a.noalias || b.noalias);
}

// Scalars are stored by one thread.
bool isScalarStore(const MemoryAccess &access) { return access.write && access.placement < 0; }

bool sameThreadSameElement(const MemoryAccess &a, const MemoryAccess &b) {
  const bool samePointer = a.pointer != nullptr && a.pointer == b.pointer;
  const bool sameOffset = a.plainOffset && b.plainOffset && a.offsets == b.offsets;
  return (samePointer || sameOffset) && a.placement >= 0 && a.placement == b.placement &&
         !a.copies && a.elementBytes == b.elementBytes;
}

} // namespace

std::size_t MemoryAccessHash::operator()(const MemoryAccess &access) const {
  std::size_t hash = 0;
  const auto mix = [&hash](std::size_t part) { hash = (hash ^ part) * 0x9e3779b97f4a7c15u; };
  mix(std::hash<const Value *>()(access.base));
  mix(std::hash<const Value *>()(access.pointer));
  for (const Value *offset : access.offsets)
    mix(std::hash<const Value *>()(offset));
  mix(static_cast<std::size_t>(access.placement) * 2 + (access.write ? 1 : 0));
  return hash;
}

bool AccessOrder::conflicts(const MemoryAccess &access) const {
  const auto with = [&](const std::vector<MemoryAccess> &earlier) {
    return std::any_of(earlier.begin(), earlier.end(), [&](const MemoryAccess &each) {
      return !sameThreadSameElement(access, each);
    });
  };
  return std::any_of(pending_.begin(), pending_.end(), [&](const auto &entry) {
    const Pending &pending = entry.second;
    const MemoryAccess &any = !pending.loads.empty()    ? pending.loads[0]
                              : !pending.stores.empty() ? pending.stores[0]
                                                        : pending.scalarStores[0];
    return mayOverlap(access, any) &&
           (with(pending.stores) || (access.write && with(pending.loads)) ||
            (!isScalarStore(access) && with(pending.scalarStores)));
  });
}

bool AccessOrder::needsBarrier(const std::vector<MemoryAccess> &accesses) {
  const bool needed = std::any_of(accesses.begin(), accesses.end(),
                                  [&](const MemoryAccess &access) { return conflicts(access); });
  if (needed)
    barrier();
  for (const MemoryAccess &access : accesses)
    add(access);
  return needed;
}

void AccessOrder::enterLoop(const std::vector<MemoryAccess> &body) {
  for (const MemoryAccess &access : body)
    add(access);
}

void AccessOrder::join(const AccessOrder &other) {
  for (const MemoryAccess &access : other.known_)
    add(access);
}

void AccessOrder::barrier() {
  pending_.clear();
  known_.clear();
}

void AccessOrder::add(const MemoryAccess &access) {
  if (!known_.insert(access).second)
    return;
  Pending &pending = pending_[access.base];
  (isScalarStore(access) ? pending.scalarStores
   : access.write        ? pending.stores
                         : pending.loads)
      .push_back(access);
}

} // namespace mytriton
