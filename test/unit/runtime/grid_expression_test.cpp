// Grids as expressions. The values that are expected are Python's.
#include "mytriton/runtime/grid_expression.h"

#include <catch2/catch.hpp>
#include <sstream>

using namespace mytriton;

namespace {

const GridNames kNames{{"n", 1000}, {"m", -7},           {"BLOCK", 256}, {"big", INT64_MAX},
                       {"zero", 0}, {"x", std::nullopt}, {"größe", 5}};

std::array<std::uint32_t, 3> grid(const std::string &text) {
  std::ostringstream out;
  Diagnostics diagnostics(out);
  SourceFile file("--grid", text);
  std::optional<Grid> result = evaluateGrid(file, kNames, diagnostics);
  INFO(text << "\n" << out.str());
  REQUIRE(result);
  return result->extent;
}

std::uint32_t value(const std::string &text) { return grid(text)[0]; }

std::string problem(const std::string &text) {
  std::ostringstream out;
  Diagnostics diagnostics(out);
  SourceFile file("--grid", text);
  CHECK(!evaluateGrid(file, kNames, diagnostics));
  CHECK(diagnostics.errorCount() == 1);
  return out.str().substr(0, out.str().find('\n'));
}

} // namespace

TEST_CASE("grid expressions have the values that Python gives") {
  CHECK(value("4") == 4);
  CHECK(value(" cdiv( n , BLOCK ) ") == 4);
  CHECK(value("triton.cdiv(n, BLOCK)") == 4);
  CHECK(value("n // BLOCK * BLOCK + n % BLOCK") == 1000);
  CHECK(value("2 + 3 * 4 - 5") == 9);
  CHECK(value("10 - 2 - 3") == 5);
  CHECK(value("(2 + 3) * 4") == 20);
  CHECK(value("--3 + +1") == 4);
  CHECK(value("-(m // 2)") == 4);   // -7 // 2 == -4
  CHECK(value("m % 3") == 2);       // -7 % 3 == 2
  CHECK(value("-(7 // -2)") == 4);  // 7 // -2 == -4
  CHECK(value("10 + 7 % -3") == 8); // 7 % -3 == -2
  CHECK(value("-cdiv(m, 2)") == 3); // ceil(-3.5) == -3
  CHECK(value("min(n, 7, BLOCK)") == 7);
  CHECK(value("max(0, m)") == 0);
  CHECK(value("größe") == 5);
  CHECK(value("big - big + 1") == 1);
  CHECK(value("(-big - 1) % -1") == 0);
  CHECK(value("2147483647") == 2147483647);
}

TEST_CASE("a grid has up to three extents") {
  CHECK(grid("1, 2") == std::array<std::uint32_t, 3>{1, 2, 1});
  CHECK(grid("n,65535,0") == std::array<std::uint32_t, 3>{1000, 65535, 0});
  CHECK(problem("1, 2, 3, 4") ==
        "--grid:1:8: error: cannot read the grid: a grid has at most three extents [grid-syntax]");
}

TEST_CASE("what is wrong with a grid is reported at its place") {
  CHECK(problem("") == "--grid:1:1: error: cannot read the grid: a number or a name is missing "
                       "here [grid-syntax]");
  CHECK(problem("n n") == "--grid:1:3: error: cannot read the grid: this is unexpected "
                          "[grid-syntax]");
  CHECK(problem("n / 2").find("--grid:1:3: error: cannot read the grid: '/' gives a float") == 0);
  CHECK(problem("1.5").find("this is no integer") != std::string::npos);
  CHECK(problem("0x10").find("this is no integer") != std::string::npos);
  CHECK(problem("cdiv(1)").find("cdiv takes two arguments") != std::string::npos);
  CHECK(problem("min(1)").find("min takes two or more") != std::string::npos);
  CHECK(problem("(1").find("')' is missing here") != std::string::npos);
  CHECK(problem("1 + BLOK") ==
        "--grid:1:5: error: the grid speaks of 'BLOK', which the kernel does "
        "not have; did you mean 'BLOCK'? [grid-unknown-name]");
  CHECK(problem("exp(1)").find("the functions are cdiv, min and max") != std::string::npos);
  CHECK(problem("x") ==
        "--grid:1:1: error: the grid speaks of 'x', which is no integer [grid-not-integer]");
  CHECK(problem("n // zero").find("[grid-division-by-zero]") != std::string::npos);
  CHECK(problem("n % zero").find("[grid-division-by-zero]") != std::string::npos);
  CHECK(problem("big + 1") ==
        "--grid:1:1: error: the grid's value does not fit in 64 bits [grid-overflow]");
  CHECK(problem("1 * (-big - 2)").find("[grid-overflow]") != std::string::npos);
  CHECK(problem("big * 2").find("[grid-overflow]") != std::string::npos);
  CHECK(problem("(-big - 1) // -1").find("[grid-overflow]") != std::string::npos);
  CHECK(problem("9223372036854775808").find("[grid-overflow]") != std::string::npos);
  CHECK(problem("1, m") == "--grid:1:4: error: the grid's y extent is -7, which is not from 0 to "
                           "65535 [grid-extent]");
  CHECK(problem("2147483648").find("the grid's x extent is 2147483648") != std::string::npos);
  CHECK(problem("1, 1, 65536").find("the grid's z extent is 65536") != std::string::npos);
  CHECK(problem(std::string(100000, '(')).find("nested over 100 deep") != std::string::npos);
  std::string calls;
  for (int i = 0; i < 100000; ++i)
    calls += "min(";
  CHECK(problem(calls).find("nested over 100 deep") != std::string::npos);
  CHECK(value(std::string(100000, '-') + "1") == 1);
}
