// Conversions, carried out for every thread and register of many pairs of layouts.

#include "mytriton/layout/conversion.h"

#include <catch2/catch.hpp>
#include <map>

using namespace mytriton;

namespace {

// The number of an element of the shape, or what nobody may rely on.
constexpr std::int64_t kOutside = -1;

std::int64_t elementAt(const BlockLayout &layout, int tid, std::int64_t reg) {
  const Coordinates at = layout.coordinates(tid, reg);
  if (!layout.contains(at))
    return kOutside;
  std::int64_t number = 0;
  for (int dim = 0; dim < layout.rank(); ++dim)
    number = number * layout.shape()[dim] + at[dim];
  return number;
}

int sourceLane(const Conversion &plan, int tid, std::size_t reg) {
  int lane = plan.laneOffset[reg];
  for (const ThreadTerm &term : plan.laneTerms)
    lane += term.value(tid);
  return lane;
}

// What each register of the destination holds after the conversion.
std::int64_t arrived(const Conversion &plan, const BlockLayout &source, int tid, int reg) {
  const auto r = static_cast<std::size_t>(reg);
  switch (plan.kind) {
  case ConversionKind::None:
    return elementAt(source, tid, reg);
  case ConversionKind::Registers:
    return elementAt(source, tid, plan.sourceRegister[r]);
  case ConversionKind::Shuffle:
    return elementAt(source, tid / kWarpSize * kWarpSize + sourceLane(plan, tid, r),
                     plan.sourceRegister[r]);
  case ConversionKind::Shared:
    break;
  }
  return kOutside;
}

void checkShared(const Conversion &plan, const BlockLayout &source,
                 const BlockLayout &destination) {
  std::map<std::int64_t, std::int64_t> buffer;
  bool fits = true, once = true, right = true;
  for (int tid = 0; tid < source.threads(); ++tid)
    for (std::int64_t reg = 0; reg < source.registers() && source.owns(tid); ++reg) {
      const std::int64_t index = plan.buffer.index(source.coordinates(tid, reg));
      fits &= index < plan.buffer.elements();
      once &= buffer.emplace(index, elementAt(source, tid, reg)).second;
    }
  for (int tid = 0; tid < destination.threads(); ++tid)
    for (std::int64_t reg = 0; reg < destination.registers(); ++reg) {
      const std::int64_t index = plan.buffer.index(destination.coordinates(tid, reg));
      fits &= index < plan.buffer.elements();
      const std::int64_t wanted = elementAt(destination, tid, reg);
      right &= wanted == kOutside || buffer.at(index) == wanted;
    }
  REQUIRE(fits);
  REQUIRE(once); // no two threads store to one place
  REQUIRE(right);
}

// Whether every destination thread, or warp, holds what it needs already.
bool isWithin(const BlockLayout &source, const BlockLayout &destination, int threads) {
  for (int first = 0; first < source.threads(); first += threads) {
    std::map<std::int64_t, bool> held;
    for (int tid = first; tid < first + threads; ++tid)
      for (std::int64_t reg = 0; reg < source.registers(); ++reg)
        held[elementAt(source, tid, reg)] = true;
    for (int tid = first; tid < first + threads; ++tid)
      for (std::int64_t reg = 0; reg < destination.registers(); ++reg) {
        const std::int64_t wanted = elementAt(destination, tid, reg);
        if (wanted != kOutside && !held[wanted])
          return false;
      }
  }
  return true;
}

ConversionKind check(const BlockLayout &source, const BlockLayout &destination) {
  INFO("from " << source.str() << "to " << destination.str());
  const Conversion plan = planConversion(source, destination, 4);
  if (plan.kind == ConversionKind::Shared) {
    checkShared(plan, source, destination);
    return plan.kind;
  }
  bool right = true;
  for (int tid = 0; tid < destination.threads(); ++tid)
    for (int reg = 0; reg < destination.registers(); ++reg) {
      if (plan.kind != ConversionKind::None)
        right &= plan.sourceRegister[static_cast<std::size_t>(reg)] < source.registers();
      if (plan.kind == ConversionKind::Shuffle)
        right &= sourceLane(plan, tid, static_cast<std::size_t>(reg)) < kWarpSize;
      const std::int64_t wanted = elementAt(destination, tid, reg);
      right &= wanted == kOutside || arrived(plan, source, tid, reg) == wanted;
    }
  REQUIRE(right);
  // Shuffles only where threads lack something.
  if (plan.kind == ConversionKind::Shuffle)
    REQUIRE_FALSE(isWithin(source, destination, 1));
  return plan.kind;
}

std::vector<BlockLayout> layoutsOf(const Shape &shape, int warps) {
  std::vector<BlockLayout> layouts;
  std::vector<std::vector<int>> orders = {{0}};
  if (shape.rank() == 2)
    orders = {{1, 0}, {0, 1}};
  for (const std::vector<int> &order : orders)
    for (int width : {1, 2, 4, 8})
      for (int other : {1, 2}) {
        Shape sizePerThread = shape;
        for (int dim = 0; dim < shape.rank(); ++dim)
          sizePerThread[dim] = dim == order[0] ? width : other;
        layouts.push_back(BlockLayout::blocked(shape, sizePerThread, order, warps));
      }
  // As rows and columns of larger blocks.
  if (shape.rank() == 1)
    for (int width : {1, 4}) {
      layouts.push_back(BlockLayout::rowMajor({shape[0], 64}, width, warps).sliced(1));
      layouts.push_back(BlockLayout::rowMajor({64, shape[0]}, width, warps).sliced(0));
    }
  return layouts;
}

} // namespace

