// Runs the threads of a block as fibers, one at a time.
//
// A thread keeps the stack until it has to wait. One that never waits runs to its end like a
// function, and the next one that has not begun takes over its stack: a kernel without barriers
// costs no switch at all.
#pragma once

#include "cpu_clock.h"
#include "cpu_fibers.h"
#include "cpu_module.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace mytriton {

class BlockScheduler {
public:
  BlockScheduler(StackPool &stacks, const HostModule &module, void *const *arguments,
                 unsigned threads, ThreadOrder order, ThreadClock &clock);
  BlockScheduler(const BlockScheduler &) = delete;
  BlockScheduler &operator=(const BlockScheduler &) = delete;

  enum class Outcome { Done, Deadlock, Abandoned };
  Outcome runBlock(MytritonIndex block);
  // After a deadlock: what each thread waits for.
  std::string describeWaits() const;

  // --- from within a thread ------------------------------------------------------------------
  bool inThread() const { return inThread_; }
  unsigned thread() const { return current_; }
  void barrier();
  std::uint32_t presentLanes() const; // of the running thread's warp
  std::uint64_t warp(MytritonWarpOperation operation, std::uint32_t mask, std::uint64_t value,
                     unsigned source);
  // Leaves the block where it stands: runBlock returns, and no thread goes on.
  [[noreturn]] void abandon();

private:
  enum class Wait : std::uint8_t { Nothing, Barrier, SyncWarp, Shuffle, Vote };
  struct Thread {
    FiberContext context; // where it goes on
    std::size_t stack = 0;
    bool begun = false;
    bool ended = false;
    Wait wait = Wait::Nothing;
    std::uint32_t mask = 0;
    std::uint32_t source = 0;
    std::uint64_t value = 0; // given to a warp operation, then its result
  };

  static void fiberMain(boost::context::detail::transfer_t transfer);
  void runThreads();
  void enter(unsigned thread, std::size_t stack);
  void suspend();
  void release(std::vector<unsigned> &threads);
  void completeWarp(unsigned firstThread, std::uint32_t mask);
  static std::string describe(const Thread &thread);

  StackPool &stacks_;
  const HostModule &module_;
  MytritonHost &host_;
  void *const *arguments_;
  ThreadClock &clock_;
  ThreadOrder order_; // its seed moves on with each number drawn
  std::vector<Thread> threads_;
  std::deque<unsigned> ready_; // threads that can go on or begin
  std::vector<std::size_t> freeStacks_;
  std::vector<unsigned> released_;
  FiberContext scheduler_; // where runBlock waits for the running thread
  unsigned current_ = 0;
  unsigned arrived_ = 0; // at the barrier
  unsigned ended_ = 0;
  volatile bool inThread_ = false;
  bool abandoned_ = false;
};

} // namespace mytriton
