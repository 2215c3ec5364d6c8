// The algebra of linear layouts, over every small map rather than chosen ones.

#include "mytriton/layout/linear_layout.h"

#include <catch2/catch.hpp>
#include <functional>
#include <set>

using namespace mytriton;

namespace {

std::vector<std::int64_t> key(const Coordinates &coordinates) {
  return {coordinates.begin(), coordinates.end()};
}

// Calls `visit` with every input of a layout.
void forEachInput(const LinearLayout &layout, const std::function<void(Coordinates)> &visit) {
  int total = 0;
  for (int in = 0; in < layout.inRank(); ++in)
    total += layout.inBits(in);
  for (int flat = 0; flat < 1 << total; ++flat) {
    Coordinates input;
    int rest = flat;
    for (int in = 0; in < layout.inRank(); ++in) {
      input.append(rest % layout.inSize(in));
      rest /= static_cast<int>(layout.inSize(in));
    }
    visit(input);
  }
}

Coordinates add(const Coordinates &a, const Coordinates &b) {
  Coordinates sum = a;
  for (int i = 0; i < a.rank(); ++i)
    sum[i] ^= b[i];
  return sum;
}

// Every map whose inputs have the given bits and whose outputs have the given bits.
void forEachMap(const std::vector<int> &inBits, const std::vector<int> &outBits,
                const std::function<void(const LinearLayout &)> &visit) {
  int inTotal = 0, outTotal = 0;
  Shape outSizes;
  for (int bits : inBits)
    inTotal += bits;
  for (int bits : outBits) {
    outTotal += bits;
    outSizes.append(1 << bits);
  }
  for (int matrix = 0; matrix < 1 << (inTotal * outTotal); ++matrix) {
    int rest = matrix;
    std::vector<std::vector<Coordinates>> basis;
    for (int bits : inBits) {
      basis.emplace_back();
      for (int bit = 0; bit < bits; ++bit) {
        Coordinates column;
        for (int out : outBits) {
          column.append(rest % (1 << out));
          rest >>= out;
        }
        basis.back().push_back(column);
      }
    }
    visit(LinearLayout::fromBasis(basis, outSizes));
  }
}

bool sameFunction(const LinearLayout &a, const LinearLayout &b) {
  bool same = true;
  forEachInput(a, [&](const Coordinates &input) { same &= a.apply(input) == b.apply(input); });
  return same;
}

const std::vector<std::pair<std::vector<int>, std::vector<int>>> kSmall = {
    {{1, 1, 1}, {2, 1}}, {{2, 1, 1}, {1, 1}}, {{2, 1, 0}, {1, 2}}, {{1, 2, 1}, {3}},
    {{0, 2, 1}, {1, 1}}, {{1, 0, 1}, {1, 2}}, {{1, 1, 1}, {1}},    {{2, 2, 0}, {1, 1}},
};

} // namespace

TEST_CASE("ceilLog2") {
  CHECK(ceilLog2(1) == 0);
  CHECK(ceilLog2(2) == 1);
  CHECK(ceilLog2(3) == 2);
  CHECK(ceilLog2(1000) == 10);
  CHECK(ceilLog2(1024) == 10);
  CHECK(ceilLog2(1025) == 11);
}

TEST_CASE("every small map is linear, and its basis is its values at single bits") {
  for (const auto &[in, out] : kSmall)
    forEachMap(in, out, [](const LinearLayout &map) {
      bool linear = true;
      forEachInput(map, [&](const Coordinates &a) {
        forEachInput(map, [&](const Coordinates &b) {
          linear &= map.apply(add(a, b)) == add(map.apply(a), map.apply(b));
        });
      });
      REQUIRE(linear);
      for (int dim = 0; dim < map.inRank(); ++dim)
        for (int bit = 0; bit < map.inBits(dim); ++bit) {
          Coordinates single{0, 0, 0};
          single[dim] = 1 << bit;
          REQUIRE(map.apply(single) == map.basis(dim, bit));
        }
    });
}

