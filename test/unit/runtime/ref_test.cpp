// The reference interpreter against values computed here in plain C++.
#include "ref_kernels.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

using namespace mytriton;

namespace {

std::string addKernel(int block) {
  const std::string v = "vector<" + std::to_string(block) + " x ";
  return "kernel add_kernel(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, n: i32) {\n"
         "%0 = program_id {axis=0} : i32\n"
         "%1 = mul %0, " +
         std::to_string(block) +
         " : i32\n"
         "%2 = arange {start=0, end=" +
         std::to_string(block) + "} : " + v +
         "i32>\n"
         "%3 = add %1, %2 : " +
         v +
         "i32>\n"
         "%4 = addptr x, %3 : " +
         v +
         "ptr<f32>>\n"
         "%5 = cmp_lt %3, n : " +
         v +
         "bool>\n"
         "%6 = load %4, %5, 0.0 {line=11} : " +
         v +
         "f32>\n"
         "%7 = addptr y, %3 : " +
         v +
         "ptr<f32>>\n"
         "%8 = load %7, %5, 0.0 : " +
         v +
         "f32>\n"
         "%9 = add %6, %8 : " +
         v +
         "f32>\n"
         "%10 = addptr out, %3 : " +
         v +
         "ptr<f32>>\n"
         "store %10, %9, %5\n"
         "}\n";
}

std::vector<float> randomFloats(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(count);
  for (float &value : values)
    value = normal(random);
  return values;
}

Scalar i32(std::int64_t value) { return Scalar::ofInt(DType::I32, value); }

void checkAdd(int block, int n) {
  const auto count = static_cast<std::size_t>(n);
  const std::vector<float> xs = randomFloats(count, 1), ys = randomFloats(count, 2);
  Buffer x = makeBuffer("x", DType::F32, xs), y = makeBuffer("y", DType::F32, ys);
  Buffer out = makeBuffer("out", DType::F32, std::vector<float>(count));
  const auto programs = static_cast<std::uint32_t>((n + block - 1) / block);
  const LaunchResult result = launchRef(
      addKernel(block), {PointerArgument{&x}, PointerArgument{&y}, PointerArgument{&out}, i32(n)},
      Grid{{programs, 1, 1}});
  INFO(result.message);
  REQUIRE(result.status == LaunchStatus::Done);
  std::vector<float> want(count);
  for (std::size_t i = 0; i < count; ++i)
    want[i] = xs[i] + ys[i];
  CHECK(valuesOf<float>(out) == want);
}

} // namespace

TEST_CASE("add, for blocks and lengths that do not match") {
  for (int block : {1, 31, 32, 100, 1024, 4096})
    for (int n : {0, 1, block - 1, block, block + 1, 10007})
      checkAdd(block, n);
}

TEST_CASE("add on a million elements") {
  checkAdd(1, 1000003);
  checkAdd(1024, 1000003);
}

TEST_CASE("an access outside its buffer is named") {
  for (int size : {199, 200}) {
    Buffer x = makeBuffer("x", DType::F32, std::vector<float>(static_cast<std::size_t>(size)));
    Buffer y = makeBuffer("y", DType::F32, std::vector<float>(201));
    Buffer out = makeBuffer("out", DType::F32, std::vector<float>(201));
    const LaunchResult result = launchRef(
        addKernel(156), {PointerArgument{&x}, PointerArgument{&y}, PointerArgument{&out}, i32(201)},
        Grid{{2, 1, 1}});
    CHECK(result.status == LaunchStatus::Forbidden);
    CHECK(result.message == "add_kernel: load of argument 'x' at offset " + std::to_string(size) +
                                " is outside its " + std::to_string(size) +
                                " elements (program (1, 0, 0), element " +
                                std::to_string(size - 156) + ", test.py:11)");
  }
}

TEST_CASE("a pointer may stand inside its buffer, and reach back") {
  const char *const text = "kernel k(x: ptr<i32>, at: i64) {\n"
                           "%0 = addptr x, at : ptr<i32>\n"
                           "%1 = load %0, none, none : i32\n"
                           "store x, %1, none\n"
                           "}\n";
  Buffer x = makeBuffer<std::int32_t>("x", DType::I32, {10, 11, 12, 13});
  const auto launch = [&](std::int64_t at) {
    return launchRef(text, {PointerArgument{&x, 2}, Scalar::ofInt(DType::I64, at)});
  };
  CHECK(launch(-2).status == LaunchStatus::Done);
  CHECK(valuesOf<std::int32_t>(x) == std::vector<std::int32_t>{10, 11, 10, 13});
  CHECK(launch(-3).message == "k: load of argument 'x' at offset -3 is outside its elements -2 to "
                              "1 (program (0, 0, 0))");
  CHECK(launch(INT64_MAX).status == LaunchStatus::Forbidden);
  CHECK(launch(INT64_MIN).status == LaunchStatus::Forbidden);
}

