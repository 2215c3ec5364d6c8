// The layouts that a tile compiler needs first, as block layouts: threads in a grid of their own
// shape, register tiles that step by that grid, projections, and tiles that all threads traverse
// together. The expected coordinates are the formulas that define each of them.

#include "mytriton/layout/block_layout.h"

#include <catch2/catch.hpp>

using namespace mytriton;

namespace {

constexpr int kRowMajor[] = {1, 0};

// A block on threads that lie in a row-major grid of 4x8: one warp.
BlockLayout onGridOf4x8(const Shape &shape) {
  const LinearLayout threads = LinearLayout::identity1D(InDim::Lane, 8, 1, 2) *
                               LinearLayout::identity1D(InDim::Lane, 4, 0, 2);
  return BlockLayout(shape, threads, kRowMajor);
}

// thread coordinate + register coordinate * thread shape, for every thread and register.
void checkStrided(const BlockLayout &layout, int rowRegisters, int columnRegisters) {
  REQUIRE(layout.threads() == 32);
  REQUIRE(layout.registers() == rowRegisters * columnRegisters);
  REQUIRE(layout.copyBits() == 0);
  REQUIRE_FALSE(layout.needsMask());
  for (int tid = 0; tid < 32; ++tid)
    for (int i = 0; i < rowRegisters; ++i)
      for (int j = 0; j < columnRegisters; ++j)
        REQUIRE(layout.coordinates(tid, std::int64_t{i} * columnRegisters + j) ==
                Coordinates{tid / 8 + i * 4, tid % 8 + j * 8});
}

} // namespace

TEST_CASE("strided register tiles on 4x8 threads") {
  checkStrided(onGridOf4x8({8, 8}), 2, 1);
  checkStrided(onGridOf4x8({16, 16}), 4, 2);
  checkStrided(onGridOf4x8({12, 24}), 3, 3); // no power of two is needed
}

TEST_CASE("dimensions of a tile projected onto those of the threads") {
  const BlockLayout whole = onGridOf4x8({4, 8});
  checkStrided(whole, 1, 1);
  const BlockLayout column = whole.projected({4, 1}), row = whole.projected({1, 8});
  for (int tid = 0; tid < 32; ++tid) {
    REQUIRE(column.coordinates(tid, std::int64_t{0}) == Coordinates{tid / 8, 0});
    REQUIRE(row.coordinates(tid, std::int64_t{0}) == Coordinates{0, tid % 8});
    // Along the other dimension they are copies, of which the first owns the element.
    REQUIRE(column.owns(tid) == (tid % 8 == 0));
    REQUIRE(row.owns(tid) == (tid / 8 == 0));
  }
  CHECK(column.registers() == 1);
  CHECK(row.registers() == 1);
}

TEST_CASE("a tile that all threads of a block traverse together") {
  for (const Shape &shape : {Shape{8, 16}, Shape{64, 4}, Shape{16, 64}, Shape{4, 8}})
    for (int warps : {1, 2, 4}) {
      const BlockLayout layout = BlockLayout::rowMajor(shape, 1, warps);
      const int threads = warps * 32;
      const std::int64_t elements = shape.elements();
      for (int tid = 0; tid < threads; ++tid)
        for (std::int64_t step = 0; step * threads < elements; ++step) {
          const std::int64_t index = (tid + step * threads) % elements;
          REQUIRE(layout.coordinates(tid, step) ==
                  Coordinates{static_cast<std::int32_t>(index / shape[1]),
                              static_cast<std::int32_t>(index % shape[1])});
          REQUIRE(layout.owns(tid) == (tid < elements));
        }
    }
}
