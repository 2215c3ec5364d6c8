// Syntax errors: exactly one each, of which kind and where; and input of any size and depth.
#include "mytriton/frontend/parse.h"

#include <catch2/catch.hpp>
#include <sstream>

using namespace mytriton;

namespace {

// "LINE:COL kind" of each error, or "ok".
std::string outcome(const std::string &text) {
  const SourceFile file("k.py", text);
  std::ostringstream out;
  Diagnostics diagnostics(out);
  const auto module = parseModule(file, diagnostics);
  CHECK((module == nullptr) == diagnostics.hasErrors());
  if (module)
    return "ok";
  const std::string all = out.str();
  CHECK(diagnostics.errorCount() == 1);
  const std::string line = all.substr(0, all.find('\n'));
  const std::string kind = line.substr(line.rfind('['));
  if (line.rfind("k.py: ", 0) == 0)
    return kind;
  return line.substr(5, line.find(": error") - 5) + " " + kind;
}

std::string repeat(const std::string &text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i)
    out += text;
  return out;
}

// A kernel with this body, indented by four.
std::string kernel(const std::string &body) { return "@triton.jit\ndef f(x):\n" + body; }

} // namespace

TEST_CASE("each syntax error is one error at its place") {
  CHECK(outcome("def f(x):\n    x = = 3\n") == "2:9 [syntax-error]");
  CHECK(outcome("def f(x)\n    x = 3\n") == "1:9 [syntax-error]");
  CHECK(outcome("def f(x):\n    if x\n        y = 1\n") == "2:9 [syntax-error]");
  CHECK(outcome("x = 1 +\ny = 2\n") == "1:8 [syntax-error]");
  CHECK(outcome("x = 1 ? 2\n") == "1:7 [syntax-error]");
  CHECK(outcome("x = $\n") == "1:5 [syntax-error]");
  CHECK(outcome("def f(x):\n    y = x x\n") == "2:9 [syntax-error]");
  CHECK(outcome("tl.load(x, mask=)\n") == "1:16 [syntax-error]");
  CHECK(outcome("x = 1 \\ \ny = 2\n") == "1:7 [syntax-error]");
  CHECK(outcome("class\n") == "1:6 [syntax-error]");
}

TEST_CASE("brackets and strings that do not close") {
  CHECK(outcome("x = (1,\ny = 2\n") == "1:5 [unclosed-bracket]");
  CHECK(outcome("f(a[1)\n") == "1:6 [mismatched-bracket]");
  CHECK(outcome("x = 1)\n") == "1:6 [mismatched-bracket]");
  CHECK(outcome("x = 'abc\n") == "1:5 [unterminated-string]");
  CHECK(outcome("x = \"\"\"abc\n\n") == "1:5 [unterminated-string]");
  CHECK(outcome("x = '(' # [\ny = \"\"\"(\n\"\"\" + '\\''\n") == "ok");
}

TEST_CASE("indentation follows Python's rules") {
  CHECK(outcome("x = 1\n    y = 2\n") == "2:5 [bad-indentation]");
  CHECK(outcome("def f():\n        x = 1\n    y = 2\n") == "3:5 [bad-indentation]");
  CHECK(outcome("def f():\nx = 1\n") == "2:1 [bad-indentation]");
  CHECK(outcome("def f():\n    # nothing\n") == "1:1 [bad-indentation]");
  CHECK(outcome("if x:\n    a = 1\n\tb = 2\n") == "3:2 [bad-indentation]");
  CHECK(outcome("if x:\n        a = 1\n\tb = 2\n") == "3:2 [bad-indentation]");
  CHECK(outcome("def f():\n\tx = 1\n\tif x: y = 2\n\telse:\n\t\tz = 3\n") == "ok");
  CHECK(outcome("def f():\n    x = (1,\n2)\n    y = 1 + \\\n1\n    return\n# c\n") == "ok");
}