TEST_CASE("an absent pointer has no element") {
  const LaunchResult result =
      launchRef("kernel k(x: ptr<i32>) {\nstore x, 1, none\n}\n", {PointerArgument{}});
  CHECK(result.status == LaunchStatus::Forbidden);
  CHECK(result.message ==
        "k: store of argument 'x' at offset 0 is outside its 0 elements (program (0, 0, 0))");
}

TEST_CASE("tiles broadcast along either axis") {
  const char *const text = "kernel tile(x: ptr<i32>, out: ptr<i32>, N: i32) {\n"
                           "%0 = arange {start=0, end=3} : vector<3 x i32>\n"
                           "%1 = expand_dims %0 {axis=1} : block<3x1 x i32>\n"
                           "%2 = arange {start=0, end=5} : vector<5 x i32>\n"
                           "%3 = expand_dims %2 {axis=0} : block<1x5 x i32>\n"
                           "%4 = mul %1, N : block<3x1 x i32>\n"
                           "%5 = add %4, %3 : block<3x5 x i32>\n"
                           "%6 = addptr x, %2 : vector<5 x ptr<i32>>\n"
                           "%7 = load %6, none, none : vector<5 x i32>\n"
                           "%8 = broadcast %7 {shape=(3, 5)} : block<3x5 x i32>\n"
                           "%9 = mul %8, %1 : block<3x5 x i32>\n"
                           "%10 = cmp_lt %3, 4 : block<1x5 x bool>\n"
                           "%11 = addptr out, %5 : block<3x5 x ptr<i32>>\n"
                           "store %11, %9, %10\n"
                           "}\n";
  Buffer x = makeBuffer<std::int32_t>("x", DType::I32, {2, 3, 5, 7, 11});
  Buffer out = makeBuffer("out", DType::I32, std::vector<std::int32_t>(18, -1));
  const LaunchResult result = launchRef(text, {PointerArgument{&x}, PointerArgument{&out}, i32(6)});
  INFO(result.message);
  REQUIRE(result.status == LaunchStatus::Done);
  CHECK(valuesOf<std::int32_t>(out) == std::vector<std::int32_t>{0, 0, 0, 0, -1, -1, //
                                                                 2, 3, 5, 7, -1, -1, //
                                                                 4, 6, 10, 14, -1, -1});
  const LaunchResult outside =
      launchRef(text, {PointerArgument{&x}, PointerArgument{&out}, i32(8)});
  CHECK(outside.message == "tile: store of argument 'out' at offset 18 is outside its 18 elements "
                           "(program (0, 0, 0), element (2, 2))");
}

TEST_CASE("loops carry values, and hand them over all at once") {
  const char *const text =
      "kernel fib(out: ptr<i32>, n: i32) {\n"
      "%5, %6 = for %0 in range(0, n, 1) iter_args(%1 = 0, %2 = 1) : i32, i32 {\n"
      "  %3 = add %1, %2 : i32\n"
      "  yield %2, %3\n"
      "}\n"
      "store out, %5, none\n"
      "%7 = for %8 in range(2, 11, 3) iter_args(%9 = 0) : i32 {\n"
      "  %10 = mul %9, 100 : i32\n"
      "  %11 = add %10, %8 : i32\n"
      "  yield %11\n"
      "}\n"
      "%12 = addptr out, 1 : ptr<i32>\n"
      "store %12, %7, none\n"
      "%13 = for %14 in range(2147483000, 2147483647, 500) iter_args(%15 = 0) : i32 {\n"
      "  %16 = add %15, 1 : i32\n"
      "  yield %16\n"
      "}\n"
      "%17 = addptr out, 2 : ptr<i32>\n"
      "store %17, %13, none\n"
      "%18 = for %19 in range(9223372036854775800:i64, 9223372036854775807:i64, 5:i64) "
      "iter_args(%20 = 0) : i32 {\n"
      "  %21 = add %20, 1 : i32\n"
      "  yield %21\n"
      "}\n"
      "%22 = addptr out, 3 : ptr<i32>\n"
      "store %22, %18, none\n"
      "}\n";
  Buffer out = makeBuffer("out", DType::I32, std::vector<std::int32_t>(4));
  const LaunchResult result = launchRef(text, {PointerArgument{&out}, i32(10)});
  INFO(result.message);
  REQUIRE(result.status == LaunchStatus::Done);
  CHECK(valuesOf<std::int32_t>(out) == std::vector<std::int32_t>{55, 20508, 2, 2});
}

