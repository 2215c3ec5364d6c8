// Block layouts: every element of many shapes has exactly one owner, and the canonical form says
// the same as the linear map.

#include "mytriton/layout/block_layout.h"

#include <catch2/catch.hpp>
#include <map>

using namespace mytriton;

namespace {

const std::vector<Shape> kShapes = {
    {1},        {2},       {31},      {32},         {33},   {100},     {128},
    {384},      {1000},    {1024},    {4096},       {3, 7}, {16, 32},  {5, 1},
    {1, 5},     {64, 64},  {100, 3},  {7, 130},     {1, 1}, {2, 3, 5}, {4, 8, 16},
    {3, 1, 33}, {8, 1, 1}, {1, 1, 9}, {2, 2, 2, 2},
};

std::int64_t rowMajorIndex(const Shape &shape, const Coordinates &coordinates) {
  std::int64_t index = 0;
  for (int dim = 0; dim < shape.rank(); ++dim)
    index = index * shape[dim] + coordinates[dim];
  return index;
}

// Each element of the shape has exactly one owner, and each of its copies agrees with it: a thread
// and its owner (the copy bits cleared) hold the same.
void checkOwners(const BlockLayout &layout) {
  std::map<std::int64_t, int> owners;
  bool copiesAgree = true;
  for (int tid = 0; tid < layout.threads(); ++tid)
    for (std::int64_t reg = 0; reg < layout.registers(); ++reg) {
      const Coordinates element = layout.coordinates(tid, reg);
      copiesAgree &= element == layout.coordinates(tid & ~layout.copyBits(), reg);
      if (layout.owns(tid) && layout.contains(element))
        ++owners[rowMajorIndex(layout.shape(), element)];
    }
  REQUIRE(copiesAgree);
  REQUIRE(static_cast<std::int64_t>(owners.size()) == layout.shape().elements());
  for (const auto &[element, count] : owners)
    REQUIRE(count == 1);
}

// The canonical form against the linear map: the tile with its repeats.
void checkAgainstTile(const BlockLayout &layout) {
  for (const RegisterAxis &axis : layout.registerAxes())
    REQUIRE(axis.extent > 1);
  // Decompose each coordinate into tile and repeat; the tile's register, lane and warp must lead
  // back to it.
  const LinearLayout owner = layout.tile().inverse();
  bool right = true;
  for (int tid = 0; tid < layout.threads(); ++tid)
    for (std::int64_t reg = 0; reg < layout.registers(); ++reg) {
      Coordinates inTile = layout.coordinates(tid, reg);
      for (int dim = 0; dim < layout.rank(); ++dim) {
        right &= inTile[dim] < layout.covered(dim);
        inTile[dim] %= static_cast<std::int32_t>(layout.tile().outSize(dim));
      }
      const Coordinates from = owner.apply(inTile);
      right &= from[InDim::Lane] + kWarpSize * from[InDim::Warp] == (tid & ~layout.copyBits());
      right &= layout.tile().apply(from) == inTile;
    }
  REQUIRE(right);
}

void check(const BlockLayout &layout) {
  INFO(layout.str());
  checkOwners(layout);
  checkAgainstTile(layout);
}

std::vector<std::vector<int>> orders(int rank) {
  if (rank == 1)
    return {{0}};
  if (rank == 2)
    return {{1, 0}, {0, 1}};
  std::vector<int> forward, backward;
  for (int dim = 0; dim < rank; ++dim) {
    forward.push_back(dim);
    backward.insert(backward.begin(), dim);
  }
  return {backward, forward};
}

} // namespace

TEST_CASE("blocked layouts give every element one owner") {
  for (const Shape &shape : kShapes)
    for (int warps : {1, 2, 4, 8})
      for (int width : {1, 2, 4, 8})
        for (const std::vector<int> &order : orders(shape.rank())) {
          Shape sizePerThread = shape;
          for (int dim = 0; dim < shape.rank(); ++dim)
            sizePerThread[dim] = dim == order[0] ? width : 1;
          const BlockLayout layout = BlockLayout::blocked(shape, sizePerThread, order, warps);
          REQUIRE(layout.warps() == warps);
          REQUIRE(layout.threads() == warps * kWarpSize);
          check(layout);
          for (int dim = 0; dim < shape.rank(); ++dim) {
            REQUIRE(layout.needsMask(dim) == (layout.covered(dim) != shape[dim]));
            // No repeat lies outside altogether.
            REQUIRE(layout.covered(dim) - shape[dim] < layout.tile().outSize(dim));
          }
        }
}

