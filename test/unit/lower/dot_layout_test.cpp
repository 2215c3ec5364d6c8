// Matrix products on threads: what a thread sums, and that shared memory is read without conflicts.
#include "mytriton/lower/dot_layout.h"

#include <catch2/catch.hpp>
#include <set>

using namespace mytriton;

namespace {

// The most conflicts that any warp has in reading any fragment of a row of an operand's buffer.
int worstRead(const Placement &sums, const SharedTile &buffer, int side, int bytes) {
  const int width = fragmentAlong(sums, side, bytes);
  int worst = 0;
  for (int warp = 0; warp < sums.layout.warps(); ++warp)
    for (std::int64_t reg = 0; reg < sums.layout.registers(); ++reg) {
      std::vector<std::int64_t> addresses;
      for (int lane = 0; lane < kWarpSize; ++lane) {
        const int at = sums.layout.coordinates(warp * kWarpSize + lane, reg)[side];
        addresses.push_back(buffer.index({0, at / width * width}) * bytes);
      }
      worst = std::max(worst, bankConflicts(addresses, width * bytes));
    }
  return worst;
}

Placement rowMajor(const Shape &shape, int width, int warps) {
  return Placement::of(BlockLayout::rowMajor(shape, width, warps), width);
}

} // namespace

TEST_CASE("the sums of a thread are as square as they can be") {
  const auto registers = [](Shape shape, int warps) {
    return dotPlacement(shape, 4, warps, false).registerShape().str();
  };
  CHECK(registers({64, 64}, 4) == "4x2x4");
  CHECK(registers({128, 128}, 8) == "2x4x2x4");
  CHECK(registers({32, 32}, 4) == "2x4");
  CHECK(registers({16, 16}, 1) == "2x4");
  CHECK(dotPlacement({1, 1}, 4, 4, false).layout.registers() == 1);
  CHECK(dotPlacement({16, 16}, 4, 8, true).layout.registers() == 1);
}

TEST_CASE("every sum has one owner, whatever the shape") {
  for (const int extent : {1, 2, 3, 5, 16, 17, 64, 100, 257})
    for (const int other : {1, 17, 64})
      for (const int warps : {1, 4, 8}) {
        const Placement sums = dotPlacement({extent, other}, 4, warps, false);
        CHECK(sums.layout.warps() == warps);
        CHECK(sums.registerShape().elements() == sums.layout.registers());
        std::set<std::pair<int, int>> owned;
        std::size_t count = 0;
        for (int tid = 0; tid < sums.layout.threads(); ++tid)
          for (std::int64_t reg = 0; sums.layout.owns(tid) && reg < sums.layout.registers();
               ++reg) {
            const Coordinates at = sums.layout.coordinates(tid, reg);
            if (!sums.layout.contains(at))
              continue;
            owned.emplace(at[0], at[1]);
            ++count;
          }
        CHECK(owned.size() == static_cast<std::size_t>(extent) * static_cast<std::size_t>(other));
        CHECK(count == owned.size());
      }
}

TEST_CASE("fragments are read from shared memory without bank conflicts") {
  for (const int bytes : {1, 2, 4, 8})
    for (const int warps : {1, 2, 4, 8})
      for (const Shape &shape : {Shape{64, 64}, Shape{128, 128}, Shape{16, 32}, Shape{17, 100},
                                 Shape{257, 64}, Shape{1, 64}, Shape{5, 3}}) {
        const Placement sums = dotPlacement(shape, bytes, warps, false);
        const SharedTile left =
            dotBuffer(sums, rowMajor({shape[0], 16}, 16 / bytes, warps), 0, bytes);
        const SharedTile right =
            dotBuffer(sums, rowMajor({16, shape[1]}, 16 / bytes, warps), 1, bytes);
        INFO(shape.str() << ", " << bytes << " bytes, " << warps << " warps");
        CHECK(worstRead(sums, left, 0, bytes) == 1);
        CHECK(worstRead(sums, right, 1, bytes) == 1);
        CHECK(left.extents[1] >= sums.layout.covered(0));
        CHECK(left.bufferShape()[1] % fragmentAlong(sums, 0, bytes) == 0);
      }
}

TEST_CASE("conflicts are counted a row of banks at a time") {
  std::vector<std::int64_t> addresses(kWarpSize);
  const auto conflicts = [&](std::int64_t stride, int width) {
    for (std::size_t lane = 0; lane < addresses.size(); ++lane)
      addresses[lane] = static_cast<std::int64_t>(lane) * stride;
    return bankConflicts(addresses, width);
  };
  CHECK(conflicts(4, 4) == 1);
  CHECK(conflicts(16, 16) == 1);
  CHECK(conflicts(0, 4) == 1); // one word for all
  CHECK(conflicts(8, 4) == 2);
  CHECK(conflicts(128, 4) == 32);
  CHECK(conflicts(32, 16) == 2);
  CHECK(conflicts(2, 2) == 1);
}