TEST_CASE("a loop over pointers, a condition per program, and the grid") {
  const char *const text =
      "kernel walk(x: ptr<i32>, out: ptr<i32>) {\n"
      "%0 = program_id {axis=2} : i32\n"
      "%1 = num_programs {axis=2} : i32\n"
      "%2 = cmp_lt %0, 2 : bool\n"
      "%3 = if %2 : ptr<i32> {\n"
      "  yield x\n"
      "} else {\n"
      "  %4 = addptr x, 1 : ptr<i32>\n"
      "  yield %4\n"
      "}\n"
      "%5, %6 = for %7 in range(0, %1, 1) iter_args(%8 = %3, %9 = 0) : ptr<i32>, i32 {\n"
      "  %10 = load %8, none, none : i32\n"
      "  %11 = add %9, %10 : i32\n"
      "  %12 = addptr %8, 1 : ptr<i32>\n"
      "  yield %12, %11\n"
      "}\n"
      "%13 = addptr out, %0 : ptr<i32>\n"
      "store %13, %6, none\n"
      "}\n";
  Buffer x = makeBuffer<std::int32_t>("x", DType::I32, {1, 10, 100, 1000, 10000});
  Buffer out = makeBuffer("out", DType::I32, std::vector<std::int32_t>(3));
  const LaunchResult result =
      launchRef(text, {PointerArgument{&x}, PointerArgument{&out}}, Grid{{1, 1, 3}});
  INFO(result.message);
  REQUIRE(result.status == LaunchStatus::Done);
  CHECK(valuesOf<std::int32_t>(out) == std::vector<std::int32_t>{111, 111, 1110});
}

TEST_CASE("masked elements are not touched, and read as other or zero") {
  const char *const text = "kernel k(x: ptr<f32>, out: ptr<f32>) {\n"
                           "%0 = arange {start=0, end=4} : vector<4 x i32>\n"
                           "%1 = addptr x, %0 : vector<4 x ptr<f32>>\n"
                           "%2 = cmp_lt %0, 2 : vector<4 x bool>\n"
                           "%3 = load %1, %2, inf : vector<4 x f32>\n"
                           "%4 = load %1, %2, none : vector<4 x f32>\n"
                           "%5 = addptr out, %0 : vector<4 x ptr<f32>>\n"
                           "store %5, %3, none\n"
                           "%6 = addptr %5, 4 : vector<4 x ptr<f32>>\n"
                           "store %6, %4, none\n"
                           "}\n";
  Buffer x = makeBuffer<float>("x", DType::F32, {1, -0.0f});
  Buffer out = makeBuffer("out", DType::F32, std::vector<float>(8, 9));
  const LaunchResult result = launchRef(text, {PointerArgument{&x}, PointerArgument{&out}});
  INFO(result.message);
  REQUIRE(result.status == LaunchStatus::Done);
  const float inf = std::numeric_limits<float>::infinity();
  CHECK(valuesOf<float>(out) == std::vector<float>{1, 0, inf, inf, 1, 0, 0, 0});
  CHECK(std::signbit(valuesOf<float>(out)[1]));
}

TEST_CASE("two arguments may share a buffer") {
  Buffer x = makeBuffer<float>("x", DType::F32, {1, 2, 3});
  const LaunchResult result = launchRef(
      addKernel(4), {PointerArgument{&x}, PointerArgument{&x}, PointerArgument{&x}, i32(3)});
  REQUIRE(result.status == LaunchStatus::Done);
  CHECK(valuesOf<float>(x) == std::vector<float>{2, 4, 6});
}

TEST_CASE("an empty grid touches nothing") {
  const LaunchResult result = launchRef("kernel k(x: ptr<i32>) {\nstore x, 1, none\n}\n",
                                        {PointerArgument{}}, Grid{{3, 0, 1}});
  CHECK(result.status == LaunchStatus::Done);
}

