// Reading the command line: all options have the form --NAME or --NAME=VALUE.
#include "options.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

namespace mytriton::fuzz {

const char *const kHelp =
    R"(usage: mytriton-fuzz [OPTIONS]

Compiles random kernels in several ways, runs them on the devices ref and cpu, and compares what
they leave in memory. A failure is written to a folder and cut down to a small kernel.

  --seed=N          the first seed; program K has the seed N + K (1)
  --count=N         how many programs (100)
  --jobs=N          processes (1)
  --batch=N         programs that go through the host compiler at once (24)
  --variants=N      ways in which each is compiled for the cpu device (2; 40 are all)
  --mode=exact|tolerance
                    results to the bit (the default), or also exp, log, sqrt and the like, compared
                    within tolerances
  --without=A,B     leaves parts of the language out; --without=help lists them
  --allow-refusals  what the compiler refuses is counted and is no failure
  --require-ops=N   fails where an operation of the tile level occurs in fewer programs
  --max-failures=N  ends after so many (20)
  --shrink=N        cuts down the first N failures (3)
  --shrink-tries=N  candidates for each (400)
  --out=FOLDER      where failing kernels go (fuzz-out)
  --print           prints the programs and runs nothing
  --plant=A,B|all   plants mistakes in the generated code, one at a time, and looks for each in at
                    most --count programs; fails where one is not found
  --list-plants     the mistakes
  --help            this text

examples:
  mytriton-fuzz --count=300 --jobs=2                    what the tests run
  mytriton-fuzz --count=20000 --jobs=8 --require-ops=50 the long run
  mytriton-fuzz --seed=1234 --count=1 --variants=40     one program in every way
  mytriton-fuzz --plant=all --count=500                 whether mistakes are found

exit status: 0 all passed, 1 something failed, 2 the command line is wrong
)";

namespace {

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    parts.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

template <typename Number>
std::string number(std::string_view value, Number &to) {
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), to);
  return error == std::errc() && end == value.data() + value.size()
             ? ""
             : fmt::format("'{}' is no number", value);
}

std::string apply(std::string_view name, std::string_view value, Options &options) {
  if (name == "--seed")
    return number(value, options.seed);
  if (name == "--count")
    return number(value, options.count);
  if (name == "--jobs")
    return number(value, options.jobs);
  if (name == "--batch")
    return number(value, options.batch);
  if (name == "--variants")
    return number(value, options.variants);
  if (name == "--require-ops")
    return number(value, options.requireOps);
  if (name == "--max-failures")
    return number(value, options.maxFailures);
  if (name == "--shrink")
    return number(value, options.shrinks);
  if (name == "--shrink-tries")
    return number(value, options.shrinkTries);
  if (name == "--mode") {
    options.generator.tolerant = value == "tolerance";
    return value == "exact" || value == "tolerance" ? "" : "there are exact and tolerance";
  }
  if (name == "--without") {
    const std::vector<std::string> &all = allFeatures();
    for (const std::string &feature : split(value)) {
      if (std::find(all.begin(), all.end(), feature) == all.end())
        return fmt::format("there is no part '{}'; there are {}", feature, fmt::join(all, ", "));
      options.generator.without.insert(feature);
    }
    return "";
  }
  if (name == "--allow-refusals")
    return options.refusalsFail = false, "";
  if (name == "--out")
    return options.out = value, "";
  if (name == "--plant")
    return options.plants = split(value), "";
  if (name == "--print")
    return options.print = true, "";
  if (name == "--list-plants")
    return options.listPlants = true, "";
  if (name == "--help")
    return options.help = true, "";
  return "there is no such option; see --help";
}

} // namespace

std::string readOptions(int argc, char **argv, Options &options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string_view value = word.substr(std::min(equals + 1, word.size()));
    if (const std::string problem = apply(word.substr(0, equals), value, options); !problem.empty())
      return fmt::format("{}: {}", word.substr(0, equals), problem);
  }
  if (options.batch == 0 || options.jobs == 0)
    return "--batch and --jobs are at least 1";
  return "";
}

} // namespace mytriton::fuzz
