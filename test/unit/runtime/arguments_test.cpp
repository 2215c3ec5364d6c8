// Binding what the command line gives to what a kernel takes.
#include "mytriton/runtime/arguments.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace mytriton;

namespace {

LaunchMetadata metadata() {
  LaunchMetadata m;
  m.arguments = {
      {"x", true, DType::F32, true, 16, false, std::nullopt},
      {"out", true, DType::F32, false, 1, true, std::nullopt},
      {"n", false, DType::I32, false, 16, false, std::nullopt},
      {"scale", false, DType::F32, false, 1, false, "float('inf')"},
      {"bias", true, DType::BF16, true, 1, false, "None"},
  };
  m.constexprs = {{"BLOCK", {std::int64_t{64}}}, {"FLAG", {true}}, {"MODE", {std::string("a")}}};
  return m;
}

struct Bound {
  std::optional<Arguments> arguments;
  std::string text;
};

Bound bindTexts(const LaunchMetadata &m, const std::vector<std::string> &texts) {
  std::ostringstream out;
  Diagnostics diagnostics(out);
  std::vector<ValueSpec> specs;
  for (const std::string &text : texts)
    specs.push_back(*parseValueSpec(text, diagnostics));
  Bound bound;
  if (auto values = readValues(specs, diagnostics))
    bound.arguments = bindArguments(m, *values, diagnostics);
  if (bound.arguments)
    checkAssumptions(m, *bound.arguments, diagnostics);
  bound.text = out.str();
  return bound;
}

bool refused(const std::vector<std::string> &texts, const std::string &part) {
  std::string text = bindTexts(metadata(), texts).text;
  INFO(text);
  CHECK(text.find(part) != std::string::npos);
  return true;
}

// A file that lives as long as the object.
class TemporaryFile {
public:
  TemporaryFile(const std::string &name, const Buffer &buffer)
      : path_(std::filesystem::temp_directory_path() /
              ("mytriton_" + std::to_string(::getpid()) + "_" + name)) {
    std::ofstream(path_, std::ios::binary) << toNpy({&buffer, 0, buffer.shape});
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;
  std::string path() const { return path_.string(); }

private:
  std::filesystem::path path_;
};

} // namespace

TEST_CASE("values are bound in the order of the launch, and defaults fill in") {
  Bound bound = bindTexts(metadata(), {"n=1600", "out=zeros:4x5", "x=ones:20"});
  CHECK(bound.text == "");
  REQUIRE(bound.arguments);
  std::vector<ArgumentValue> values = bound.arguments->values();
  REQUIRE(values.size() == 5);
  auto x = std::get<PointerArgument>(values[0]), out = std::get<PointerArgument>(values[1]);
  CHECK(x.buffer->elements() == 20);
  CHECK(out.buffer->shape == std::vector<std::int64_t>{4, 5});
  CHECK(std::get<Scalar>(values[2]) == Scalar::ofInt(DType::I32, 1600));
  CHECK(std::get<Scalar>(values[3]) == Scalar::ofFloat(DType::F32, HUGE_VAL));
  CHECK(std::get<PointerArgument>(values[4]).buffer == nullptr);

  GridNames names = gridNames(metadata(), *bound.arguments);
  CHECK(names.at("n") == 1600);
  CHECK(names.at("BLOCK") == 64);
  CHECK(names.at("FLAG") == 1);
  CHECK(names.at("x") == std::nullopt);
  CHECK(names.at("scale") == std::nullopt);
  CHECK(names.at("MODE") == std::nullopt);
}

TEST_CASE("arguments share buffers, and copies of arguments do not") {
  LaunchMetadata m = metadata();
  m.arguments[1].noalias = false;
  Bound bound = bindTexts(m, {"x=arange:20", "out=@x+5", "n=0"});
  CHECK(bound.text == "");
  REQUIRE(bound.arguments);
  CHECK(bound.arguments->buffers.size() == 1);
  auto out = std::get<PointerArgument>(bound.arguments->values()[1]);
  CHECK(out.offset == 5);
  ArrayView array = bound.arguments->array(bound.arguments->items[1]);
  CHECK(array.shape == std::vector<std::int64_t>{15});
  float first;
  std::memcpy(&first, array.data(), 4);
  CHECK(first == 5.0f);
  Arguments copy = *bound.arguments;
  CHECK(std::get<PointerArgument>(copy.values()[0]).buffer != out.buffer);

  // In either order, and through each other.
  CHECK(bindTexts(m, {"out=ones:3x4", "x=@out", "n=0"}).arguments->items[0].shape ==
        std::vector<std::int64_t>{3, 4});
  CHECK(bindTexts(m, {"x=@out", "out=@x", "n=0"}).text.find("shares its own buffer") !=
        std::string::npos);
}

TEST_CASE("files and offsets") {
  Buffer halves{"", DType::U16, {3}, std::vector<std::byte>(6, std::byte{1})};
  Buffer floats{"", DType::F32, {2, 2}, std::vector<std::byte>(16, std::byte{2})};
  const TemporaryFile halvesFile("u16.npy", halves), floatsFile("f32.npy", floats);
  const std::string u16 = halvesFile.path(), f32 = floatsFile.path();
  Bound bound =
      bindTexts(metadata(), {"x=" + f32 + ":offset=4", "out=ones:2", "n=0", "bias=" + u16});
  CHECK(bound.text == "");
  REQUIRE(bound.arguments);
  auto x = std::get<PointerArgument>(bound.arguments->values()[0]);
  CHECK(x.offset == 4);
  CHECK(x.buffer->elements() == 8);
  CHECK(bound.arguments->items[0].shape == std::vector<std::int64_t>{2, 2});
  CHECK(std::get<PointerArgument>(bound.arguments->values()[4]).buffer->dtype == DType::BF16);

  CHECK(refused({"x=" + u16, "out=ones:2", "n=0"},
                "'x' has type *fp32, and the value has dtype u16"));
  CHECK(refused(
      {"x=" + f32 + ":offset=1", "out=ones:2", "n=0"},
      "error: 'x' (its address) must be divisible by 16, as the kernel was compiled for that; "
      "it starts 4 bytes into its buffer [argument-not-divisible]"));
  CHECK(refused({"x=nothing.npy"}, "[cannot-read]"));
}

TEST_CASE("what does not fit the kernel is reported") {
  CHECK(refused(
      {"x=ones:3", "out=ones:3", "n=0", "scal=1"},
      "error: the kernel has no argument 'scal'; did you mean 'scale'? [argument-unknown]"));
  CHECK(refused({"BLOCK=3"}, "'BLOCK' was fixed when the kernel was compiled; leave it out "
                             "[argument-constexpr]"));
  CHECK(refused({"n=1", "n=2"}, "'n' is given twice [argument-twice]"));
  CHECK(refused({"x=ones:3"}, "no value is given for 'out' (*fp32), 'n' (i32); write NAME=SPEC"));
  CHECK(refused({"x=ones:3", "out=ones:3", "n=0.5"},
                "n=0.5: 'n' takes an integer (i32), not a float [argument-refused]"));
  CHECK(refused({"x=ones:3", "out=ones:3", "n=3000000000"}, "'n' has dtype i32, which does not"));
  CHECK(refused({"x=ones:3", "out=ones:3", "n=ones:3"}, "'n' takes a number (i32)"));
  CHECK(refused({"x=3", "out=ones:3", "n=0"}, "'x' takes an array (*fp32), such as"));
  CHECK(refused({"x=ones:3:i32", "out=ones:3", "n=0"}, "and the value has dtype i32"));
  CHECK(refused({"x=ones:3", "out=@y", "n=0"}, "cannot share the buffer of 'y'"));
  CHECK(refused({"x=ones:3", "out=@n", "n=0"}, "cannot share the buffer of 'n'"));
  CHECK(
      refused({"x=ones:3", "out=@bias", "n=0"}, "cannot share the buffer of 'bias': it has none"));
  CHECK(refused({"x=ones:3", "out=@x+4", "n=0"}, "starts past the end of 'x', which has 3"));
  CHECK(refused({"x=ones:3", "out=ones:3", "n=0", "bias=@x"}, "the buffer of 'x' holds fp32"));
}

TEST_CASE("assumptions of the kernel are checked") {
  CHECK(
      refused({"x=ones:3", "out=ones:3", "n=8"},
              "error: 'n' must be divisible by 16, as the kernel was compiled for that; it is 8"));
  CHECK(refused({"x=ones:3", "out=@x", "n=0"},
                "error: 'out' and 'x' reach the same memory, and the kernel was compiled for a "
                "'out' that shares none (noalias) [argument-alias]"));
  CHECK(bindTexts(metadata(), {"x=ones:8", "out=@x+8", "n=-16"}).text == "");
}

TEST_CASE("a value has a dtype of its own") {
  auto dtype = [](const std::string &text) {
    std::ostringstream out;
    Diagnostics diagnostics(out);
    return GivenValue{*parseValueSpec("v=" + text, diagnostics), std::nullopt}.dtype();
  };
  CHECK(dtype("1") == DType::I32);
  CHECK(dtype("-2147483649") == DType::I64);
  CHECK(dtype("18446744073709551615") == DType::U64);
  CHECK(dtype("0.5") == DType::F32);
  CHECK(dtype("True") == DType::Bool);
  CHECK(dtype("1:fp16") == DType::F16);
  CHECK(dtype("rand:3") == std::nullopt);
  CHECK(dtype("rand:3:fp64") == DType::F64);
}
