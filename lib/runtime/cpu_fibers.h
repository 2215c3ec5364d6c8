// Stacks, and the switch from one to another: what the threads of a block run on.
//
// A fiber that is left for good is simply not resumed; nothing on its stack is unwound.
#pragma once

#include <cstddef>
#include <vector>

#include <boost/context/detail/fcontext.hpp>

namespace mytriton {

// The place where a suspended fiber goes on, and the stack it has.
struct FiberContext {
  boost::context::detail::fcontext_t where = nullptr;
  const std::byte *stack = nullptr; // lowest address
  std::size_t stackBytes = 0;
};

// Saves nothing where the fiber that is left will never be resumed.
enum class Leave { ToReturn, ForGood };

class FiberSwitch {
public:
  // Resumes `target` with `data`; returns when someone resumes the caller, and gives what they
  // passed. `from` is where the resumer was suspended: it is written for the resumer's sake.
  static void *to(const FiberContext &target, void *data, FiberContext &from,
                  Leave leave = Leave::ToReturn);
  // The first thing a new fiber does with what it is started with: `from` as above.
  static void *arrive(boost::context::detail::transfer_t transfer, FiberContext &from);
};

// Stacks of one size with a guard page below each, made when first asked for and kept.
class StackPool {
public:
  // CUDA gives a thread up to 512 KiB of local memory.
  static constexpr std::size_t kStackBytes = std::size_t{1} << 20;

  StackPool() = default;
  StackPool(const StackPool &) = delete;
  StackPool &operator=(const StackPool &) = delete;
  ~StackPool();

  // The lowest address of stack number `index`.
  std::byte *stack(std::size_t index);
  // A context that runs `function` on that stack.
  FiberContext fiber(std::size_t index, void (*function)(boost::context::detail::transfer_t));
  // To be called after fibers were left in the midst of something.
  void reset();
  // Whether an address lies in a guard page: its stack overflowed.
  bool isGuard(const void *address) const;

private:
  std::vector<std::byte *> stacks_;
};

} // namespace mytriton