TEST_CASE("every pair of layouts of many shapes converts") {
  std::map<ConversionKind, int> kinds;
  const Shape shapes[] = {{1},   {7},    {32},   {100},    {128},   {384},   {1000},
                          {512}, {1, 1}, {3, 7}, {16, 32}, {33, 5}, {32, 1}, {12, 40}};
  for (const Shape &shape : shapes)
    for (int warps : {1, 2, 4}) {
      const std::vector<BlockLayout> layouts = layoutsOf(shape, warps);
      for (const BlockLayout &source : layouts)
        for (const BlockLayout &destination : layouts) {
          const ConversionKind kind = check(source, destination);
          if (source.samePlacement(destination))
            REQUIRE(kind == ConversionKind::None);
          ++kinds[kind];
        }
    }
  // Each way is taken by some.
  CHECK(kinds[ConversionKind::None] > 0);
  CHECK(kinds[ConversionKind::Registers] > 0);
  CHECK(kinds[ConversionKind::Shuffle] > 0);
  CHECK(kinds[ConversionKind::Shared] > 0);
}

TEST_CASE("the cheapest way that serves") {
  SECTION("copies in all threads: a register each") {
    // Each thread has the whole row; the destination wants it in another order of registers.
    const int order[] = {0};
    const LinearLayout lanes = LinearLayout::zeros1D(InDim::Lane, 32, 1);
    const BlockLayout all({8}, lanes * LinearLayout::identity1D(InDim::Register, 8, 0, 1), order);
    CHECK(check(all, all) == ConversionKind::None);
  }
  SECTION("a transposed order of registers is a renaming") {
    const int rows[] = {1, 0}, columns[] = {0, 1};
    const LinearLayout tile = LinearLayout::blocked({2, 2}, {4, 8}, {1, 1}, rows);
    const BlockLayout source({8, 16}, tile, rows), destination({8, 16}, tile, columns);
    CHECK(check(source, destination) == ConversionKind::Registers);
  }
  SECTION("other lanes of the same warp: a shuffle") {
    const int rows[] = {1, 0}, columns[] = {0, 1};
    const BlockLayout source = BlockLayout::blocked({4, 8}, {1, 1}, rows, 1);
    const BlockLayout destination = BlockLayout::blocked({4, 8}, {1, 1}, columns, 1);
    CHECK(check(source, destination) == ConversionKind::Shuffle);
    // (row, column): lane row * 8 + column to lane column * 4 + row.
    const Conversion plan = planConversion(source, destination, 4);
    CHECK(plan.sourceRegister == std::vector<int>{0});
    CHECK(plan.laneTerms == std::vector<ThreadTerm>{{0, 3, 3}, {2, 7, 0}});
  }
  SECTION("a row of a tile to where a vector of its own lies: from other lanes") {
    const BlockLayout row = BlockLayout::rowMajor({4, 8}, 1, 1).sliced(0);
    const BlockLayout own = BlockLayout::rowMajor({8}, 1, 1);
    CHECK(check(row, own) == ConversionKind::None); // both repeat every eight lanes
    const BlockLayout column = BlockLayout::rowMajor({4, 8}, 1, 1).sliced(1);
    CHECK(check(column, BlockLayout::rowMajor({4}, 1, 1)) == ConversionKind::Shuffle);
    CHECK(check(BlockLayout::rowMajor({4}, 1, 1), column) == ConversionKind::Shuffle);
  }
  SECTION("four neighbours against every 32nd: lanes need different registers of one lane") {
    CHECK(check(BlockLayout::rowMajor({128}, 4, 1), BlockLayout::rowMajor({128}, 1, 1)) ==
          ConversionKind::Shared);
  }
  SECTION("other warps: shared memory") {
    const int rows[] = {1, 0}, columns[] = {0, 1};
    CHECK(check(BlockLayout::blocked({32, 32}, {1, 1}, rows, 4),
                BlockLayout::blocked({32, 32}, {1, 1}, columns, 4)) == ConversionKind::Shared);
  }
}

