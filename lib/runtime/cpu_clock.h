// Which accesses of a launch are ordered, by whatever made one thread wait for another.
//
// One counter ticks at every synchronization. A thread's stamp is the tick of its last one, so
// what it did before tick T carries a stamp below T:
//   - a barrier at tick T orders everything of the block that is stamped below T before all that
//     follows in the block;
//   - a warp operation does the same among the lanes that take part, and passes on what each of
//     them knew of the other lanes;
//   - nothing orders two blocks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mytriton {

using Stamp = std::uint32_t; // 0: never

struct Access {
  Stamp stamp = 0;
  std::uint16_t thread = 0; // within its block
};

class ThreadClock {
public:
  static constexpr unsigned kWarpSize = 32;

  explicit ThreadClock(unsigned threads)
      : stamps_(threads),
        known_(std::size_t{(threads + kWarpSize - 1) / kWarpSize} * kWarpSize * kWarpSize) {}

  // The counter is about to run out of numbers: what is stamped must be forgotten, with restart().
  bool exhausted() const { return tick_ > 0xF0000000u; }
  void restart() {
    tick_ = blockStart_ = barrier_ = 0;
    std::fill(known_.begin(), known_.end(), 0);
    firstBlock_ += blockStarts_.size();
    blockStarts_.clear();
  }

  void beginBlock() {
    blockStart_ = ++tick_;
    blockStarts_.push_back(tick_);
    releaseAll();
  }

  void barrier() {
    ++tick_;
    releaseAll();
  }

  // The lanes of `mask` of one warp have met.
  void meet(unsigned warp, std::uint32_t mask) {
    ++tick_;
    Stamp together[kWarpSize] = {};
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      if (mask >> lane & 1)
        for (unsigned other = 0; other < kWarpSize; ++other)
          together[other] = std::max(together[other], known(warp, lane)[other]);
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      if (mask >> lane & 1)
        together[lane] = tick_;
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      if (mask >> lane & 1) {
        std::copy_n(together, kWarpSize, known(warp, lane));
        stamps_[warp * kWarpSize + lane] = tick_;
      }
  }

  Stamp stamp(unsigned thread) const { return stamps_[thread]; }
  bool fromEarlierBlock(Stamp stamp) const { return stamp < blockStart_; }
  bool beforeBarrier(Stamp stamp) const { return stamp < barrier_; }

  // Whether an earlier access comes before whatever `thread` does now.
  bool ordered(Access earlier, unsigned thread) const {
    if (fromEarlierBlock(earlier.stamp))
      return false;
    if (earlier.thread == thread || beforeBarrier(earlier.stamp))
      return true;
    const unsigned warp = thread / kWarpSize;
    return earlier.thread / kWarpSize == warp &&
           known_[(warp * kWarpSize + thread % kWarpSize) * kWarpSize +
                  earlier.thread % kWarpSize] > earlier.stamp;
  }

  // The number, in the order of this launch, of the block that made an access.
  std::uint64_t blockOf(Stamp stamp) const {
    const auto after = std::upper_bound(blockStarts_.begin(), blockStarts_.end(), stamp);
    return firstBlock_ + static_cast<std::uint64_t>(after - blockStarts_.begin()) - 1;
  }

private:
  Stamp *known(unsigned warp, unsigned lane) {
    return &known_[std::size_t{warp * kWarpSize + lane} * kWarpSize];
  }
  void releaseAll() {
    barrier_ = tick_;
    std::fill(stamps_.begin(), stamps_.end(), tick_);
  }

  Stamp tick_ = 0;
  Stamp blockStart_ = 0;
  Stamp barrier_ = 0;
  std::vector<Stamp> stamps_; // by thread
  std::vector<Stamp> known_;  // by thread and lane: what is stamped below comes before the thread
  std::vector<Stamp> blockStarts_;
  std::uint64_t firstBlock_ = 0;
};

} // namespace mytriton