TEST_CASE("a two-dimensional tile in each thread") {
  const int order[] = {1, 0};
  for (int warps : {1, 4}) {
    const BlockLayout layout = BlockLayout::blocked({64, 64}, {4, 4}, order, warps);
    check(layout);
    CHECK(layout.registers() == 4096 / (warps * 32));
  }
}

TEST_CASE("no more registers than needed") {
  const auto registers = [](const Shape &shape, int width, int warps) {
    return BlockLayout::rowMajor(shape, width, warps).registers();
  };
  CHECK(registers({384}, 1, 4) == 3); // three, not four
  CHECK(registers({384}, 1, 8) == 2);
  CHECK(registers({1000}, 4, 8) == 4);
  CHECK(registers({1000}, 1, 4) == 8);
  CHECK(registers({100}, 1, 4) == 1);
  CHECK(registers({1}, 4, 1) == 1);
  CHECK(registers({3, 7}, 1, 1) == 1);
  CHECK(registers({3, 7}, 4, 1) == 4);
  CHECK(registers({}, 1, 8) == 1);
}

TEST_CASE("the canonical form is what a printer wants") {
  using Axes = std::vector<RegisterAxis>;
  using Terms = std::vector<ThreadTerm>;
  SECTION("four neighbours a thread") {
    const BlockLayout layout = BlockLayout::rowMajor({1024}, 4, 8);
    CHECK(layout.registerAxes() == Axes{{4, 0, 1}});
    CHECK(layout.threadTerms(0) == Terms{{0, 255, 2}});
    CHECK(layout.copyBits() == 0);
    CHECK_FALSE(layout.needsMask());
  }
  SECTION("repeats of four neighbours, the last cut short") {
    const BlockLayout layout = BlockLayout::rowMajor({2000}, 4, 4);
    CHECK(layout.registerAxes() == Axes{{4, 0, 512}, {4, 0, 1}});
    CHECK(layout.needsMask(0));
  }
  SECTION("1000 elements on 256 threads of 4") {
    const BlockLayout layout = BlockLayout::rowMajor({1000}, 4, 8);
    CHECK(layout.registerAxes() == Axes{{4, 0, 1}});
    CHECK(layout.needsMask(0));
    CHECK(layout.copyBits() == 0);
  }
  SECTION("fewer elements than threads: the rest are copies") {
    const BlockLayout layout = BlockLayout::rowMajor({100}, 4, 4);
    CHECK(layout.registerAxes() == Axes{{4, 0, 1}});
    CHECK(layout.threadTerms(0) == Terms{{0, 31, 2}});
    CHECK(layout.copyBits() == 0b1100000);
  }
  SECTION("rows of eight lanes") {
    const BlockLayout layout = BlockLayout::rowMajor({64, 32}, 4, 4);
    CHECK(layout.registerAxes() == Axes{{4, 0, 16}, {4, 1, 1}});
    CHECK(layout.threadTerms(0) == Terms{{3, 15, 0}});
    CHECK(layout.threadTerms(1) == Terms{{0, 7, 2}});
  }
  SECTION("columns first: the vector is still the last axis") {
    const int order[] = {0, 1};
    const BlockLayout layout = BlockLayout::blocked({64, 32}, {4, 1}, order, 4);
    CHECK(layout.registerAxes() == Axes{{4, 1, 8}, {4, 0, 1}});
    CHECK(layout.threadTerms(0) == Terms{{0, 15, 2}});
    CHECK(layout.threadTerms(1) == Terms{{4, 7, 0}});
  }
  SECTION("repeats merge with the register bit below them") {
    // A register bit of stride 32 on top of 32 lanes, then three repeats of 64.
    const LinearLayout tile = LinearLayout::identity1D(InDim::Lane, 32, 0, 1) *
                              LinearLayout::identity1D(InDim::Register, 2, 0, 1);
    const int order[] = {0};
    const BlockLayout layout({180}, tile, order);
    CHECK(layout.registerAxes() == Axes{{6, 0, 32}});
    check(layout);
  }
  SECTION("registers in any order are put in order, copies dropped") {
    const LinearLayout tile = LinearLayout::fromBasis({{{0, 4}, {1, 0}, {0, 0}, {0, 1}, {0, 2}},
                                                       {{0, 8}, {2, 0}, {0, 16}, {0, 0}, {0, 32}},
                                                       {{4, 0}}},
                                                      Shape{8, 64});
    const int order[] = {1, 0};
    const BlockLayout layout({8, 64}, tile, order);
    CHECK(layout.registerAxes() == Axes{{2, 0, 1}, {8, 1, 1}});
    CHECK(layout.threadTerms(0) == Terms{{1, 1, 1}, {5, 1, 2}});
    CHECK(layout.threadTerms(1) == Terms{{0, 1, 3}, {2, 1, 4}, {4, 1, 5}});
    CHECK(layout.copyBits() == 0b01000);
    check(layout);
  }
}

