// Addresses in words.
#include "cpu_places.h"

#include <algorithm>

#include <fmt/format.h>

namespace mytriton {

namespace {

std::uintptr_t number(const void *address) { return reinterpret_cast<std::uintptr_t>(address); }

// "element offset 7", or "byte offset 29" between elements.
std::string offsetText(std::int64_t bytes, std::int64_t elementBytes) {
  if (bytes % elementBytes != 0)
    return fmt::format("byte offset {}", bytes);
  return fmt::format("element offset {}", bytes / elementBytes);
}

} // namespace

std::uintptr_t MemoryPlace::distance(const void *address) const {
  const std::uintptr_t at = number(address), first = number(begin);
  if (at < first)
    return first - at;
  return at - first <= bytes ? 0 : at - first - bytes;
}

PlaceMap::PlaceMap(const LaunchRequest &request, const ArgumentMemory &memory,
                   const HostModule &module)
    : request_(request), gap_(memory.gapBytes()) {
  for (const BufferPlace &place : memory.places())
    places_.push_back({place.begin, place.buffer->bytes.size(), place.buffer, ""});
  const HostModule::Range shared = module.sharedMemory();
  for (const HostModule::SharedArray &array : module.sharedArrays())
    places_.push_back({shared.begin + array.offset, array.bytes, nullptr, array.name});
}

int PlaceMap::find(const void *address, std::size_t bytes) {
  const auto holds = [&](const MemoryPlace &place) {
    const std::uintptr_t offset = number(address) - number(place.begin);
    return offset < place.bytes && bytes <= place.bytes - offset;
  };
  if (recent_ < places_.size() && holds(places_[recent_]))
    return static_cast<int>(recent_);
  for (std::size_t i = 0; i < places_.size(); ++i)
    if (holds(places_[i])) {
      recent_ = i;
      return static_cast<int>(i);
    }
  return -1;
}

// Several arguments may point into one buffer: one that is written is not a const one.
const KernelArgument *PlaceMap::argumentOf(const MemoryPlace &place, bool writes,
                                           std::int64_t &byteOffset) const {
  const KernelArgument *best = nullptr;
  for (std::size_t i = 0; i < request_.arguments.size(); ++i) {
    const auto *pointer = std::get_if<PointerArgument>(&request_.arguments[i]);
    if (!pointer || pointer->buffer != place.buffer)
      continue;
    const KernelArgument &argument = request_.metadata->arguments[i];
    if (best && (best->isConst != writes || argument.isConst == writes))
      continue;
    best = &argument;
    byteOffset = pointer->offset * byteSize(place.buffer->dtype);
  }
  return best;
}

std::string PlaceMap::inside(const MemoryPlace &place, const void *address, bool writes) const {
  const auto offset = static_cast<std::int64_t>(number(address) - number(place.begin));
  if (place.shared())
    return fmt::format("shared array '{}' at byte offset {}", place.sharedName, offset);
  std::int64_t start = 0;
  const KernelArgument *argument = argumentOf(place, writes, start);
  return fmt::format("argument '{}' at {}", argument->name,
                     offsetText(offset - start, byteSize(argument->dtype)));
}

std::string PlaceMap::outside(const void *address, bool writes) const {
  constexpr std::uintptr_t kNullPage = 1 << 16;
  if (number(address) < kNullPage)
    return number(address) == 0
               ? std::string("memory through a null pointer")
               : fmt::format("memory {} bytes after a null pointer", number(address));
  const auto nearest = std::min_element(places_.begin(), places_.end(),
                                        [&](const MemoryPlace &a, const MemoryPlace &b) {
                                          return a.distance(address) < b.distance(address);
                                        });
  if (nearest == places_.end() || nearest->distance(address) > gap_)
    return fmt::format("memory at address {:#x}, which is in no buffer", number(address));
  const std::string place = inside(*nearest, address, writes);
  if (nearest->shared())
    return fmt::format("{}, outside its {} bytes", place, nearest->bytes);
  std::int64_t start = 0;
  const int elementBytes = byteSize(argumentOf(*nearest, writes, start)->dtype);
  const std::int64_t count = static_cast<std::int64_t>(nearest->bytes) / elementBytes;
  if (start == 0)
    return fmt::format("{}, outside its {} element{}", place, count, count == 1 ? "" : "s");
  const std::int64_t first = -start / elementBytes;
  return fmt::format("{}, outside its elements {} to {}", place, first, first + count - 1);
}

} // namespace mytriton
