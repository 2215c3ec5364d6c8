// The buffers of a launch, laid out so that an address tells which of them was meant.
//
// Each buffer is copied into one arena, with a gap on either side that nothing maps. The gaps are
// wider than what a 32-bit offset can span, wherever the address space allows it: no such offset
// leads from one buffer into another.
#pragma once

#include "mytriton/runtime/device.h"

#include <array>
#include <cstddef>
#include <vector>

namespace mytriton {

struct BufferPlace {
  Buffer *buffer = nullptr;
  std::byte *begin = nullptr;
};

class ArgumentMemory {
public:
  // `againstEnd`: buffers end where the gap begins, as far as a base divisible by 16 permits, so
  // that the gap itself catches what runs past the end.
  ArgumentMemory(const LaunchRequest &request, bool againstEnd);
  ArgumentMemory(const ArgumentMemory &) = delete;
  ArgumentMemory &operator=(const ArgumentMemory &) = delete;
  ~ArgumentMemory();

  const std::vector<BufferPlace> &places() const { return places_; }
  // One slot per argument: what the kernel is called with.
  void *const *arguments() const { return pointers_.data(); }
  std::size_t gapBytes() const { return gap_; }
  void copyBack() const;

private:
  const BufferPlace &placeOf(const Buffer *buffer) const;

  std::vector<BufferPlace> places_;
  std::vector<std::array<std::byte, 8>> slots_;
  std::vector<void *> pointers_;
  std::byte *arena_ = nullptr;
  std::size_t arenaBytes_ = 0;
  std::size_t gap_ = 0;
};

} // namespace mytriton
