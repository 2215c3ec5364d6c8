// Which accesses to global memory need a barrier between them.
//
// At the tile level a load or store is done as a whole before the next one starts. Threads keep
// that order among their own accesses; where one thread may access what another one wrote, or write
// what another one accessed, a barrier has to stand between. No barrier is needed between two
// accesses that give each thread the same elements: the same offsets, laid out the same way without
// copies. Parameters are taken to be the same buffer or not to overlap where offsets are equal; at
// different offsets they are taken to overlap in any way, unless one of them is noalias.
#pragma once

#include "mytriton/ir/ir.h"

#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace mytriton {

struct MemoryAccess {
  const Value *base = nullptr;        // the parameter; null: unknown
  const Value *pointer = nullptr;     // the tile-level value; null: not the same each time
  std::vector<const Value *> offsets; // the tile-level offsets from base, the last one first
  bool plainOffset = false;           // the address is base and the offsets, and nothing else
  int placement = -1;                 // how elements lie on threads; -1: each thread accesses all
  bool copies = false;                // some elements lie on several threads
  bool write = false;
  bool noalias = false; // of base
  int elementBytes = 0;
  bool operator==(const MemoryAccess &) const = default;
};

struct MemoryAccessHash {
  std::size_t operator()(const MemoryAccess &access) const;
};

class AccessOrder {
public:
  // True where a barrier has to stand before these accesses, which are done together: a store, or
  // loads. Then what came before is forgotten, and they are what came since.
  bool needsBarrier(const std::vector<MemoryAccess> &accesses);
  // At the head of a loop: what its body accesses may have come before. What changes with the
  // iterations is no plain offset.
  void enterLoop(const std::vector<MemoryAccess> &body);
  // Behind a condition: what was accessed on either side may have come before.
  void join(const AccessOrder &other);
  // A barrier stands here for another reason.
  void barrier();

private:
  // What was accessed through one parameter since the last barrier, each once. Of accesses that
  // need no barrier between them only few differ, but scalars are stored by one thread in any
  // number, and no number of loads asks for one.
  struct Pending {
    std::vector<MemoryAccess> loads, stores, scalarStores;
  };

  bool conflicts(const MemoryAccess &access) const;
  void add(const MemoryAccess &access);

  std::unordered_map<const Value *, Pending> pending_; // by base
  std::unordered_set<MemoryAccess, MemoryAccessHash> known_;
};

} // namespace mytriton
