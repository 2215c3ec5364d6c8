// Shadow cells: see the header.
#include "cpu_shadow.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace mytriton {

Shadow::Shadow(const ThreadClock &clock, std::size_t bytes, unsigned granule, Lifetime lifetime)
    : clock_(clock), bytes_(bytes), granuleShift_(static_cast<unsigned>(std::countr_zero(granule))),
      lifetime_(lifetime), cells_((bytes + granule - 1) >> granuleShift_) {}

void Shadow::forget() {
  cells_ = PageTable<Cell>(cells_.size());
  atomics_ = PageTable<AccessSet>(atomics_.size());
  mixed_.clear();
}

void Shadow::refine() {
  PageTable<Cell> cells(bytes_);
  PageTable<AccessSet> atomics(atomics_.size() ? bytes_ : 0);
  for (std::size_t byte = 0; byte < bytes_; ++byte) {
    const std::size_t old = byte >> granuleShift_;
    cells.data()[byte] = cells_.data()[old];
    // Cells share no list: each goes its own way from here.
    const auto own = [&](AccessSet &set) {
      if (set.form == AccessSet::Form::Mixed) {
        mixed_.push_back(std::vector<Access>(mixed_[set.lanes]));
        set.lanes = static_cast<std::uint32_t>(mixed_.size() - 1);
      }
    };
    own(cells.data()[byte].reads);
    if (atomics_.size()) {
      atomics.data()[byte] = atomics_.data()[old];
      own(atomics.data()[byte]);
    }
  }
  cells_ = std::move(cells);
  atomics_ = std::move(atomics);
  granuleShift_ = 0;
}

std::optional<Conflict> Shadow::access(std::size_t offset, std::size_t bytes, AccessKind kind,
                                       unsigned thread) {
  const std::size_t part = (std::size_t{1} << granuleShift_) - 1;
  if (((offset | bytes) & part) != 0)
    refine();
  if (kind == AccessKind::Atomic && atomics_.size() == 0)
    atomics_ = PageTable<AccessSet>(cells_.size());
  const std::size_t end = (offset + bytes) >> granuleShift_;
  for (std::size_t index = offset >> granuleShift_; index < end; ++index)
    if (std::optional<Conflict> conflict = accessCell(index, kind, thread))
      return conflict;
  return std::nullopt;
}

std::optional<Conflict> Shadow::accessCell(std::size_t index, AccessKind kind, unsigned thread) {
  Cell &cell = cells_.data()[index];
  AccessSet *atomics = atomics_.size() ? &atomics_.data()[index] : nullptr;
  if (lifetime_ == Lifetime::Block) {
    if (clock_.fromEarlierBlock(cell.write.stamp))
      cell.write = {};
    if (clock_.fromEarlierBlock(cell.reads.stamp))
      cell.reads = {};
    if (atomics && clock_.fromEarlierBlock(atomics->stamp))
      *atomics = {};
  }
  if (cell.write.stamp != 0 && !clock_.ordered(cell.write, thread))
    return Conflict{cell.write, AccessKind::Write};
  if (kind != AccessKind::Read)
    if (const std::optional<Access> read = conflictIn(cell.reads, thread))
      return Conflict{*read, AccessKind::Read};
  if (kind != AccessKind::Atomic && atomics)
    if (const std::optional<Access> atomic = conflictIn(*atomics, thread))
      return Conflict{*atomic, AccessKind::Atomic};
  switch (kind) {
  case AccessKind::Read:
    add(cell.reads, thread);
    break;
  case AccessKind::Atomic:
    add(*atomics, thread);
    break;
  case AccessKind::Write:
    cell.write = {clock_.stamp(thread), static_cast<std::uint16_t>(thread)};
    cell.reads = {};
    if (atomics)
      *atomics = {};
    break;
  }
  return std::nullopt;
}

std::optional<Access> Shadow::conflictIn(const AccessSet &set, unsigned thread) const {
  if (set.stamp == 0)
    return std::nullopt;
  if (set.earlierBlock != 0)
    return Access{set.earlierBlock, set.earlierThread};
  const Access first{set.stamp, set.thread};
  if (clock_.fromEarlierBlock(set.stamp))
    return first;
  if (clock_.beforeBarrier(set.stamp))
    return std::nullopt;
  const unsigned warp = set.thread / ThreadClock::kWarpSize;
  switch (set.form) {
  case AccessSet::Form::Warps:
    if (warp != thread / ThreadClock::kWarpSize)
      return first;
    return Access{set.stamp, static_cast<std::uint16_t>(set.lanes)};
  case AccessSet::Form::Mixed:
    for (const Access &access : mixed_[set.lanes])
      if (!clock_.ordered(access, thread))
        return access;
    return std::nullopt;
  case AccessSet::Form::Lanes:
    for (std::uint32_t lanes = set.lanes; lanes != 0; lanes &= lanes - 1) {
      const Access access{
          set.stamp, static_cast<std::uint16_t>(warp * ThreadClock::kWarpSize +
                                                static_cast<unsigned>(std::countr_zero(lanes)))};
      if (!clock_.ordered(access, thread))
        return access;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

void Shadow::add(AccessSet &set, unsigned thread) {
  const Stamp stamp = clock_.stamp(thread);
  const unsigned warp = thread / ThreadClock::kWarpSize;
  const std::uint32_t lane = 1u << (thread % ThreadClock::kWarpSize);
  const auto startWith = [&] {
    set.stamp = stamp;
    set.thread = static_cast<std::uint16_t>(thread);
    set.lanes = lane;
    set.form = AccessSet::Form::Lanes;
  };
  if (set.stamp == 0)
    return startWith();
  if (clock_.fromEarlierBlock(set.stamp)) {
    set.earlierBlock = set.stamp;
    set.earlierThread = set.thread;
    return startWith();
  }
  if (clock_.beforeBarrier(set.stamp))
    return startWith();
  if (set.form == AccessSet::Form::Warps)
    return;
  if (warp != set.thread / ThreadClock::kWarpSize) {
    set.form = AccessSet::Form::Warps;
    set.lanes = thread;
    set.stamp = std::max(set.stamp, stamp);
    return;
  }
  if (set.form == AccessSet::Form::Lanes && set.stamp == stamp) {
    set.lanes |= lane;
    return;
  }

  // Several stamps in one warp: keep what does not come before this access.
  std::vector<Access> kept;
  const auto keep = [&](Access access) {
    if (!clock_.ordered(access, thread))
      kept.push_back(access);
  };
  if (set.form == AccessSet::Form::Mixed)
    for (const Access &access : mixed_[set.lanes])
      keep(access);
  else
    for (std::uint32_t lanes = set.lanes; lanes != 0; lanes &= lanes - 1)
      keep({set.stamp, static_cast<std::uint16_t>(warp * ThreadClock::kWarpSize +
                                                  static_cast<unsigned>(std::countr_zero(lanes)))});
  if (kept.empty())
    return startWith();
  kept.push_back({stamp, static_cast<std::uint16_t>(thread)});
  if (set.form != AccessSet::Form::Mixed) {
    set.form = AccessSet::Form::Mixed;
    set.lanes = static_cast<std::uint32_t>(mixed_.size());
    mixed_.emplace_back();
  }
  set.stamp = std::max(set.stamp, stamp);
  mixed_[set.lanes] = std::move(kept);
}

} // namespace mytriton
