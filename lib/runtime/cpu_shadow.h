// What is remembered of the accesses to one piece of memory, to find races precisely.
//
// A race: two threads access the same byte, neither access is ordered before the other, they are
// not both reads and not both atomic. For each granule a cell holds the last plain write and the
// plain reads since; a second table, made when the first atomic comes, the atomics since. What is
// ordered before a kept access need not be kept: whoever races with the one that goes races with
// the one that stays, or is ordered after both.
#pragma once

#include "cpu_clock.h"
#include "cpu_page_table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mytriton {

enum class AccessKind : std::uint8_t { Read, Write, Atomic };

struct Conflict {
  Access access;
  AccessKind kind;
};

// Accesses of one kind to one granule, none of which conflicts with another.
struct AccessSet {
  // Lanes: those of `lanes` in the warp of `thread`, all with the same stamp.
  // Warps: `thread`, and the thread `lanes`, of another warp: whoever comes next before a barrier
  //        races with one of them.
  // Mixed: lanes of one warp with several stamps: the list number `lanes` of the shadow.
  enum class Form : std::uint8_t { Lanes, Warps, Mixed };

  Stamp stamp = 0; // 0: empty; the latest
  std::uint32_t lanes = 0;
  Stamp earlierBlock = 0; // an access by a block before the one of `stamp`; 0: none
  std::uint16_t thread = 0;
  std::uint16_t earlierThread = 0;
  Form form = Form::Lanes;
};

// How long memory lives: global memory for the launch, shared memory for one block.
enum class Lifetime : std::uint8_t { Launch, Block };

class Shadow {
public:
  // `granule`: the size in bytes, a power of two up to 8, of what is usually accessed at once. The
  // first access that is not made of whole granules refines the table to single bytes.
  Shadow(const ThreadClock &clock, std::size_t bytes, unsigned granule, Lifetime lifetime);

  // Remembers an access, or finds what it conflicts with.
  std::optional<Conflict> access(std::size_t offset, std::size_t bytes, AccessKind kind,
                                 unsigned thread);
  void forget(); // everything

private:
  struct Cell {
    Access write;
    AccessSet reads;
  };

  void refine();
  std::optional<Conflict> accessCell(std::size_t index, AccessKind kind, unsigned thread);
  std::optional<Access> conflictIn(const AccessSet &set, unsigned thread) const;
  void add(AccessSet &set, unsigned thread);

  const ThreadClock &clock_;
  std::size_t bytes_;
  unsigned granuleShift_;
  Lifetime lifetime_;
  PageTable<Cell> cells_;
  PageTable<AccessSet> atomics_; // empty until there are any
  std::vector<std::vector<Access>> mixed_;
};

} // namespace mytriton
