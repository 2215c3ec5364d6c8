// The launch JSON: what is written reads back, and anything else is a diagnostic at its place.
#include "mytriton/metadata/launch_metadata.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>

using namespace mytriton;

namespace {

LaunchMetadata sample() {
  LaunchMetadata m;
  m.compiler = "mytritonc 0.1.0";
  m.source = "add.py";
  m.kernel = "add_kernel";
  m.symbol = "add_kernel_f32";
  m.target = "cuda";
  m.arguments = {
      {"x", true, DType::F32, true, 16, true, std::nullopt},
      {"out", true, DType::BF16, false, 1, false, "None"},
      {"n", false, DType::I32, false, 1, false, "7"},
      {"größe", false, DType::Bool, false, 1, false, std::nullopt},
  };
  m.constexprs = {
      {"BLOCK", {std::int64_t{1024}}},
      {"LIMIT", {std::numeric_limits<std::int64_t>::min()}},
      {"MOST", {std::numeric_limits<std::uint64_t>::max()}},
      {"SCALE", {1.0}},
      {"NEGATIVE_ZERO", {-0.0}},
      {"INF", {-std::numeric_limits<double>::infinity()}},
      {"FLAG", {true}},
      {"MODE", {std::string("a \"quoted\"\n\x01 näme")}},
      {"NOTHING", {ConstexprValue::None{}}},
      {"DTYPE", {DType::F16}},
      {"ACT", {ConstexprValue::Function{"relu"}}},
      {"SHAPE", {ConstexprValue::Tuple{{std::int64_t{3}}, {ConstexprValue::Tuple{}}, {0.5}}}},
  };
  m.numWarps = 8;
  m.threadsPerBlock = 256;
  m.staticSharedBytes = 512;
  m.dynamicSharedBytes = 65536;
  m.grid = "cdiv(n, BLOCK)";
  m.archs = {"sm_80", "sm_90a"};
  m.artifacts = {{"cuda", "", "add.cu"}, {"ptx", "sm_80", "add.sm_80.ptx"}};
  m.ssa = "kernel add_kernel(x: ptr<f32>) {\n}\n";
  return m;
}

struct Read {
  std::optional<LaunchMetadata> metadata;
  std::string text; // the diagnostics
};

Read read(const std::string &json) {
  std::ostringstream out;
  Diagnostics diagnostics(out);
  SourceFile file("a.json", json);
  std::optional<LaunchMetadata> metadata = parseLaunchMetadata(file, diagnostics);
  CHECK(metadata.has_value() != diagnostics.hasErrors());
  return {std::move(metadata), out.str()};
}

// The sample's JSON with `from` replaced by `to`, and the first line of what reading it reports.
std::string edited(const std::string &from, const std::string &to) {
  std::string json = toJson(sample());
  std::size_t at = json.find(from);
  REQUIRE(at != std::string::npos);
  json.replace(at, from.size(), to);
  std::string text = read(json).text;
  return text.substr(0, text.find('\n'));
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("what is written reads back") {
  Read result = read(toJson(sample()));
  CHECK(result.text == "");
  REQUIRE(result.metadata);
  CHECK(*result.metadata == sample());
  CHECK(toJson(*result.metadata) == toJson(sample()));
  const auto zero =
      std::find_if(result.metadata->constexprs.begin(), result.metadata->constexprs.end(),
                   [](const auto &constant) { return constant.first == "NEGATIVE_ZERO"; });
  REQUIRE(zero != result.metadata->constexprs.end());
  CHECK(std::signbit(std::get<double>(zero->second.value)));

  LaunchMetadata m = sample();
  m.grid = std::nullopt;
  m.arguments.clear();
  m.constexprs = {{"NAN", {std::nan("")}}};
  m.artifacts.clear();
  m.archs.clear();
  result = read(toJson(m));
  REQUIRE(result.metadata);
  CHECK(std::isnan(std::get<double>(result.metadata->constexprs[0].second.value)));
  CHECK(toJson(*result.metadata) == toJson(m));
}

TEST_CASE("keys have the documented names and order") {
  std::string json = toJson(sample());
  std::size_t at = 0;
  for (const char *key : {"schema_version",
                          "compiler",
                          "source",
                          "kernel_name",
                          "entry_name",
                          "target",
                          "args",
                          "index",
                          "name",
                          "type",
                          "const",
                          "divisible_by",
                          "noalias",
                          "constants",
                          "num_warps",
                          "threads_per_block",
                          "static_shared_mem",
                          "shared_mem",
                          "grid",
                          "archs",
                          "artifacts",
                          "kind",
                          "file",
                          "ssa"}) {
    std::size_t next = json.find("\"" + std::string(key) + "\": ", at);
    INFO(key);
    CHECK(next != std::string::npos);
    at = next;
  }
  CHECK(contains(json, "\"SCALE\": 1.0,\n"));
  CHECK(json.back() == '\n');
}

TEST_CASE("unknown keys are ignored") {
  std::string json = toJson(sample());
  json.replace(json.find("\"compiler\""), 0, "\"later\": [{\"a\": [1, 2.5]}],\n  ");
  Read result = read(json);
  REQUIRE(result.metadata);
  CHECK(*result.metadata == sample());
}

TEST_CASE("malformed metadata is reported at its place") {
  CHECK(edited("\"schema_version\": 1,", "\"schema_version\": 2,") ==
        "a.json:2:21: error: the launch JSON has schema version 2, and 1 is the newest that this "
        "program reads; use the program that wrote it or a newer one [metadata-version]");
  CHECK(contains(edited("\"schema_version\": 1,", "\"schema_version\": -1,"), "a.json:2:21:"));
  CHECK(edited("\"compiler\"", "\"kompiler\"") ==
        "a.json:1:1: error: the key 'compiler' is missing [metadata-missing-key]");
  CHECK(edited("\"add.py\"", "[ 5 ]") ==
        "a.json:4:13: error: 'source' must be a string [metadata-value]");
  CHECK(edited("\"source\"", "\"compiler\"") ==
        "a.json:4:3: error: the key 'compiler' is given twice [json-duplicate-key]");
  CHECK(contains(edited("add_kernel_f32", "a b"), "'entry_name' must be a C identifier"));
  CHECK(contains(edited("\"cuda\"", "\"metal\""), "'target' must be \"cuda\" or \"mlir\""));
  CHECK(contains(edited("\"index\": 1", "\"index\": 2"), "'index' must be the argument's place"));
  CHECK(contains(edited("\"name\": \"out\"", "\"name\": \"x\""), "'name' must be another name"));
  CHECK(contains(edited("\"*fp32\"", "\"*fp31\""), "'type' must be a type such as"));
  CHECK(contains(edited("\"*fp32\"", "3"), "'type' must be a type such as"));
  CHECK(contains(edited("\"divisible_by\": 16", "\"divisible_by\": 24"), "must be a power of two"));
  CHECK(
      contains(edited("\"divisible_by\": 16", "\"divisible_by\": 0"), "must be an integer from 1"));
  CHECK(contains(edited("\"const\": true", "\"const\": 1"), "'const' must be true or false"));
  CHECK(contains(edited("\"num_warps\": 8", "\"num_warps\": 8.0"), "an integer from 1 to 32"));
  CHECK(contains(edited("\"shared_mem\": 65536", "\"shared_mem\": -1"), "'shared_mem' must be"));
  CHECK(contains(edited("\"sm_80\"", "\"80\""), "an architecture must be of the form"));
  CHECK(contains(edited("\"add.cu\"", "\"../add.cu\""), "'file' must be a bare file name"));
  CHECK(contains(edited("\"add.cu\"", "\"..\""), "'file' must be a bare file name"));
  CHECK(contains(edited("\"arch\": \"sm_80\"", "\"art\": 1"), "the key 'arch' is missing"));
  CHECK(contains(edited("\"fp16\"", "\"fp15\""), "a constant that is an object must be"));
  CHECK(contains(edited("\"BLOCK\": 1024", "\"BLOCK\": 18446744073709551615"),
                 "error: the integer does not fit in 64 bits [json-integer-too-large]"));
  CHECK(contains(edited("\"BLOCK\": 1024", "\"BLOCK\": 123456789012345678901234"),
                 "[json-integer-too-large]"));
}

TEST_CASE("text that is no JSON is reported at its place") {
  CHECK(contains(read("").text, "error: this is no valid JSON: it ends too early [json-syntax]"));
  CHECK(contains(read("{\n  \"a\": x}").text, "a.json:2:8: error: this is no valid JSON"));
  CHECK(contains(read("{} {}").text, "a.json:1:4: error"));
  CHECK(contains(read("\"\xff\"").text, "[json-syntax]"));
  CHECK(contains(read("[1e999]").text, "[json-syntax]"));
  CHECK(contains(read("[]").text, "a.json:1:1: error: the launch JSON must be an object"));
  CHECK(contains(read(std::string(100000, '[')).text, "nested more than 64 deep [json-too-large]"));
  std::string deep = "{\"a\": ";
  for (int i = 0; i < 100000; ++i)
    deep += "{\"a\": ";
  CHECK(contains(read(deep).text, "[json-too-large]"));
}

TEST_CASE("no input ends the program") {
  std::string valid = toJson(sample());
  for (std::size_t i = 0; i < valid.size(); i += 3)
    read(valid.substr(0, i)); // read checks that a failure is reported
  std::mt19937 random(1);
  const std::string bytes = "{}[]\",:0123456789.-eE\\utfn \n\xc3\xff";
  for (int round = 0; round < 2000; ++round) {
    std::string text = valid;
    for (int edits = 1 + static_cast<int>(random() % 3); edits > 0; --edits)
      text[random() % text.size()] = bytes[random() % bytes.size()];
    read(text);
  }
}