TEST_CASE("coordinates by register number and by an index per axis agree") {
  const BlockLayout layout = BlockLayout::rowMajor({40, 24}, 4, 1);
  const Shape extents = layout.registerShape();
  REQUIRE(extents.rank() == 2);
  for (int i = 0; i < extents[0]; ++i)
    for (int j = 0; j < extents[1]; ++j)
      for (int tid = 0; tid < layout.threads(); ++tid)
        REQUIRE(layout.coordinates(tid, std::vector<int>{i, j}) ==
                layout.coordinates(tid, std::int64_t{i} * extents[1] + j));
}

TEST_CASE("one element, one thread") {
  for (const Shape &shape : kShapes) {
    const BlockLayout layout = BlockLayout::oneElementPerThread(shape);
    check(layout);
    CHECK(layout.registers() == 1);
    // Row-major over the shape, inner dimensions padded to powers of two.
    for (int tid = 0; tid < layout.threads(); ++tid) {
      if (!layout.owns(tid))
        continue;
      int rest = tid;
      Coordinates expected = shape;
      for (int dim = shape.rank() - 1; dim >= 0; --dim) {
        const int padded = 1 << ceilLog2(shape[dim]);
        expected[dim] = rest % padded;
        rest /= padded;
      }
      REQUIRE(layout.coordinates(tid, std::int64_t{0}) == expected);
    }
  }
  CHECK(BlockLayout::oneElementPerThread({256}).threads() == 256);
  CHECK(BlockLayout::oneElementPerThread({1000}).threads() == 1024);
  CHECK(BlockLayout::oneElementPerThread({16, 32}).threads() == 512);
  CHECK(BlockLayout::oneElementPerThread({3, 7}).threads() == 32);
  CHECK(BlockLayout::oneElementPerThread({}).threads() == 32);
}

TEST_CASE("projected, sliced, expanded and transposed layouts keep each thread's coordinates") {
  for (const Shape &shape : kShapes) {
    if (shape.rank() < 2)
      continue;
    for (int warps : {1, 4}) {
      const BlockLayout layout = BlockLayout::rowMajor(shape, 4, warps);
      for (int dim = 0; dim < shape.rank(); ++dim) {
        Shape projectedShape = shape;
        projectedShape[dim] = 1;
        const BlockLayout projected = layout.projected(projectedShape);
        const BlockLayout sliced = layout.sliced(dim);
        check(projected);
        check(sliced);
        CHECK(sliced.expanded(dim) == projected);
        CHECK(layout.expanded(dim).sliced(dim) == layout);
        for (int other = 0; other < shape.rank(); ++other)
          if (other != dim) {
            CHECK(projected.threadTerms(other) == layout.threadTerms(other));
            CHECK(sliced.threadTerms(other > dim ? other - 1 : other) == layout.threadTerms(other));
          }
        CHECK(projected.threadTerms(dim).empty());
        for (const RegisterAxis &axis : projected.registerAxes())
          CHECK(axis.dim != dim);
      }
      Shape last;
      last.append(shape[shape.rank() - 1]);
      const BlockLayout vector = layout.projected(last);
      check(vector);
      CHECK(vector.threadTerms(0) == layout.threadTerms(shape.rank() - 1));
    }
  }
  const int swap[] = {1, 0};
  const BlockLayout layout = BlockLayout::rowMajor({16, 33}, 4, 2);
  const BlockLayout transposed = layout.transposed(swap);
  check(transposed);
  CHECK(transposed.shape() == Shape{33, 16});
  REQUIRE(transposed.registers() == layout.registers());
  for (int tid = 0; tid < 64; ++tid)
    for (std::int64_t reg = 0; reg < layout.registers(); ++reg) {
      const Coordinates a = layout.coordinates(tid, reg), b = transposed.coordinates(tid, reg);
      REQUIRE((a[0] == b[1] && a[1] == b[0]));
    }
  CHECK(transposed.transposed(swap) == layout);
}

