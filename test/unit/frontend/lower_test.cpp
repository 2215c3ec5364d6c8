// What text tests do not show: names and ranges of operations, and expressions of any depth.
#include "mytriton/frontend/evaluate.h"
#include "mytriton/frontend/lower.h"
#include "mytriton/frontend/module.h"
#include "mytriton/frontend/parse.h"
#include "mytriton/ir/verifier.h"

#include <catch2/catch.hpp>
#include <sstream>

using namespace mytriton;

namespace {

std::unique_ptr<ExprKernel> evaluated(const SourceFile &file, std::string &errors) {
  std::ostringstream out;
  Diagnostics diagnostics(out);
  std::unique_ptr<ExprKernel> result;
  if (const auto program = Program::read(file, {}, diagnostics))
    if (const auto *function = program->select(""))
      result = evaluate(*program, *function, {}, diagnostics);
  errors = out.str();
  return result;
}

const std::string kHeader = "import triton, triton.language as tl\n@triton.jit\n";

} // namespace

TEST_CASE("operations keep the author's names and their place in the source") {
  const SourceFile file("k.py", kHeader + "def k(x, n):\n"
                                          "    first = second = tl.load(x)\n"
                                          "    third = first + n * 2\n"
                                          "    tl.store(x + n, third)\n");
  std::string errors;
  const auto expressions = evaluated(file, errors);
  REQUIRE(errors == "");
  const auto kernel = lowerToSsa(*expressions);
  CHECK_FALSE(verify(*kernel).has_value());
  std::string seen;
  walk(kernel->body(), [&](const Operation &op) {
    seen += std::string(op.resultCount() ? op.result()->name() : "-") + "=" +
            std::string(file.text(op.range())) + ";";
  });
  CHECK(seen == "first=tl.load(x);=n * 2;=n * 2;third=first + n * 2;=x + n;-=tl.store(x + n, "
                "third);");
  CHECK(kernel->parameter(1)->name() == "n");
}

TEST_CASE("a chain of assignments lowers without recursion") {
  std::string text = kHeader + "def k(x, n):\n    v = n + 1\n";
  for (int i = 0; i < 20000; ++i)
    text += "    v = v + n\n";
  const SourceFile file("k.py", text + "    tl.store(x + v, 1.0)\n");
  std::string errors;
  const auto expressions = evaluated(file, errors);
  REQUIRE(errors == "");
  CHECK_FALSE(verify(*lowerToSsa(*expressions)).has_value());
  CHECK(printExpressions(*expressions).size() > 20000);
}

TEST_CASE("a file with its kernel's every type unknown gets one error") {
  const SourceFile file("k.py", kHeader + "def k(a, b, c):\n    d = a * b + c\n");
  std::string errors;
  CHECK(evaluated(file, errors) == nullptr);
  CHECK(errors.find("the use of 'a', 'b', 'c' does not tell its type") != std::string::npos);
  CHECK(errors.find("error:") == errors.rfind("error:"));
}
