// The arena of a launch.
#include "cpu_memory.h"

#include "element.h"

#include <algorithm>
#include <cstring>
#include <new>

#include <sys/mman.h>

namespace mytriton {

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kWidestGap = std::size_t{64}
                                   << 30; // nearest to its own buffer: 2^32 elements of 8 bytes
constexpr std::size_t kNarrowestGap = std::size_t{1} << 20;

std::size_t roundUp(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

} // namespace

ArgumentMemory::ArgumentMemory(const LaunchRequest &request, bool againstEnd) {
  std::size_t pages = 0;
  for (const ArgumentValue &argument : request.arguments) {
    const auto *pointer = std::get_if<PointerArgument>(&argument);
    if (!pointer || !pointer->buffer)
      continue;
    const auto same = [&](const BufferPlace &place) { return place.buffer == pointer->buffer; };
    if (std::any_of(places_.begin(), places_.end(), same))
      continue;
    places_.push_back({pointer->buffer, nullptr});
    pages += roundUp(pointer->buffer->bytes.size(), kPage);
  }

  for (gap_ = kWidestGap; gap_ >= kNarrowestGap; gap_ /= 4) {
    arenaBytes_ = pages + gap_ * (places_.size() + 1);
    void *arena =
        mmap(nullptr, arenaBytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (arena != MAP_FAILED) {
      arena_ = static_cast<std::byte *>(arena);
      break;
    }
  }
  if (!arena_)
    throw std::bad_alloc();

  std::byte *at = arena_ + gap_;
  for (BufferPlace &place : places_) {
    const std::size_t bytes = place.buffer->bytes.size();
    const std::size_t mapped = roundUp(bytes, kPage);
    place.begin = againstEnd ? at + mapped - roundUp(bytes, 16) : at;
    if (bytes != 0) {
      if (mprotect(at, mapped, PROT_READ | PROT_WRITE) != 0) {
        munmap(arena_, arenaBytes_);
        throw std::bad_alloc();
      }
      std::memcpy(place.begin, place.buffer->bytes.data(), bytes);
    }
    at += mapped + gap_;
  }

  slots_.resize(request.arguments.size());
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (const auto *scalar = std::get_if<Scalar>(&request.arguments[i])) {
      storeElement(slots_[i].data(), *scalar);
    } else {
      const auto &pointer = std::get<PointerArgument>(request.arguments[i]);
      std::byte *address = nullptr;
      if (pointer.buffer)
        address = placeOf(pointer.buffer).begin + pointer.offset * byteSize(pointer.buffer->dtype);
      std::memcpy(slots_[i].data(), &address, sizeof address);
    }
    pointers_.push_back(slots_[i].data());
  }
}

ArgumentMemory::~ArgumentMemory() { munmap(arena_, arenaBytes_); }

const BufferPlace &ArgumentMemory::placeOf(const Buffer *buffer) const {
  return *std::find_if(places_.begin(), places_.end(),
                       [&](const BufferPlace &place) { return place.buffer == buffer; });
}

void ArgumentMemory::copyBack() const {
  for (const BufferPlace &place : places_)
    if (!place.buffer->bytes.empty())
      std::memcpy(place.buffer->bytes.data(), place.begin, place.buffer->bytes.size());
}

} // namespace mytriton
