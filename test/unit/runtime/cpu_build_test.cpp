// Compiling for the cpu device: which compiler, the cache, and what is said when it fails.
#include "cpu_kernels.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

using namespace mytriton;
using cputest::Launch;
namespace fs = std::filesystem;

namespace {

const std::string kOne = R"(
extern "C" __global__ void kernel(int* out) { out[threadIdx.x] = 1; }
)";

LaunchResult runOne(const CpuDeviceOptions &options, const std::string &source = kOne) {
  Launch launch(source, 4);
  launch.buffer("out", std::vector<std::int32_t>(4));
  launch.options = options;
  const LaunchResult result = launch.run();
  if (result.status == LaunchStatus::Done)
    CHECK(launch.values<std::int32_t>("out") == std::vector<std::int32_t>{1, 1, 1, 1});
  return result;
}

// Sets a variable of the environment for the time of a test.
class Variable {
public:
  Variable(const char *name, const std::string &value) : name_(name) {
    if (const char *before = std::getenv(name))
      before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_)
      setenv(name_, before_->c_str(), 1);
    else
      unsetenv(name_);
  }

private:
  const char *name_;
  std::optional<std::string> before_;
};

class TemporaryFolder {
public:
  TemporaryFolder() : path_((fs::temp_directory_path() / "cpu_build_test_XXXXXX").string()) {
    REQUIRE(mkdtemp(path_.data()));
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  const std::string &path() const { return path_; }

private:
  std::string path_;
};

std::vector<fs::path> entries(const fs::path &folder) {
  if (!fs::exists(folder))
    return {};
  return {fs::directory_iterator(folder), fs::directory_iterator()};
}

} // namespace

TEST_CASE("cpu build: without a compiler the device is missing") {
  CpuDeviceOptions options;
  options.cache = false;
  {
    const Variable path("PATH", "/nonexistent"), cxx("CXX", "no-such-compiler");
    const LaunchResult result = runOne(options);
    CHECK(result.status == LaunchStatus::Missing);
    CHECK(result.message ==
          "the cpu device needs a C++ compiler: looked for $CXX ('no-such-compiler'), c++, g++ and "
          "clang++ on the PATH; install one or set CXX");
  }
  options.compiler = "no-such-compiler";
  CHECK(runOne(options).status == LaunchStatus::Missing);
}

TEST_CASE("cpu build: $CXX may hold options") {
  CpuDeviceOptions options;
  options.cache = false;
  const Variable cxx("CXX", "clang++ -DONE=1");
  CHECK(runOne(options, "extern \"C\" __global__ void kernel(int* out) { out[threadIdx.x] = ONE; }")
            .message == "");
}

TEST_CASE("cpu build: a source that does not compile gives the compiler's first lines") {
  CpuDeviceOptions options;
  options.cache = false;
  const LaunchResult result =
      runOne(options, "extern \"C\" __global__ void kernel(int* out) {\n  no_such();\n}\n");
  CHECK(result.status == LaunchStatus::Failed);
  CHECK_THAT(result.message, Catch::Contains("cannot compile 'kernel'") &&
                                 Catch::Contains("kernel.cu:2:") && Catch::Contains("no_such"));
  Launch wrong(kOne, 1);
  wrong.integer("out", 1);
  CHECK_THAT(wrong.run().message, Catch::Contains("not of the type in the metadata"));
}

TEST_CASE("cpu build: a compiled kernel is kept, and used again only where it can be trusted") {
  const TemporaryFolder cache;
  const Variable home("XDG_CACHE_HOME", cache.path());
  const fs::path folder = fs::path(cache.path()) / "mytriton";
  CHECK(runOne({}).message == "");
  REQUIRE(entries(folder).size() == 1);
  const fs::path entry = entries(folder)[0];
  CHECK((fs::status(folder).permissions() & fs::perms::others_all) == fs::perms::none);

  // It is the cached module that runs: without a compiler that works the second launch succeeds.
  {
    std::ofstream(entry / "mark") << "mine";
    CHECK(runOne({}).message == "");
    CHECK(fs::exists(entry / "mark"));
    CHECK(entries(folder).size() == 1);
  }

  // Another source, another entry; without the cache, none.
  CHECK(runOne({}, kOne + "// changed\n").message == "");
  CHECK(entries(folder).size() == 2);
  CpuDeviceOptions uncached;
  uncached.cache = false;
  CHECK(runOne(uncached, kOne + "// again\n").message == "");
  CHECK(entries(folder).size() == 2);

  // A module that others could have written is not loaded, nor one whose text differs.
  const fs::path module = entry / "unit.so";
  std::ofstream(module, std::ios::trunc) << "not a module";
  CHECK(runOne({}).message == "");
  chmod(module.c_str(), 0777);
  CHECK(runOne({}).message == "");
  std::ofstream(entry / "unit.cpp", std::ios::app) << "// not what was asked\n";
  CHECK(runOne({}).message == "");

  // A folder that others may write is not used at all.
  chmod(folder.c_str(), 0777);
  CHECK(runOne({}, kOne + "// into a shared folder\n").message == "");
  CHECK(entries(folder).size() == 2);
}

TEST_CASE("cpu build: the cache is left alone where it is no folder of ours") {
  const TemporaryFolder cache;
  const Variable home("XDG_CACHE_HOME", cache.path());
  fs::create_directory(cache.path() + "/elsewhere");
  fs::create_symlink(cache.path() + "/elsewhere", cache.path() + "/mytriton");
  CHECK(runOne({}).message == "");
  CHECK(entries(cache.path() + "/elsewhere").empty());
}