TEST_CASE("launches that do not end are ended") {
  const char *const text = "kernel k(x: ptr<i32>, n: i32, step: i32) {\n"
                           "for %0 in range(0, n, step) {\n"
                           "  store x, %0, none\n"
                           "}\n"
                           "}\n";
  Buffer x = makeBuffer<std::int32_t>("x", DType::I32, {7});
  const LaunchResult result =
      launchRef(text, {PointerArgument{&x}, i32(INT32_MAX), i32(1)}, {}, 0.05);
  CHECK(result.status == LaunchStatus::Forbidden);
  CHECK(result.message == "k: did not end within 0.05 seconds");
  CHECK(launchRef("kernel k() {\nwhile {\nyield true\n} do {\n}\n}\n", {}, {}, 0.05).message ==
        "k: did not end within 0.05 seconds");
}

TEST_CASE("loops count exactly, up and down") {
  const char *const text = "kernel k(x: ptr<i32>, start: i32, stop: i32, step: i32) {\n"
                           "%3, %6 = for %0 in range(start, stop, step) iter_args(%1 = 0, %5 = -7)"
                           " : i32, i32 {\n"
                           "  %2 = add %1, 1 : i32\n"
                           "  yield %2, %0\n"
                           "}\n"
                           "store x, %3, none\n"
                           "%4 = addptr x, 1 : ptr<i32>\n"
                           "store %4, %6, none\n"
                           "}\n";
  const auto trips = [&](std::int32_t start, std::int32_t stop, std::int32_t step) {
    Buffer x = makeBuffer<std::int32_t>("x", DType::I32, {0, 0});
    REQUIRE(launchRef(text, {PointerArgument{&x}, i32(start), i32(stop), i32(step)}).status ==
            LaunchStatus::Done);
    return valuesOf<std::int32_t>(x); // how many, and the last index
  };
  using Two = std::vector<std::int32_t>;
  CHECK(trips(0, 5, 2) == Two{3, 4});
  CHECK(trips(5, 0, -2) == Two{3, 1});
  CHECK(trips(5, 0, 2) == Two{0, -7});
  CHECK(trips(0, 5, -1) == Two{0, -7});
  CHECK(trips(0, 5, 0) == Two{0, -7});
  CHECK(trips(INT32_MAX - 3, INT32_MAX, 2) == Two{2, INT32_MAX - 1});
  CHECK(trips(0, INT32_MAX, INT32_MAX - 1) == Two{2, INT32_MAX - 1});
  CHECK(trips(INT32_MIN + 3, INT32_MIN, -2) == Two{2, INT32_MIN + 1});
  CHECK(trips(INT32_MAX, INT32_MIN, INT32_MIN) == Two{2, -1});
}

TEST_CASE("a while loop carries values until its condition says no") {
  // Greatest common divisor.
  const char *const text = "kernel k(x: ptr<i32>, a: i32, b: i32) {\n"
                           "%6, %7 = while iter_args(%0 = a, %1 = b) : i32, i32 {\n"
                           "  %2 = cmp_ne %1, 0 : bool\n"
                           "  yield %2\n"
                           "} do (%3, %4) {\n"
                           "  %5 = rem %3, %4 : i32\n"
                           "  yield %4, %5\n"
                           "}\n"
                           "store x, %6, none\n"
                           "}\n";
  Buffer x = makeBuffer<std::int32_t>("x", DType::I32, {0});
  REQUIRE(launchRef(text, {PointerArgument{&x}, i32(48), i32(180)}).status == LaunchStatus::Done);
  CHECK(valuesOf<std::int32_t>(x)[0] == 12);
}

TEST_CASE("what does not fit is refused") {
  const char *const text = "kernel k(x: ptr<f32>, n: i32) {\n}\n";
  Buffer x = makeBuffer<std::int32_t>("x", DType::I32, {7});
  CHECK(launchRef(text, {PointerArgument{&x}, i32(1)}).status == LaunchStatus::Failed);
  CHECK(launchRef(text, {PointerArgument{&x}}).status == LaunchStatus::Failed);
  CHECK(launchRef(text, {i32(1), i32(1)}).status == LaunchStatus::Failed);
  CHECK(launchRef("nonsense", {}).status == LaunchStatus::Failed);
  CHECK(launchRef("thread kernel k() threads=32 {\n}\n", {}).status == LaunchStatus::Failed);
}