TEST_CASE("a scalar is with every thread, and thread 0 owns it") {
  const BlockLayout layout = BlockLayout::rowMajor({}, 1, 2);
  CHECK(layout.registerAxes().empty());
  CHECK(layout.copyBits() == 63);
  CHECK(layout.owns(0));
  CHECK_FALSE(layout.owns(32));
  CHECK(layout.contains(layout.coordinates(5, std::int64_t{0})));
}

TEST_CASE("same placement is the same element in the same register of the same thread") {
  CHECK(BlockLayout::rowMajor({1024}, 4, 8) == BlockLayout::rowMajor({1024}, 4, 8));
  CHECK_FALSE(BlockLayout::rowMajor({1024}, 4, 8) == BlockLayout::rowMajor({1024}, 1, 8));
  CHECK_FALSE(BlockLayout::rowMajor({1024}, 4, 8) == BlockLayout::rowMajor({1024}, 4, 4));
  CHECK(BlockLayout::rowMajor({32}, 1, 1) == BlockLayout::oneElementPerThread({32}));
}

TEST_CASE("layouts print as text") {
  CHECK(BlockLayout::rowMajor({16, 30}, 4, 2).str() == "16x30 on 64 threads, 8 registers a thread\n"
                                                       "  dim 0 = tid / 8 + r0 * 8\n"
                                                       "  dim 1 = tid % 8 * 4 + r1, where < 30\n"
                                                       "  r0 in 0..1\n"
                                                       "  r1 in 0..3\n"
                                                       "  thread  elements\n"
                                                       "  0       (0, 0..3) (8, 0..3)\n"
                                                       "  1       (0, 4..7) (8, 4..7)\n"
                                                       "  2       (0, 8..11) (8, 8..11)\n"
                                                       "  4       (0, 16..19) (8, 16..19)\n"
                                                       "  8       (1, 0..3) (9, 0..3)\n"
                                                       "  16      (2, 0..3) (10, 0..3)\n"
                                                       "  32      (4, 0..3) (12, 0..3)\n");
  CHECK(BlockLayout::rowMajor({3}, 1, 1).str() == "3 on 32 threads, 1 register a thread\n"
                                                  "  dim 0 = tid % 4, where < 3\n"
                                                  "  thread  elements\n"
                                                  "  0       (0)\n"
                                                  "  1       (1)\n"
                                                  "  2       (2)\n"
                                                  "  4       as thread 0\n"
                                                  "  8       as thread 0\n"
                                                  "  16      as thread 0\n");
  CHECK(BlockLayout::rowMajor({}, 1, 1).str() == "scalar on 32 threads, 1 register a thread\n");
}

TEST_CASE("the picture has one cell for each element, and is bounded") {
  const auto cells = [](const Picture &picture) {
    const std::string &svg = picture.content;
    int count = 0;
    for (std::size_t at = svg.find("<rect"); at != std::string::npos;
         at = svg.find("<rect", at + 1))
      ++count;
    return count;
  };
  CHECK(cells(BlockLayout::rowMajor({16, 30}, 4, 2).picture()) == 480);
  CHECK(cells(BlockLayout::rowMajor({100}, 4, 1).picture()) == 100);
  CHECK(cells(BlockLayout::rowMajor({256, 256}, 4, 8).picture()) == 4096);
  CHECK(cells(BlockLayout::rowMajor({4096}, 4, 8).picture()) == 2048);
  CHECK(cells(BlockLayout::rowMajor({}, 1, 1).picture()) == 1);
  CHECK(cells(BlockLayout::rowMajor({2, 3, 5}, 1, 1).picture()) == 15);
  const Picture picture = BlockLayout::rowMajor({64}, 2, 1).picture();
  CHECK(picture.content.find(">0.0</text>") != std::string::npos);
  CHECK(picture.content.find(">31.1</text>") != std::string::npos);
  CHECK(picture.width == 32 * 48 + 1);
  CHECK(picture.height == 2 * 20 + 1);
}
