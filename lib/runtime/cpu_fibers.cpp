// Fibers on Boost.Context's bare switch, announced to AddressSanitizer where it is on.
#include "cpu_fibers.h"

#include <new>

#include <sys/mman.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define MYTRITON_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MYTRITON_ADDRESS_SANITIZER 1
#endif
#endif
#if defined(MYTRITON_ADDRESS_SANITIZER)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace mytriton {

using boost::context::detail::fcontext_t;
using boost::context::detail::transfer_t;

namespace {

// A fiber that is left for good leaves frames behind, which AddressSanitizer must forget before
// the memory is used again.
void forgetFrames([[maybe_unused]] const std::byte *begin, [[maybe_unused]] std::size_t bytes) {
#if defined(MYTRITON_ADDRESS_SANITIZER)
  __asan_unpoison_memory_region(begin, bytes);
#endif
}

std::size_t pageBytes() {
  static const std::size_t bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

} // namespace

void *FiberSwitch::to(const FiberContext &target, void *data, FiberContext &from,
                      [[maybe_unused]] Leave leave) {
#if defined(MYTRITON_ADDRESS_SANITIZER)
  void *fakeStack = nullptr;
  __sanitizer_start_switch_fiber(leave == Leave::ForGood ? nullptr : &fakeStack, target.stack,
                                 target.stackBytes);
  const transfer_t transfer = boost::context::detail::jump_fcontext(target.where, data);
  const void *stack = nullptr;
  __sanitizer_finish_switch_fiber(fakeStack, &stack, &from.stackBytes);
  from.stack = static_cast<const std::byte *>(stack);
#else
  const transfer_t transfer = boost::context::detail::jump_fcontext(target.where, data);
#endif
  from.where = transfer.fctx;
  return transfer.data;
}

void *FiberSwitch::arrive(transfer_t transfer, FiberContext &from) {
#if defined(MYTRITON_ADDRESS_SANITIZER)
  const void *stack = nullptr;
  __sanitizer_finish_switch_fiber(nullptr, &stack, &from.stackBytes);
  from.stack = static_cast<const std::byte *>(stack);
#endif
  from.where = transfer.fctx;
  return transfer.data;
}

StackPool::~StackPool() {
  reset();
  for (std::byte *stack : stacks_)
    munmap(stack - pageBytes(), kStackBytes + pageBytes());
}

std::byte *StackPool::stack(std::size_t index) {
  while (stacks_.size() <= index) {
    void *pages = mmap(nullptr, kStackBytes + pageBytes(), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (pages == MAP_FAILED)
      throw std::bad_alloc();
    mprotect(pages, pageBytes(), PROT_NONE);
    stacks_.push_back(static_cast<std::byte *>(pages) + pageBytes());
  }
  return stacks_[index];
}

FiberContext StackPool::fiber(std::size_t index, void (*function)(transfer_t)) {
  // What runs a fiber has its frames at the top.
  constexpr std::size_t kTopBytes = std::size_t{32} << 10;
  std::byte *lowest = stack(index);
  forgetFrames(lowest + kStackBytes - kTopBytes, kTopBytes);
  return {boost::context::detail::make_fcontext(lowest + kStackBytes, kStackBytes, function),
          lowest, kStackBytes};
}

void StackPool::reset() {
  for (const std::byte *stack : stacks_)
    forgetFrames(stack, kStackBytes);
}

bool StackPool::isGuard(const void *address) const {
  for (const std::byte *stack : stacks_)
    if (address >= stack - pageBytes() && address < stack)
      return true;
  return false;
}

} // namespace mytriton
