// What a bug of the compiler looks like: no kernel is known to bring one about.
#include "mytriton/support/diagnostics.h"

#include <catch2/catch.hpp>
#include <sstream>

using namespace mytriton;

TEST_CASE("a bug of the compiler is called one, at the kernel") {
  std::ostringstream text;
  Diagnostics diagnostics(text);
  const SourceFile file("k.py", "def k(): pass\n");
  diagnostics.report(DiagnosticKind::CompilerBug, &file, SourceRange{4, 5}, "cse made invalid IR");
  CHECK(
      text.str().find("k.py:1:5: error: this is a bug of the compiler, not of the kernel: cse made "
                      "invalid IR; please report it with the source [compiler-bug]") == 0);
}
