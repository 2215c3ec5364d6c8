// Arguments of the command line: reading them, and the arrays that they generate.
#include "mytriton/runtime/random.h"
#include "mytriton/runtime/value_spec.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <random>
#include <sstream>

using namespace mytriton;
using Kind = ValueSpec::Kind;

namespace {

ValueSpec spec(const std::string &text) {
  std::ostringstream out;
  Diagnostics diagnostics(out);
  std::optional<ValueSpec> result = parseValueSpec(text, diagnostics);
  INFO(text << "\n" << out.str());
  REQUIRE(result);
  return *result;
}

std::string problem(const std::string &text) {
  std::ostringstream out;
  Diagnostics diagnostics(out);
  std::optional<ValueSpec> result = parseValueSpec(text, diagnostics);
  if (result)
    CHECK(!generate(*result, result->dtype.value_or(DType::F32), diagnostics));
  CHECK(diagnostics.errorCount() == 1);
  return out.str();
}

template <typename T>
std::vector<T> elements(const std::string &text, DType dtype) {
  std::ostringstream out;
  Diagnostics diagnostics(out);
  std::optional<Buffer> buffer = generate(spec(text), dtype, diagnostics);
  INFO(text << "\n" << out.str());
  REQUIRE(buffer);
  REQUIRE(buffer->bytes.size() == static_cast<std::size_t>(buffer->elements()) * sizeof(T));
  std::vector<T> values(static_cast<std::size_t>(buffer->elements()));
  if (!values.empty())
    std::memcpy(values.data(), buffer->bytes.data(), buffer->bytes.size());
  return values;
}

bool contains(const std::string &text, const std::string &part) {
  INFO(text);
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("numbers") {
  CHECK(parseNumber("12") == Number(std::int64_t{12}));
  CHECK(parseNumber("-0x1F") == Number(std::int64_t{-31}));
  CHECK(parseNumber("0b101") == Number(std::int64_t{5}));
  CHECK(parseNumber("-9223372036854775808") == Number(INT64_MIN));
  CHECK(parseNumber("18446744073709551615") == Number(UINT64_MAX));
  CHECK(parseNumber("18446744073709551616") == std::nullopt);
  CHECK(parseNumber("-9223372036854775809") == std::nullopt);
  CHECK(parseNumber("1e3") == Number(1000.0));
  CHECK(parseNumber(".5") == Number(0.5));
  CHECK(parseNumber("2.") == Number(2.0));
  CHECK(parseNumber("-inf") == Number(-HUGE_VAL));
  CHECK(std::isnan(std::get<double>(*parseNumber("nan"))));
  CHECK(parseNumber("True") == Number(true));
  for (const char *text : {"", "-", "--1", "1x", "0x", "1e999", "1e", "infinity", "nan(1)", "0x1p3",
                           "1 ", " 1", "+-1", "1_000"})
    CHECK(parseNumber(text) == std::nullopt);
}

TEST_CASE("a number must fit its dtype") {
  std::string why;
  CHECK(toScalar(std::int64_t{127}, DType::I8, why)->asInt() == 127);
  CHECK(!toScalar(std::int64_t{128}, DType::I8, why));
  CHECK(why == "has dtype i8, which does not hold that integer");
  CHECK(toScalar(std::int64_t{-128}, DType::I8, why)->asInt() == -128);
  CHECK(!toScalar(std::int64_t{-1}, DType::U32, why));
  CHECK(toScalar(std::int64_t{4294967295}, DType::U32, why)->asInt() == 4294967295);
  CHECK(!toScalar(std::int64_t{4294967296}, DType::U32, why));
  CHECK(!toScalar(std::uint64_t{1} << 63, DType::I64, why));
  CHECK(toScalar(std::uint64_t{1} << 63, DType::U64, why)->asInt() == INT64_MIN);
  CHECK(!toScalar(0.5, DType::I32, why));
  CHECK(why == "takes an integer (i32), not a float");
  CHECK(!toScalar(1.0, DType::I32, why));
  CHECK(toScalar(std::int64_t{3}, DType::F32, why)->asFloat() == 3.0);
  CHECK(toScalar(0.1, DType::F32, why)->asFloat() == static_cast<double>(0.1f));
  CHECK(!toScalar(1e39, DType::F32, why));
  CHECK(!toScalar(65536.0, DType::F16, why));
  CHECK(std::isinf(toScalar(HUGE_VAL, DType::F16, why)->asFloat()));
  CHECK(toScalar(true, DType::Bool, why)->asBool());
  CHECK(!toScalar(std::int64_t{1}, DType::Bool, why)->asBool() == false);
  CHECK(!toScalar(std::int64_t{2}, DType::Bool, why));
  CHECK(!toScalar(true, DType::I32, why));
}

TEST_CASE("specifications are read") {
  CHECK(spec("n=1000").number == Number(std::int64_t{1000}));
  CHECK(spec("n=5:i64").dtype == DType::I64);
  CHECK(spec("b=None").kind == Kind::None);
  ValueSpec file = spec("x=dir:1/a.npy.npy:bf16");
  CHECK(file.kind == Kind::File);
  CHECK(file.other == "dir:1/a.npy.npy");
  CHECK(file.dtype == DType::BF16);
  ValueSpec random = spec("x=randint:-5:0x10:32x0x4:i64:seed=18446744073709551615:offset=3");
  CHECK(random.kind == Kind::Randint);
  CHECK(random.low == Number(std::int64_t{-5}));
  CHECK(random.count == 21);
  CHECK(random.shape == std::vector<std::int64_t>{32, 0, 4});
  CHECK(random.dtype == DType::I64);
  CHECK(random.seed == UINT64_MAX);
  CHECK(random.offset == 3);
  ValueSpec same = spec("out=@x+4");
  CHECK(same.kind == Kind::Same);
  CHECK(same.other == "x");
  CHECK(same.offset == 4);
}

TEST_CASE("what is wrong with a specification is said") {
  CHECK(contains(problem("1000"), "error: '1000' names no argument: write NAME=SPEC, as in n=1000 "
                                  "or x=randn:1000 [spec-no-name]"));
  CHECK(contains(problem("=3"), "[spec-no-name]"));
  CHECK(contains(problem("x=noise:3"), "error: x=noise:3: it is no number"));
  CHECK(contains(problem("x="), "[spec-invalid]"));
  CHECK(contains(problem("x=zeros"), "a shape such as 1000 or 32x64 is missing"));
  CHECK(contains(problem("x=zeros:"), "nothing follows the last ':'"));
  CHECK(contains(problem("x=zeros:-3"), "a shape such as"));
  CHECK(contains(problem("x=zeros:3x"), "a shape such as"));
  CHECK(contains(problem("x=zeros:99999999999"), "a shape such as"));
  CHECK(contains(problem("x=zeros:1000000x1000000"), "over 2^36 elements"));
  CHECK(contains(problem("x=zeros:3:fp33"), "'fp33' is no dtype"));
  CHECK(contains(problem("x=zeros:3:seed=1"), "'seed=1' is no dtype"));
  CHECK(contains(problem("x=rand:3:seed=-1"), "after 'seed='"));
  CHECK(contains(problem("x=full:a:3"), "after 'full' stands a number"));
  CHECK(contains(problem("x=randint:0:3"), "a shape"));
  CHECK(contains(problem("x=randint:3:3:5"), "3 is not below 3"));
  CHECK(contains(problem("x=randint:0:1.5:5"), "after 'randint' stand two integers"));
  CHECK(contains(problem("x=randint:-9223372036854775808:9223372036854775808:5"),
                 "over 2^64 - 1 integers"));
  CHECK(contains(problem("x=randint:0:9223372036854775809:5:i64"), "an element has dtype i64"));
  CHECK(contains(problem("x=@"), "the name of another argument"));
  CHECK(contains(problem("x=@y+"), "after '+'"));
  CHECK(contains(problem("x=rand:3:i32"), "rand and randn give floats, not i32; use randint"));
  CHECK(contains(problem("x=arange:200:i8"),
                 "an element has dtype i8, which does not hold that integer"));
  CHECK(contains(problem("x=full:0.5:3:i32"), "an element takes an integer"));
  CHECK(contains(problem("x=randint:0:300:3:u8"), "an element has dtype u8"));
}

TEST_CASE("no random text ends the program") {
  std::mt19937 random(1);
  const std::string pieces[] = {"x=",    "zeros:", "full:",   "randint:", "@",
                                "+",     ":",      "3",       "-",        "x",
                                ".npy",  "seed=",  "offset=", "fp32",     "99999999999999999999",
                                "1e999", "None",   "=",       "\xff",     std::string(1, '\0'),
                                "inf",   "0x"};
  for (int round = 0; round < 20000; ++round) {
    std::string text = random() % 4 != 0 ? "x=" : "";
    for (unsigned count = random() % 6; count > 0; --count)
      text += pieces[random() % std::size(pieces)];
    std::ostringstream out;
    Diagnostics diagnostics(out);
    bool read = parseValueSpec(text, diagnostics).has_value();
    CHECK(read != diagnostics.hasErrors());
  }
}

TEST_CASE("arrays are generated") {
  CHECK(elements<float>("x=ones:2x2", DType::F32) == std::vector<float>{1, 1, 1, 1});
  CHECK(elements<std::uint8_t>("x=ones:2", DType::Bool) == std::vector<std::uint8_t>{1, 1});
  CHECK(elements<std::int16_t>("x=full:-2:3", DType::I16) == std::vector<std::int16_t>{-2, -2, -2});
  CHECK(elements<double>("x=arange:2x2", DType::F64) == std::vector<double>{0, 1, 2, 3});
  CHECK(elements<float>("x=zeros:0x4", DType::F32).empty());
  CHECK(elements<std::int32_t>("x=arange:2:offset=1", DType::I32) ==
        std::vector<std::int32_t>{0, 0, 1});
  // 1.5 in half precision and in bfloat16; the least subnormal of each.
  CHECK(elements<std::uint16_t>("x=full:1.5:1", DType::F16) == std::vector<std::uint16_t>{0x3e00});
  CHECK(elements<std::uint16_t>("x=full:-1.5:1", DType::BF16) ==
        std::vector<std::uint16_t>{0xbfc0});
  CHECK(elements<std::uint16_t>("x=full:6e-8:1", DType::F16) == std::vector<std::uint16_t>{1});
  CHECK(elements<std::uint16_t>("x=full:inf:1", DType::F16) == std::vector<std::uint16_t>{0x7c00});
  CHECK(elements<std::uint16_t>("x=full:nan:1", DType::BF16) == std::vector<std::uint16_t>{0x7fc0});
  CHECK(elements<std::uint16_t>("x=full:65504:1", DType::F16) ==
        std::vector<std::uint16_t>{0x7bff});
}

TEST_CASE("random integers fill the range of every dtype") {
  const auto all = elements<std::int8_t>("x=randint:-128:128:20000", DType::I8);
  CHECK(*std::min_element(all.begin(), all.end()) == -128);
  CHECK(*std::max_element(all.begin(), all.end()) == 127);
  for (std::uint64_t value : elements<std::uint64_t>(
           "x=randint:18446744073709551605:18446744073709551615:100", DType::U64))
    CHECK((value >= UINT64_MAX - 10 && value < UINT64_MAX));
  int negative = 0;
  for (std::int64_t value : elements<std::int64_t>(
           "x=randint:-9223372036854775807:9223372036854775808:1000", DType::I64))
    negative += value < 0;
  CHECK((negative > 400 && negative < 600));
  for (std::uint8_t value : elements<std::uint8_t>("x=randint:0:2:100", DType::Bool))
    CHECK(value <= 1);
}

TEST_CASE("random numbers depend on the seed alone, and otherwise on the name") {
  auto a = elements<float>("x=randn:1000:seed=1", DType::F32);
  CHECK(a == elements<float>("y=randn:1000:seed=1", DType::F32));
  CHECK(a != elements<float>("x=randn:1000:seed=2", DType::F32));
  CHECK(elements<float>("x=randn:9", DType::F32) == elements<float>("x=randn:9", DType::F32));
  CHECK(elements<float>("x=randn:9", DType::F32) != elements<float>("y=randn:9", DType::F32));
}

TEST_CASE("random numbers are those of the documented algorithm") {
  // From a separate implementation in Python, with its own logarithm.
  const double normal[] = {-0.18103584862094424, -1.387259528516447, 0.1513867124164225,
                           1.700815382444049};
  for (std::uint64_t i = 0; i < 4; ++i)
    CHECK(Random(1).normal(i) == Approx(normal[i]).epsilon(1e-15));
  CHECK(elements<float>("x=rand:3:seed=1", DType::F32) ==
        std::vector<float>{0.43274492025375366f, 0.6935120820999146f, 0.6205430626869202f});
}

TEST_CASE("random numbers have the distribution that they claim") {
  constexpr std::size_t kCount = 100000;
  auto normal = elements<double>("x=randn:100000:seed=3", DType::F64);
  double sum = 0, squares = 0, fourth = 0;
  std::size_t within = 0;
  for (double v : normal) {
    sum += v;
    squares += v * v;
    fourth += v * v * v * v;
    within += std::fabs(v) < 1;
  }
  CHECK(std::fabs(sum / kCount) < 0.02);
  CHECK(std::fabs(squares / kCount - 1) < 0.02);
  CHECK(std::fabs(fourth / kCount - 3) < 0.15);
  CHECK(std::fabs(static_cast<double>(within) / kCount - 0.6827) < 0.006);

  auto uniform = elements<float>("x=rand:100000:seed=3", DType::F32);
  double mean = 0;
  for (float v : uniform) {
    REQUIRE((v >= 0 && v < 1));
    mean += v;
  }
  CHECK(std::fabs(mean / kCount - 0.5) < 0.005);

  std::vector<int> counts(7);
  for (std::int8_t v : elements<std::int8_t>("x=randint:-3:4:100000:seed=3", DType::I8)) {
    REQUIRE((v >= -3 && v < 4));
    ++counts[static_cast<std::size_t>(v + 3)];
  }
  for (int count : counts)
    CHECK(std::abs(count - 14286) < 500);
  CHECK(Random(1).below(0, UINT64_MAX) != Random(1).below(1, UINT64_MAX));
}
