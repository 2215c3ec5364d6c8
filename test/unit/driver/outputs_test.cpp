// Which files a command writes.
#include "mytriton/driver/outputs.h"

#include <catch2/catch.hpp>

using namespace mytriton;

namespace {

OutputPlan plan(const std::string &output, std::vector<Stage> stages,
                std::vector<std::string> archs = {"sm_80"}) {
  CompileOptions options;
  options.stages = std::move(stages);
  options.archs = std::move(archs);
  OutputPlan result;
  REQUIRE(planOutputs({.input = "k.py", .output = output}, options, result) == "");
  return result;
}

std::string mistake(const OutputRequest &request, std::vector<Stage> stages = {Stage::Cuda}) {
  CompileOptions options;
  options.stages = std::move(stages);
  OutputPlan result;
  return planOutputs(request, options, result);
}

std::vector<std::string> paths(const OutputPlan &plan) {
  std::vector<std::string> result;
  for (const PlannedOutput &output : plan.outputs)
    result.push_back(output.path);
  return result;
}

using Paths = std::vector<std::string>;

} // namespace

TEST_CASE("one output has the name that -o gives, and its JSON the same stem") {
  CHECK(paths(plan("dir.d/add.cu", {Stage::Cuda})) == Paths{"dir.d/add.cu"});
  CHECK(plan("dir.d/add.cu", {Stage::Cuda}).metadataPath == "dir.d/add.json");
  CHECK(plan("dir.d/add", {Stage::Cuda}).metadataPath == "dir.d/add.json");
  CHECK(plan("a.b.cu", {Stage::Cuda}).metadataPath == "a.b.json");
  CHECK(plan(".hidden", {Stage::Cuda}).metadataPath == ".hidden.json");
  CHECK(plan("add.ptx", {Stage::Ptx}).metadataPath == "add.json");
}

TEST_CASE("a stage that nothing can launch has no JSON") {
  CHECK(plan("add.ssa", {Stage::Ssa}).metadataPath.empty());
  CHECK(plan("add.json", {Stage::Metadata}).metadataPath.empty());
  CHECK(paths(plan("add.json", {Stage::Metadata})) == Paths{"add.json"});
}

TEST_CASE("of several outputs -o gives the stem") {
  CHECK(paths(plan("add", {Stage::Cuda, Stage::Ssa})) == Paths{"add.cu", "add.ssa"});
  CHECK(paths(plan("add.cu", {Stage::Cuda, Stage::Ptx})) == Paths{"add.cu", "add.ptx"});
  CHECK(paths(plan("v1.2", {Stage::Cuda, Stage::Ptx})) == Paths{"v1.2.cu", "v1.2.ptx"});
  CHECK(paths(plan("add", {Stage::Ptx}, {"sm_80", "sm_90"})) ==
        Paths{"add.sm_80.ptx", "add.sm_90.ptx"});
  const OutputPlan both = plan("add", {Stage::Metadata, Stage::Cuda});
  CHECK(paths(both) == Paths{"add.json", "add.cu"});
  CHECK(both.metadataPath.empty());
}

TEST_CASE("standard output takes text, and nothing is written beside it") {
  CHECK(paths(plan("", {Stage::Cuda})) == Paths{"-"});
  CHECK(plan("-", {Stage::Cuda}).metadataPath.empty());
  CHECK(plan("/dev/null", {Stage::Cuda}).metadataPath.empty());
  CHECK(paths(plan("-", {Stage::Cubin})) == Paths{"-"});
  CHECK(mistake({.input = "k.py"}, {Stage::Cubin}) == "a cubin is binary; name a file with -o");
  CHECK(mistake({.input = "k.py", .output = "-"}, {Stage::Cuda, Stage::Cubin}) ==
        "a cubin cannot share standard output; name a file with -o");
}

TEST_CASE("an output never takes the place of the JSON or the source") {
  CHECK(mistake({.input = "k.py", .output = "add.json"}) ==
        "'add.json' is the name of the launch JSON; give -o another extension");
  CHECK(mistake({.input = "k.py", .output = "k.py"}) ==
        "'k.py' is the source; it would be overwritten");
  CHECK(mistake({.input = "k.py", .output = "k.cu", .depfile = true, .depfilePath = "k.cu"}) ==
        "'k.cu' would be written twice");
}

TEST_CASE("a depfile") {
  OutputPlan result;
  CHECK(planOutputs({.input = "k.py", .output = "o/add.cu", .depfile = true}, {}, result) == "");
  CHECK(result.depfilePath == "o/add.d");
  CHECK(result.depTargets == Paths{"o/add.cu"});
  CHECK(mistake({.input = "-", .output = "a.cu", .depfile = true}) ==
        "-MD needs a source file: standard input has no name to depend on");
  CHECK(mistake({.input = "k.py", .depfile = true}) == "-MD needs -o, or both -MF and -MT");
  CHECK(mistake({.input = "k.py", .output = "a.cu", .depfilePath = "a.d"}) ==
        "-MF and -MT need -MD");
  CHECK(depfileText({"a b.cu"}, {"k$.py", "x#.py"}) == "a\\ b.cu: \\\n  k$$.py \\\n  x\\#.py\n");
}
