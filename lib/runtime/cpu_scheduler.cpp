// Fibers of a block, barriers and warp operations.
#include "cpu_scheduler.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace mytriton {

namespace {

constexpr unsigned kWarpSize = ThreadClock::kWarpSize;

// SplitMix64: the same orders on every machine.
std::uint64_t nextRandom(std::uint64_t &state) {
  std::uint64_t value = state += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

} // namespace

BlockScheduler::BlockScheduler(StackPool &stacks, const HostModule &module, void *const *arguments,
                               unsigned threads, ThreadOrder order, ThreadClock &clock)
    : stacks_(stacks), module_(module), host_(module.host()), arguments_(arguments), clock_(clock),
      order_(order), threads_(threads) {}

BlockScheduler::Outcome BlockScheduler::runBlock(MytritonIndex block) {
  const unsigned count = static_cast<unsigned>(threads_.size());
  host_.blockIdx = block;
  threads_.assign(count, Thread{});
  freeStacks_.clear();
  for (std::size_t stack = count; stack-- > 0;)
    freeStacks_.push_back(stack);
  arrived_ = ended_ = 0;
  abandoned_ = false;
  ready_.clear();
  released_.resize(count);
  std::iota(released_.begin(), released_.end(), 0u);
  release(released_);

  while (!ready_.empty()) {
    current_ = ready_.front();
    ready_.pop_front();
    Thread &first = threads_[current_];
    FiberContext target = first.context;
    if (!first.begun) {
      const std::size_t stack = freeStacks_.back();
      freeStacks_.pop_back();
      target = stacks_.fiber(stack, fiberMain);
      enter(current_, stack);
    } else {
      enter(current_, first.stack);
    }
    FiberContext suspended;
    inThread_ = true;
    FiberSwitch::to(target, this, suspended);
    inThread_ = false;
    if (abandoned_) {
      stacks_.reset();
      return Outcome::Abandoned;
    }
    // The fiber may have gone from thread to thread; the last is the one that stopped.
    if (!threads_[current_].ended) {
      suspended.stack = stacks_.stack(threads_[current_].stack);
      suspended.stackBytes = StackPool::kStackBytes;
      threads_[current_].context = suspended;
    }
  }
  if (ended_ == count)
    return Outcome::Done;
  stacks_.reset();
  return Outcome::Deadlock;
}

void BlockScheduler::enter(unsigned thread, std::size_t stack) {
  current_ = thread;
  threads_[thread].begun = true;
  threads_[thread].stack = stack;
  host_.threadIdx = {thread, 0, 0};
  host_.stackBegin = reinterpret_cast<std::uintptr_t>(stacks_.stack(stack));
  host_.stackBytes = StackPool::kStackBytes;
}

void BlockScheduler::fiberMain(boost::context::detail::transfer_t transfer) {
  auto &self = *static_cast<BlockScheduler *>(transfer.data);
  FiberSwitch::arrive(transfer, self.scheduler_);
  self.runThreads();
  FiberSwitch::to(self.scheduler_, nullptr, self.scheduler_, Leave::ForGood);
}

void BlockScheduler::runThreads() {
  const std::size_t stack = threads_[current_].stack;
  for (;;) {
    module_.runThread(arguments_);
    threads_[current_].ended = true;
    ++ended_;
    if (ready_.empty() || threads_[ready_.front()].begun)
      break;
    enter(ready_.front(), stack);
    ready_.pop_front();
  }
  freeStacks_.push_back(stack);
}

void BlockScheduler::suspend() { FiberSwitch::to(scheduler_, nullptr, scheduler_); }

void BlockScheduler::abandon() {
  abandoned_ = true;
  FiberSwitch::to(scheduler_, nullptr, scheduler_, Leave::ForGood);
  std::abort(); // nobody resumes an abandoned thread
}

void BlockScheduler::release(std::vector<unsigned> &threads) {
  if (order_.kind == ThreadOrder::Kind::Backward)
    std::reverse(threads.begin(), threads.end());
  if (order_.kind == ThreadOrder::Kind::Random)
    for (std::size_t i = threads.size(); i > 1; --i)
      std::swap(threads[i - 1], threads[nextRandom(order_.seed) % i]);
  for (const unsigned thread : threads) {
    threads_[thread].wait = Wait::Nothing;
    ready_.push_back(thread);
  }
}

void BlockScheduler::barrier() {
  threads_[current_].wait = Wait::Barrier;
  if (++arrived_ == threads_.size()) {
    arrived_ = 0;
    clock_.barrier();
    released_.resize(threads_.size());
    std::iota(released_.begin(), released_.end(), 0u);
    release(released_);
  }
  suspend();
}

std::uint32_t BlockScheduler::presentLanes() const {
  const std::size_t lanes = threads_.size() - current_ / kWarpSize * kWarpSize;
  return lanes >= kWarpSize ? ~std::uint32_t{0} : (std::uint32_t{1} << lanes) - 1;
}

std::uint64_t BlockScheduler::warp(MytritonWarpOperation operation, std::uint32_t mask,
                                   std::uint64_t value, unsigned source) {
  const unsigned self = current_, firstThread = self / kWarpSize * kWarpSize;
  Thread &thread = threads_[self];
  thread.wait = operation == kMytritonSyncWarp  ? Wait::SyncWarp
                : operation == kMytritonShuffle ? Wait::Shuffle
                                                : Wait::Vote;
  thread.mask = mask;
  thread.value = value;
  thread.source = source;
  bool complete = true;
  for (unsigned lane = 0; lane < kWarpSize && complete; ++lane)
    if (mask >> lane & 1)
      complete = threads_[firstThread + lane].wait == thread.wait &&
                 threads_[firstThread + lane].mask == mask;
  if (complete)
    completeWarp(firstThread, mask);
  suspend();
  return threads_[self].value;
}

void BlockScheduler::completeWarp(unsigned firstThread, std::uint32_t mask) {
  released_.clear();
  std::uint64_t values[kWarpSize] = {};
  std::uint64_t ballot = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    if (mask >> lane & 1) {
      values[lane] = threads_[firstThread + lane].value;
      ballot |= std::uint64_t{values[lane] != 0} << lane;
      released_.push_back(firstThread + lane);
    }
  for (const unsigned thread : released_) {
    Thread &taking = threads_[thread];
    if (taking.wait == Wait::Vote)
      taking.value = ballot;
    else if (taking.wait == Wait::Shuffle) // what a lane holds that takes no part is undefined
      taking.value = mask >> taking.source & 1 ? values[taking.source] : ~std::uint64_t{0};
  }
  clock_.meet(firstThread / kWarpSize, mask);
  release(released_);
}

std::string BlockScheduler::describe(const Thread &thread) {
  if (thread.ended)
    return "ended";
  switch (thread.wait) {
  case Wait::Barrier:
    return "waits at __syncthreads()";
  case Wait::SyncWarp:
    return fmt::format("waits at __syncwarp() for lanes {:#010x}", thread.mask);
  case Wait::Shuffle:
    return fmt::format("waits in a shuffle for lanes {:#010x}", thread.mask);
  case Wait::Vote:
    return fmt::format("waits in a vote for lanes {:#010x}", thread.mask);
  case Wait::Nothing:
    break;
  }
  return "can go on";
}

std::string BlockScheduler::describeWaits() const {
  constexpr int kGroups = 8;
  std::string text;
  int groups = 0;
  for (std::size_t first = 0; first < threads_.size();) {
    if (groups++ == kGroups)
      return text + ", ...";
    const std::string state = describe(threads_[first]);
    std::size_t last = first;
    while (last + 1 < threads_.size() && describe(threads_[last + 1]) == state)
      ++last;
    text += text.empty() ? "" : ", ";
    text += first == last ? fmt::format("thread {} {}", first, state)
                          : fmt::format("each of threads {} to {} {}", first, last, state);
    first = last + 1;
  }
  return text;
}

} // namespace mytriton
