// Comparison of arrays: what agrees, what differs, and what is said of it.
#include "mytriton/runtime/compare.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace mytriton;

namespace {

template <typename T>
Buffer buffer(DType dtype, std::vector<T> values) {
  Buffer result{"x", dtype, {static_cast<std::int64_t>(values.size())}, {}};
  for (const T &value : values) {
    const auto *bytes = reinterpret_cast<const std::byte *>(&value);
    result.bytes.insert(result.bytes.end(), bytes, bytes + sizeof(T));
  }
  return result;
}

Comparison compare(const Buffer &got, const Buffer &want, Tolerance tolerance) {
  return compareArrays({&got, 0, got.shape}, {&want, 0, want.shape}, tolerance);
}

} // namespace

TEST_CASE("floats agree within the tolerance") {
  Buffer want = buffer<double>(DType::F64, {100, -100, 0, 1e-9});
  Buffer got = buffer<double>(DType::F64, {100.5, -100.5, 0.25, 0.25});
  CHECK(compare(got, want, {0, 0.5}).agrees());
  CHECK(compare(got, want, {0.0025, 0.25}).agrees());
  Comparison result = compare(got, want, {0.004, 0});
  CHECK(result.elements == 4);
  CHECK(result.differing == 4);
  result = compare(got, want, {0.006, 0});
  CHECK(result.differing == 2);
  REQUIRE(result.first.size() == 2);
  CHECK(result.first[0].index == 2);
  CHECK(result.absolute.error == 0.5);
  CHECK(result.absolute.index == 0);
  CHECK(result.relative.index == 3);
}

TEST_CASE("NaN and infinities must stand in the same places") {
  float nan = std::nanf(""), inf = HUGE_VALF;
  Buffer want = buffer<float>(DType::F32, {nan, inf, -inf, 1, nan, inf, 3e38f});
  Buffer got = buffer<float>(DType::F32, {nan, inf, -inf, nan, 1, -inf, inf});
  Comparison result = compare(got, want, {1, 1e30});
  CHECK(result.differing == 4);
  CHECK(result.first[0].index == 3);
  CHECK(result.absolute.error == 0);
}

TEST_CASE("an expectation may have a wider dtype") {
  Buffer got = buffer<float>(DType::F32, {0.1f});
  Buffer want = buffer<double>(DType::F64, {0.1});
  CHECK(compare(got, want, defaultTolerance(DType::F32)).agrees());
  CHECK(!compare(got, want, {0, 0}).agrees());
  CHECK(comparable(DType::F32, DType::BF16));
  CHECK(comparable(DType::I8, DType::U64));
  CHECK(!comparable(DType::I32, DType::F32));
  CHECK(!comparable(DType::I8, DType::Bool));
}

TEST_CASE("integers are compared exactly") {
  Buffer got = buffer<std::int64_t>(DType::I64, {-1, INT64_MAX, 5});
  Buffer want = buffer<std::uint64_t>(DType::U64, {UINT64_MAX, INT64_MAX, 5});
  CHECK(compare(got, want, {1, 1}).differing == 1);
  CHECK(compare(want, want, {}).agrees());
  Buffer low = buffer<std::int64_t>(DType::I64, {-1, INT64_MAX - 1, 5});
  Comparison result = compare(got, low, {});
  CHECK(result.differing == 1);
  CHECK(result.first[0].index == 1);
}

TEST_CASE("at most five differences are kept") {
  Buffer got{"x", DType::U8, {100}, std::vector<std::byte>(100, std::byte{1})};
  Buffer want{"x", DType::U8, {100}, std::vector<std::byte>(100, std::byte{3})};
  Comparison result = compare(got, want, {});
  CHECK(result.differing == 100);
  CHECK(result.first.size() == 5);
  CHECK(result.absolute.error == 2);
}

TEST_CASE("places and numbers are written for people") {
  CHECK(indexText(0, {}) == "[]");
  CHECK(indexText(17, {1000}) == "[17]");
  CHECK(indexText(17, {3, 2, 5}) == "[1, 1, 2]");
  CHECK(numberText(Scalar::ofInt(DType::I64, -3)) == "-3");
  CHECK(numberText(Scalar::ofFloat(DType::F32, 0.1)) == "0.1");
}

TEST_CASE("the tolerance of a sum grows with its length") {
  const auto is = [](Tolerance tolerance, double relative, double absolute) {
    CHECK(tolerance.relative == Approx(relative));
    CHECK(tolerance.absolute == Approx(absolute));
  };
  const Tolerance one = defaultTolerance(DType::F32);
  is(reductionTolerance(DType::F32, {1024, {}}), one.relative + 0x1p-13, one.absolute + 0x1p-12);
  is(reductionTolerance(DType::F64, {1024, {}}), 1e-7 + 0x1p-42, 1e-7 + 0x1p-41);
  // Halves are added up in float, unless it is said that they are not.
  is(reductionTolerance(DType::F16, {1024, {}}), 1e-3 + 0x1p-13, 1e-5 + 0x1p-12);
  is(reductionTolerance(DType::F16, {16, DType::F16}), 1e-3 + 0x1p-6, 1e-5 + 0x1p-5);
  is(reductionTolerance(DType::BF16, {16, DType::BF16}), 1.6e-2 + 0x1p-3, 1e-5 + 0x1p-2);

  // It is wide enough for sums of either kind in the worst order, and too narrow for a lost term.
  for (const int length : {1, 17, 1000, 65536})
    for (const bool cancelling : {false, true}) {
      float sum = 0;
      double exact = 0;
      std::uint32_t random = 1;
      for (int i = 0; i < length; ++i) {
        random = random * 1664525 + 1013904223;
        const float term = static_cast<float>(random >> 8) * 0x1p-24f - (cancelling ? 0.5f : 0.0f);
        sum += term;
        exact += static_cast<double>(term);
      }
      const Buffer got = buffer<float>(DType::F32, {sum});
      const Buffer want = buffer<float>(DType::F32, {static_cast<float>(exact)});
      const Buffer lost = buffer<float>(DType::F32, {static_cast<float>(exact) - 0.5f});
      const Tolerance tolerance = reductionTolerance(DType::F32, {length, {}});
      CHECK(compare(got, want, tolerance).agrees());
      CHECK((length == 65536 && !cancelling) == compare(lost, want, tolerance).agrees());
    }
}
