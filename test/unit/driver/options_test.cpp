// Options, their values and their contradictions; response files.
#include "mytriton/driver/options.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

using namespace mytriton;

namespace {

std::string set(DriverOptions &options, std::string_view names, std::string_view value) {
  for (const auto &row : driverOptionTable())
    if (row.text.names == names)
      return row.apply(options, value);
  FAIL("no such option");
  return {};
}

std::string mistake(std::string_view names, std::string_view value) {
  DriverOptions options;
  return set(options, names, value);
}

} // namespace

TEST_CASE("values that an option takes") {
  DriverOptions options;
  CHECK(set(options, "-D,--define", "BLOCK=256") == "");
  CHECK(set(options, "-D,--define", "SCALE=float('inf')") == "");
  CHECK(options.defines ==
        std::vector<CompileOptions::NameAndText>{{"BLOCK", "256"}, {"SCALE", "float('inf')"}});
  CHECK(set(options, "--emit", "ssa,cuda,ssa") == "");
  CHECK(options.stages == std::vector{Stage::Ssa, Stage::Cuda});
  CHECK(set(options, "--arch", "sm_90a,sm_100,sm_80") == "");
  CHECK(options.archs == std::vector<std::string>{"sm_90a", "sm_100", "sm_80"});
  CHECK(set(options, "--num-warps", "8") == "");
  CHECK(options.numWarps == 8);
  CHECK(set(options, "--passes", "fold,dce") == "");
  CHECK(options.passes == std::vector<std::string>{"fold", "dce"});
  CHECK(set(options, "--passes", "none") == "");
  CHECK(options.passes->empty());
}

TEST_CASE("values that it does not take") {
  CHECK(mistake("-D,--define", "BLOCK") == "'BLOCK' does not read NAME=VALUE");
  CHECK(mistake("-D,--define", "BLOCK=") == "'BLOCK=' does not read NAME=VALUE");
  CHECK(mistake("-D,--define", "1X=2") == "'1X=2' does not read NAME=VALUE");
  CHECK(mistake("--arg", "x:i32") == "'x:i32' does not read NAME=TYPE");
  CHECK(mistake("--emit", "csa") == "there is no stage 'csa'; did you mean 'ssa'?");
  CHECK(mistake("--emit", "ssa,") == "there is no stage ''; there is ast, expr, ssa, layout, "
                                     "layout-svg, thread, cuda, mlir, metadata, ptx, cubin");
  CHECK(mistake("--arch", "90") == "'90' is no architecture such as sm_80 or sm_90a");
  CHECK(mistake("--arch", "sm_9") == "'sm_9' is no architecture such as sm_80 or sm_90a");
  CHECK(mistake("--num-warps", "3") == "'3' is not 1, 2, 4, 8, 16 or 32");
  CHECK(mistake("--num-warps", "64") == "'64' is not 1, 2, 4, 8, 16 or 32");
  CHECK(mistake("--num-warps", "4x") == "'4x' is not 1, 2, 4, 8, 16 or 32");
  CHECK(mistake("--elements-per-thread", "2") ==
        "'2' is not 1; without the option the number is chosen");
  CHECK(mistake("--assume-aligned", "24") == "'24' is no power of two up to 4096");
  CHECK(mistake("-O", "2") == "'2' is not 0 or 1");
  CHECK(mistake("--passes", "ces") == "there is no pass 'ces'; did you mean 'cse'?");
  CHECK(mistake("--symbol", "a-b") == "'a-b' is no C++ name");
  CHECK(mistake("--target", "hip") == "'hip' is not cuda or mlir");
  CHECK(mistake("-W", "all") == "there is no '-Wall'");
}

TEST_CASE("contradictions") {
  DriverOptions options;
  options.oneElementPerThread = true;
  CHECK(checkOptions(options) == "");
  options.numWarps = 4;
  CHECK(checkOptions(options) ==
        "--elements-per-thread=1 decides how many warps there are; leave --num-warps out");
  DriverOptions twice;
  twice.defines = {{"BLOCK", "1"}, {"OTHER", "1"}, {"BLOCK", "2"}};
  CHECK(checkOptions(twice) == "'BLOCK' is given twice by -D");
}

TEST_CASE("color follows the option, then the terminal") {
  DriverOptions options;
  options.color = ColorMode::Always;
  CHECK(diagnosticsOptions(options, "p", false).color);
  options.color = ColorMode::Never;
  CHECK_FALSE(diagnosticsOptions(options, "p", true).color);
  options.color = ColorMode::Auto;
  CHECK_FALSE(diagnosticsOptions(options, "p", false).color);
}

TEST_CASE("help has one column for names and one for what they do") {
  const OptionText rows[] = {
      {"-o", "FILE", "Files", "the output"},
      {"--a-name-that-is-rather-long", "VALUE", "Files", "first line\nsecond line"},
      {"-k,--kernel", "NAME", "Kernel", "which"}};
  CHECK(formatOptions(rows) == "\nFiles:\n"
                               "  -o FILE                      the output\n"
                               "  --a-name-that-is-rather-long=VALUE\n"
                               "                               first line\n"
                               "                               second line\n"
                               "\nKernel:\n"
                               "  -k, --kernel=NAME            which\n");
}

TEST_CASE("response files") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / "mytriton-response-test";
  fs::create_directories(folder);
  const auto write = [&](const char *name, const std::string &text) {
    std::ofstream(folder / name) << text;
    return "@" + (folder / name).string();
  };
  const auto expand = [](std::vector<std::string> words) {
    const std::string error = expandResponseFiles(words);
    if (!error.empty())
      words = {"error", error.substr(error.rfind(':') + 2)};
    return words;
  };
  using Words = std::vector<std::string>;

  const std::string plain = write("plain", "-D  BLOCK=1\n'a b' \"c'd\" e\\ f \"\"\n");
  CHECK(expand({"x", plain, "y"}) == Words{"x", "-D", "BLOCK=1", "a b", "c'd", "e f", "", "y"});
  CHECK(expand({write("nested", "1 " + plain)}).size() == 7);
  CHECK(expand({"@"}) == Words{"@"});
  CHECK(expand({write("open", "'a")}) == Words{"error", "a quote is never closed"});
  CHECK(expand({write("self", "@" + (folder / "self").string())}) ==
        Words{"error", "response files are nested more than 8 deep"});
  CHECK(expand({write("long", std::string((1 << 20) + 1, 'a'))}) ==
        Words{"error", "it is longer than 1 MB"});
  CHECK(expand({"@/nowhere/at/all"}) == Words{"error", "No such file or directory"});
  fs::remove_all(folder);
}
