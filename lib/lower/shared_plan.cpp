// See shared_plan.h. First fit, in the order in which buffers come into use.
#include "shared_plan.h"

#include "mytriton/lower/lower.h"
#include "mytriton/lower/placement.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace mytriton {

namespace {

constexpr std::int64_t kAlignment = 16; // of the widest access

std::int64_t bytesOf(const Value &buffer) {
  return buffer.type().shape().elements() * byteSize(buffer.type().dtype());
}

struct Buffer {
  Operation *alloc;
  std::int64_t bytes; // a multiple of kAlignment
  std::size_t first, last;
  std::int64_t offset = 0;

  std::int64_t end() const { return offset + bytes; }
};

class Planner {
public:
  explicit Planner(Kernel &kernel) {
    number(kernel.body());
    std::size_t next = 0;
    walk(kernel.body(), [&](Operation &op) {
      const std::size_t position = next++;
      if (op.is(OpKind::SharedAlloc))
        buffers_.push_back(
            {&op, (bytesOf(*op.result()) + kAlignment - 1) & -kAlignment, position, position});
    });
    for (Buffer &buffer : buffers_)
      findUses(buffer);
  }

  std::int64_t sideBySide() const {
    std::int64_t bytes = 0;
    for (const Buffer &buffer : buffers_)
      bytes += buffer.bytes;
    return bytes;
  }

  std::optional<SharedExcess> run(std::int64_t limit) {
    std::stable_sort(buffers_.begin(), buffers_.end(),
                     [](const Buffer &a, const Buffer &b) { return a.first < b.first; });
    std::vector<Buffer> inUse; // by offset
    for (Buffer &buffer : buffers_) {
      inUse.erase(std::remove_if(inUse.begin(), inUse.end(),
                                 [&](const Buffer &other) { return other.last < buffer.first; }),
                  inUse.end());
      auto place = inUse.begin();
      for (; place != inUse.end() && place->offset < buffer.end(); ++place)
        buffer.offset = place->end();
      if (buffer.end() > limit)
        return SharedExcess{buffer.alloc, buffer.end()};
      inUse.insert(place, buffer);
      buffer.alloc->setAttribute("offset", buffer.offset);
    }
    return std::nullopt;
  }

private:
  // The positions of operations, and of the last one in the regions of each.
  void number(const Region &region) {
    for (const auto &op : region.operations()) {
      position_[op.get()] = next_++;
      for (unsigned i = 0; i < op->regionCount(); ++i)
        number(op->region(i));
      end_[op.get()] = next_ - 1;
    }
  }

  // A buffer is in use from its first access to its last; one in a loop that it stands outside of
  // is in use all through the loop.
  void findUses(Buffer &buffer) {
    const Value *value = buffer.alloc->result();
    bool any = false;
    for (const Use *use = value->firstUse(); use != nullptr; use = use->nextUse()) {
      const Operation *user = use->user();
      while (user->parent() != buffer.alloc->parent())
        user = user->parentOp();
      buffer.first = any ? std::min(buffer.first, position_.at(user)) : position_.at(user);
      buffer.last = std::max(any ? buffer.last : 0, end_.at(user));
      any = true;
    }
  }

  std::vector<Buffer> buffers_;
  std::unordered_map<const Operation *, std::size_t> position_, end_;
  std::size_t next_ = 0;
};

} // namespace

std::optional<SharedExcess> planSharedMemory(Kernel &kernel, std::int64_t limit) {
  Planner planner(kernel);
  return planner.sideBySide() <= kStaticSharedBytes ? std::nullopt : planner.run(limit);
}

bool sharesMemory(const Value &a, const Value &b) {
  if (&a == &b)
    return true;
  const Operation &first = *a.definingOp(), &second = *b.definingOp();
  if (first.attribute("offset") == nullptr || second.attribute("offset") == nullptr)
    return false;
  const std::int64_t begin = first.intAttribute("offset"), other = second.intAttribute("offset");
  return begin < other + bytesOf(b) && other < begin + bytesOf(a);
}

namespace {

std::int64_t kilobytesOf(std::string_view arch) {
  if (arch == "sm_75")
    return 64;
  if (arch == "sm_80" || arch == "sm_87")
    return 163;
  if (arch == "sm_86" || arch == "sm_89" || arch.substr(0, 5) == "sm_12")
    return 99;
  return 227;
}

} // namespace

SharedMemory sharedMemoryOf(std::span<const std::string> archs) {
  constexpr std::int64_t kKilobyte = 1024;
  SharedMemory least;
  for (const std::string &arch : archs)
    if (const std::int64_t bytes = kilobytesOf(arch) * kKilobyte;
        least.bytes == 0 || bytes < least.bytes)
      least = {arch, bytes};
  return least;
}

} // namespace mytriton