TEST_CASE("injective, surjective and free bits agree with counting") {
  for (const auto &[in, out] : kSmall)
    forEachMap(in, out, [](const LinearLayout &map) {
      std::set<std::vector<std::int64_t>> image, owned;
      int inputs = 0, owners = 0;
      forEachInput(map, [&](const Coordinates &input) {
        ++inputs;
        image.insert(key(map.apply(input)));
        for (int dim = 0; dim < map.inRank(); ++dim)
          if ((static_cast<std::uint32_t>(input[dim]) & map.freeBits(dim)) != 0)
            return;
        ++owners;
        owned.insert(key(map.apply(input)));
      });
      std::int64_t outputs = 1;
      for (int dim = 0; dim < map.outRank(); ++dim)
        outputs *= map.outSize(dim);
      REQUIRE(map.isInjective() == (static_cast<int>(image.size()) == inputs));
      REQUIRE(map.isSurjective() == (static_cast<std::int64_t>(image.size()) == outputs));
      // Each element of the image has exactly one owner.
      REQUIRE(owned == image);
      REQUIRE(owners == static_cast<int>(image.size()));
    });
}

TEST_CASE("an inverse finds an owner of every element") {
  for (const auto &[in, out] : kSmall)
    forEachMap(in, out, [](const LinearLayout &map) {
      if (!map.isSurjective())
        return;
      const LinearLayout inverse = map.inverse();
      bool right = true;
      forEachInput(inverse, [&](const Coordinates &element) {
        const Coordinates owner = inverse.apply(element);
        right &= map.apply(owner) == element;
        for (int dim = 0; dim < map.inRank(); ++dim)
          right &= (static_cast<std::uint32_t>(owner[dim]) & map.freeBits(dim)) == 0;
      });
      REQUIRE(right);
      if (map.isBijective()) {
        bool left = true;
        forEachInput(map, [&](const Coordinates &input) {
          left &= inverse.apply(map.apply(input)) == input;
        });
        REQUIRE(left);
        REQUIRE(inverse.inverse() == map);
      }
    });
}

TEST_CASE("composition is application in turn, and associates") {
  std::vector<LinearLayout> maps; // of two inputs to two outputs, each 2 x 2
  forEachMap({1, 1}, {1, 1}, [&](const LinearLayout &map) { maps.push_back(map); });
  REQUIRE(maps.size() == 16);
  for (const LinearLayout &a : maps)
    for (const LinearLayout &b : maps) {
      const LinearLayout ab = compose(a, b);
      forEachInput(b, [&](const Coordinates &x) { REQUIRE(ab.apply(x) == a.apply(b.apply(x))); });
      for (const LinearLayout &c : maps)
        REQUIRE(compose(ab, c) == compose(a, compose(b, c)));
    }
}

TEST_CASE("the product puts the second factor's bits above the first's") {
  std::vector<LinearLayout> maps;
  forEachMap({1, 1}, {1, 1}, [&](const LinearLayout &map) { maps.push_back(map); });
  for (const LinearLayout &low : maps)
    for (const LinearLayout &high : maps) {
      const LinearLayout product = low * high;
      forEachInput(low, [&](const Coordinates &a) {
        forEachInput(high, [&](const Coordinates &b) {
          const Coordinates input{a[0] + 2 * b[0], a[1] + 2 * b[1]};
          const Coordinates x = low.apply(a), y = high.apply(b);
          REQUIRE(product.apply(input) == Coordinates{x[0] + 2 * y[0], x[1] + 2 * y[1]});
        });
      });
      for (const LinearLayout &third : maps)
        REQUIRE((low * high) * third == low * (high * third));
    }
}

