#include "differential.h"
#include "program_generator.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <map>
using namespace mytriton;
using namespace mytriton::fuzz;
int main(int argc, char **argv) {
  std::uint64_t seed = std::strtoull(argv[1], nullptr, 10);
  int count = std::atoi(argv[2]);
  GeneratorOptions g;
  for (int i = 4; i < argc; ++i)
    g.without.insert(argv[i]);
  DifferentialOptions d;
  d.variants = [](const Program &) { return std::vector<std::size_t>{1, 2, 3, 4, 5, 6, 7}; };
  if (argv[3][0] == 'p') {
    std::puts(printProgram(generateProgram(seed, g)).c_str());
    return 0;
  }
  std::map<std::string, int> kinds;
  if (argv[3][0] == 'c')
    d.change = [](std::string) { return std::string(); };
  for (int i = 0; i < count; ++i) {
    auto v = runDifferential({generateProgram(seed + i, g)}, d)[0];
    kinds[std::string(v.kind == Verdict::Kind::Passed    ? "passed"
                      : v.kind == Verdict::Kind::Refused ? "refused "
                                                         : "FAILED ") +
          v.what]++;
    if (v.kind == Verdict::Kind::Failed)
      fmt::print("seed {} {} {}: {}\n", seed + i, v.what, v.variant, v.text);
    if (v.kind == Verdict::Kind::Refused && argv[3][0] != 'q' && argv[3][1])
      fmt::print("seed {} {}\n", seed + i, v.text);
    std::fflush(stdout);
  }
  for (auto &[k, n] : kinds)
    fmt::print("{} {}\n", n, k);
}