TEST_CASE("scalars need no conversion") {
  const BlockLayout scalar = BlockLayout::rowMajor({}, 1, 4);
  CHECK(planConversion(scalar, scalar, 4).kind == ConversionKind::None);
}

TEST_CASE("bank conflicts are counted, and padding avoids them in a transpose") {
  const int rows[] = {1, 0}, columns[] = {0, 1};
  const BlockLayout byRow = BlockLayout::blocked({32, 32}, {1, 1}, rows, 4);
  const BlockLayout byColumn = BlockLayout::blocked({32, 32}, {1, 1}, columns, 4);
  const SharedTile plain{{32, 32}, 0}, padded{{32, 32}, 1};
  CHECK(bankConflicts(byRow, plain, 4) == 1);
  CHECK(bankConflicts(byColumn, plain, 4) == 32);
  CHECK(bankConflicts(byRow, padded, 4) == 1);
  CHECK(bankConflicts(byColumn, padded, 4) == 1);
  CHECK(bankConflicts(byRow, plain, 8) == 2); // 256 bytes in two passes
  CHECK(bankConflicts(byRow, plain, 2) == 1);
  CHECK(bankConflicts(byColumn, plain, 2) == 16);

  const Conversion plan = planConversion(byRow, byColumn, 4);
  REQUIRE(plan.kind == ConversionKind::Shared);
  CHECK(plan.buffer.padding == 1);
  CHECK(plan.buffer.extents == Shape{32, 32});
  CHECK(plan.buffer.elements() == 32 * 33);
  CHECK(plan.buffer.stride(0) == 33);
  CHECK(plan.buffer.stride(1) == 1);

  // Four neighbours a thread on either side: no padding is free, but some is better than none.
  const BlockLayout wideRow = BlockLayout::blocked({64, 64}, {1, 4}, rows, 4);
  const BlockLayout wideColumn = BlockLayout::blocked({64, 64}, {4, 1}, columns, 4);
  const SharedTile chosen = planConversion(wideRow, wideColumn, 4).buffer;
  const SharedTile none{{64, 64}, 0};
  CHECK(bankConflicts(wideRow, chosen, 4) + bankConflicts(wideColumn, chosen, 4) <
        bankConflicts(wideRow, none, 4) + bankConflicts(wideColumn, none, 4));
}

TEST_CASE("a buffer of any rank is row-major") {
  const SharedTile tile{{3, 4, 8}, 2};
  CHECK(tile.stride(2) == 1);
  CHECK(tile.stride(1) == 10);
  CHECK(tile.stride(0) == 40);
  CHECK(tile.elements() == 120);
  CHECK(tile.index({2, 3, 7}) == 117);
  CHECK(SharedTile{{100}, 0}.elements() == 100);
}