TEST_CASE("locate finds each element, in the same thread and warp wherever it is there") {
  // All surjective sources against all destinations on 2 registers, 2 lanes, 2 warps.
  std::vector<LinearLayout> maps;
  forEachMap({1, 1, 1}, {1, 1}, [&](const LinearLayout &map) { maps.push_back(map); });
  for (const LinearLayout &source : maps) {
    if (!source.isSurjective())
      continue;
    for (const LinearLayout &destination : maps) {
      const LinearLayout place = LinearLayout::locate(destination, source);
      REQUIRE(sameFunction(compose(source, place), destination));

      // Where every thread holds all that it needs, nothing moves between threads; where every
      // warp does, nothing moves between warps.
      bool inThread = true, inWarp = true, staysInThread = true, staysInWarp = true;
      forEachInput(destination, [&](const Coordinates &input) {
        bool own = false, warp = false;
        for (int reg = 0; reg < 2; ++reg)
          for (int lane = 0; lane < 2; ++lane) {
            const bool here = source.apply(reg, lane, input[2]) == destination.apply(input);
            warp |= here;
            own |= here && lane == input[1];
          }
        inThread &= own;
        inWarp &= warp;
        const Coordinates from = place.apply(input);
        staysInThread &= from[1] == input[1] && from[2] == input[2];
        staysInWarp &= from[2] == input[2];
      });
      REQUIRE(staysInThread == inThread);
      REQUIRE(staysInWarp == inWarp);
    }
  }
}

TEST_CASE("slices, new dimensions, transposes and restrictions keep the other coordinates") {
  for (const auto &[in, out] : kSmall) {
    if (out.size() != 2)
      continue;
    forEachMap(in, out, [](const LinearLayout &map) {
      const LinearLayout first = map.sliceOut(1), second = map.sliceOut(0);
      const LinearLayout wide = map.expandOut(1);
      const int swap[] = {1, 0};
      const LinearLayout swapped = map.transposeOuts(swap);
      const LinearLayout small = map.shrinkOut(0, 1);
      bool right = wide.outSize(1) == 1 && small.outSize(0) == 1;
      forEachInput(map, [&](const Coordinates &input) {
        const Coordinates x = map.apply(input);
        right &= first.apply(input) == Coordinates{x[0]};
        right &= second.apply(input) == Coordinates{x[1]};
        right &= wide.apply(input) == Coordinates{x[0], 0, x[1]};
        right &= swapped.apply(input) == Coordinates{x[1], x[0]};
        right &= small.apply(input) == Coordinates{0, x[1]};
        const LinearLayout lanes = map.restrictTo(InDim::Lane);
        right &= lanes.apply(0, input[1], 0) == map.apply(0, input[1], 0);
      });
      REQUIRE(right);
      REQUIRE(swapped.transposeOuts(swap) == map);
      REQUIRE(wide.sliceOut(1) == map);
    });
  }
}

TEST_CASE("shrinkOut and growOut give an output the size asked for") {
  const LinearLayout lanes = LinearLayout::identity1D(InDim::Lane, 32, 0, 1);
  const LinearLayout shrunk = lanes.shrinkOut(0, 8);
  CHECK(shrunk.outSize(0) == 8);
  CHECK(shrunk.apply(0, 13, 0) == Coordinates{5});
  CHECK(shrunk.freeBits(InDim::Lane) == 0b11000);
  CHECK(lanes.shrinkOut(0, 64) == lanes);
  const LinearLayout grown = lanes.growOut(InDim::Register, 0, 128);
  CHECK(grown.inSize(InDim::Register) == 4);
  CHECK(grown.apply(3, 5, 0) == Coordinates{101});
  CHECK(grown.growOut(InDim::Register, 0, 64) == grown);
}

TEST_CASE("a strided register tile: coordinate = thread + register * thread shape") {
  // (8, 8) on (4, 8) threads: two registers, four rows apart. (16, 16): four times two.
  const int order[] = {1, 0};
  for (const auto &[rows, columns] : {std::pair(8, 8), std::pair(16, 16)}) {
    const Shape one{1, 1}, threads{4, 8};
    const LinearLayout layout = LinearLayout::blocked(one, threads, one, order)
                                    .growOut(InDim::Register, 1, columns)
                                    .growOut(InDim::Register, 0, rows);
    CHECK(layout.inSize(InDim::Register) == rows / 4 * (columns / 8));
    CHECK(layout.isBijective());
    for (int reg = 0; reg < layout.inSize(InDim::Register); ++reg)
      for (int lane = 0; lane < 32; ++lane) {
        const int registerRow = reg / (columns / 8), registerColumn = reg % (columns / 8);
        CHECK(layout.apply(reg, lane, 0) ==
              Coordinates{lane / 8 + registerRow * 4, lane % 8 + registerColumn * 8});
      }
  }
}