TEST_CASE("what the grammar lets pass of Python 2") {
  CHECK(outcome("print x\n") == "1:1 [syntax-error]");
  CHECK(outcome("exec \"a\"\n") == "1:1 [syntax-error]");
  CHECK(outcome("x = a <> b\n") == "1:7 [syntax-error]");
  CHECK(outcome("x = 0777\n") == "1:5 [syntax-error]");
  CHECK(outcome("x = 10L\n") == "1:5 [syntax-error]");
  CHECK(outcome("x = 1__0\n") == "1:5 [syntax-error]");
  CHECK(outcome("async = 3\n") != "ok");
  CHECK(outcome("x = 00 + 0x_1F + 0b1 + 1_000 + 0o17 + 1j\n") == "ok");
}

TEST_CASE("bytes that are no text") {
  CHECK(outcome(std::string("x = 1\n\0", 7)) == "2:1 [source-not-text]");
  CHECK(outcome("x = '\xff'\n") == "1:6 [source-not-text]");
  CHECK(outcome("") == "ok");
  CHECK(outcome("\n\n  \n# only a comment") == "ok");
  CHECK(outcome("\xef\xbb\xbfx = 1\r\nif x:\r\n    y = 2\r\n") == "ok");
  CHECK(outcome("x = 1\r\ny = = 2\r\n") == "2:5 [syntax-error]");
}

TEST_CASE("size and depth are bounded") {
  CHECK(outcome(repeat("x = 1\n", 50'000'000 / 6)) == "[source-too-large]");
  CHECK(outcome("x = " + repeat("(", 10000) + repeat(")", 10000) + "\n") ==
        "1:205 [nesting-too-deep]");
  CHECK(outcome("x = " + repeat("(", 10000)) == "1:205 [nesting-too-deep]");
  std::string blocks;
  for (std::size_t i = 0; i < 1000; ++i)
    blocks += std::string(i, ' ') + "if x:\n";
  CHECK(outcome(blocks).find("[nesting-too-deep]") != std::string::npos);
  // A chain is deep to the left, without a bracket.
  const std::string chain = repeat("a + ", 100000) + "a\n";
  // It is refused where a kernel uses it.
  CHECK(outcome(kernel("    y = " + chain)) == "ok");
  CHECK(outcome("y = " + chain) == "ok");
  CHECK(outcome(kernel("    y = " + repeat("not ", 100000) + "a\n")) == "ok");
  CHECK(outcome(kernel("    " + repeat("a = ", 100000) + "1\n")) == "ok");
  CHECK(outcome(kernel("    if a:\n        pass\n" +
                       repeat("    elif a:\n        pass\n", 50000))) == "ok");
}

TEST_CASE("the module keeps what may matter and the names of the rest") {
  const SourceFile file("k.py", "import numpy as np\n"
                                "from triton import language as tl\n"
                                "N: int = 3 + 1\n"
                                "for i in range(3):\n    total += np.ones(q)\n"
                                "with open('f') as handle: pass\n"
                                "def host(a):\n    inner = 1\n"
                                "x, (y, z[0]) = 1, 2\n");
  std::ostringstream out;
  Diagnostics diagnostics(out);
  const auto module = parseModule(file, diagnostics);
  REQUIRE(module);
  CHECK(printAst(*module, file) == "module\n"
                                   "  import numpy as np  @1:1\n"
                                   "  from triton import language as tl  @2:1\n"
                                   "  constant N  @3:1\n"
                                   "    binary +  @3:10\n"
                                   "      integer 3  @3:10\n"
                                   "      integer 1  @3:14\n"
                                   "  skipped, binds i total  @4:1\n"
                                   "  skipped, binds handle  @6:1\n"
                                   "  function host  @7:5\n"
                                   "    parameter a  @7:10\n"
                                   "    body\n"
                                   "      assign  @8:5\n"
                                   "        target\n"
                                   "          name inner  @8:5\n"
                                   "        value\n"
                                   "          integer 1  @8:13\n"
                                   "  skipped, binds x y  @9:1\n");
}
