// Which piece of memory an address means, and the words for it.
#pragma once

#include "cpu_memory.h"
#include "cpu_module.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mytriton {

// A buffer or a shared array.
struct MemoryPlace {
  std::byte *begin = nullptr;
  std::size_t bytes = 0;
  const Buffer *buffer = nullptr; // null: shared
  std::string sharedName;

  bool shared() const { return buffer == nullptr; }
  // How far `address` lies outside; 0: within, or at its end.
  std::uintptr_t distance(const void *address) const;
};

class PlaceMap {
public:
  PlaceMap(const LaunchRequest &request, const ArgumentMemory &memory, const HostModule &module);

  const std::vector<MemoryPlace> &places() const { return places_; }
  // The place that holds all of an access; -1: none.
  int find(const void *address, std::size_t bytes);

  // "argument 'x' at element offset 7"
  std::string inside(const MemoryPlace &place, const void *address, bool writes) const;
  // Of an access that lies in no place: "argument 'x' at element offset 200, outside its 200
  // elements"
  std::string outside(const void *address, bool writes) const;

private:
  const KernelArgument *argumentOf(const MemoryPlace &place, bool writes,
                                   std::int64_t &byteOffset) const;

  const LaunchRequest &request_;
  std::uintptr_t gap_;
  std::vector<MemoryPlace> places_;
  std::size_t recent_ = 0; // the last one found: most accesses come in groups
};

} // namespace mytriton