TEST_CASE("projections broadcast: a column and a row of a (4, 8) tile") {
  const Shape one{1, 1}, threads{4, 8};
  const int order[] = {1, 0};
  const LinearLayout tile = LinearLayout::blocked(one, threads, one, order);
  const LinearLayout column = tile.shrinkOut(1, 1), row = tile.shrinkOut(0, 1);
  for (int lane = 0; lane < 32; ++lane) {
    CHECK(column.apply(0, lane, 0) == Coordinates{lane / 8, 0});
    CHECK(row.apply(0, lane, 0) == Coordinates{0, lane % 8});
  }
  CHECK(column.freeBits(InDim::Lane) == 0b00111);
  CHECK(row.freeBits(InDim::Lane) == 0b11000);
}

TEST_CASE("a cooperative walk: thread t takes linear elements t, t + threads, ...") {
  // (8, 16) row-major by 32 threads: element i is (i / 16, i % 16).
  const LinearLayout walk = LinearLayout::identity1D(InDim::Lane, 32, 0, 1) *
                            LinearLayout::identity1D(InDim::Register, 4, 0, 1);
  const LinearLayout rowMajor = LinearLayout::fromBasis(
      {{{0, 1}, {0, 2}, {0, 4}, {0, 8}, {1, 0}, {2, 0}, {4, 0}}}, Shape{8, 16});
  const LinearLayout layout = compose(rowMajor, walk);
  for (int reg = 0; reg < 4; ++reg)
    for (int lane = 0; lane < 32; ++lane) {
      const int linear = lane + 32 * reg;
      CHECK(layout.apply(reg, lane, 0) == Coordinates{linear / 16, linear % 16});
    }
}

TEST_CASE("blocked layouts count neighbours along the order") {
  const int rowMajor[] = {1, 0}, columnMajor[] = {0, 1};
  const Shape perThread{1, 4}, lanes{4, 8}, warps{2, 2};
  const LinearLayout rows = LinearLayout::blocked(perThread, lanes, warps, rowMajor);
  CHECK(rows.apply(3, 0, 0) == Coordinates{0, 3});
  CHECK(rows.apply(0, 1, 0) == Coordinates{0, 4});
  CHECK(rows.apply(0, 8, 0) == Coordinates{1, 0});
  CHECK(rows.apply(0, 0, 1) == Coordinates{0, 32});
  CHECK(rows.apply(0, 0, 2) == Coordinates{4, 0});
  const LinearLayout columns = LinearLayout::blocked(perThread, lanes, warps, columnMajor);
  CHECK(columns.apply(0, 1, 0) == Coordinates{1, 0});
  CHECK(columns.apply(0, 4, 0) == Coordinates{0, 4});
  CHECK(columns.apply(0, 0, 1) == Coordinates{4, 0});
}

TEST_CASE("layouts print their basis") {
  const int order[] = {1, 0};
  CHECK(LinearLayout::blocked({1, 2}, {4, 8}, {2, 1}, order).str() ==
        "register: (0, 1)\n"
        "lane: (0, 2) (0, 4) (0, 8) (1, 0) (2, 0)\n"
        "warp: (4, 0)\n");
  const std::string_view names[] = {"dim0"};
  const LinearLayout inverse = LinearLayout::identity1D(InDim::Lane, 4, 0, 1).inverse();
  CHECK(inverse.str(names) == "dim0: (0, 1, 0) (0, 2, 0)\n");
}
