// Programs are found, run, and what they say when they fail is kept.
#include "mytriton/support/private_folder.h"
#include "mytriton/support/process.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

using namespace mytriton;

TEST_CASE("a program is found along the PATH, or by its path") {
  CHECK(findProgram("sh").substr(0, 1) == "/");
  CHECK(findProgram(findProgram("sh")) == findProgram("sh"));
  CHECK(findProgram("no-such-program-is-there").empty());
  CHECK(findProgram("/").empty());
}

TEST_CASE("a program's failure is told by what it wrote, or by its status") {
  const PrivateFolder folder(temporaryFolder());
  REQUIRE(folder.exists());
  const std::string shell = findProgram("sh");
  std::string log;
  CHECK(runProgram({shell, "-c", "echo lost"}, folder.path(), log));
  CHECK(log.empty());
  CHECK_FALSE(runProgram({shell, "-c", "echo heard; echo too >&2; exit 3"}, folder.path(), log));
  CHECK(log == "heard\ntoo\n");
  CHECK_FALSE(runProgram({shell, "-c", "exit 3"}, folder.path(), log));
  CHECK(log == "it ended with status 3");
  CHECK_FALSE(runProgram({shell, "-c", "kill -9 $$"}, folder.path(), log));
  CHECK(log == "it was ended by signal 9");
  CHECK_FALSE(runProgram({"/no/such/program"}, folder.path(), log));
  CHECK(runProgram({shell, "-c", "test \"$TMPDIR\" = \"$1\"", "sh", folder.path()}, folder.path(),
                   log));
  CHECK(firstLines("in " + folder.path() + "/a.cpp\nsecond", folder.path()) ==
        "\n  in a.cpp\n  second");
}

TEST_CASE("a private folder goes away with what it holds") {
  std::string path;
  {
    const PrivateFolder folder(temporaryFolder());
    REQUIRE(folder.exists());
    path = folder.path();
    std::ofstream(folder.file("file")) << "text";
    CHECK(std::filesystem::exists(path + "/file"));
  }
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK_FALSE(PrivateFolder("/no/such/folder").exists());
}
