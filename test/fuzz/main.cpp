// mytriton-fuzz: random differential testing of the compiler. See options.cpp for what it can do.
#include "dice.h"
#include "options.h"
#include "plants.h"
#include "shrinker.h"
#include "workers.h"

#include "mytriton/ir/ops.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <numeric>
#include <set>
#include <unistd.h>

namespace mytriton::fuzz {

namespace {

class Run {
public:
  explicit Run(const Options &options) : options_(options) {}

  // The exit status.
  int operator()() {
    if (options_.listPlants) {
      for (const Plant &plant : allPlants())
        fmt::print("{:<24} {}\n", plant.name, plant.what);
      return 0;
    }
    if (options_.print) {
      for (std::size_t i = 0; i < options_.count; ++i)
        fmt::print("# seed {}\n{}\n", options_.seed + i, printProgram(programAt(i)));
      return 0;
    }
    return options_.plants.empty() ? search() : plantAll();
  }

private:
  Program programAt(std::size_t index) const {
    return generateProgram(options_.seed + index, options_.generator);
  }

  // Some of the variants, which the seed chooses.
  std::vector<std::size_t> variantsOf(const Program &program) const {
    std::vector<std::size_t> all(allVariants().size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    Dice dice(program.seed * 77 + 5);
    for (std::size_t i = all.size(); i > 1; --i)
      std::swap(all[i - 1], all[static_cast<std::size_t>(dice.below(static_cast<int>(i)))]);
    // The default is what is used most.
    if (dice.oneIn(4))
      std::swap(all[0], *std::find(all.begin(), all.end(), 0));
    all.resize(std::min(all.size(), options_.variants));
    return all;
  }

  WorkOptions workOptions() const {
    WorkOptions work;
    work.differential.variants = [this](const Program &program) { return variantsOf(program); };
    work.jobs = options_.jobs;
    work.batch = options_.batch;
    work.ordersOfThreads = true;
    return work;
  }

  // --- looking for failures ---------------------------------------------------------------------

  struct Failure {
    std::size_t index;
    Verdict verdict;
  };

  int search() {
    std::size_t done = 0, passed = 0, refused = 0;
    runPrograms(
        options_.count, [this](std::size_t index) { return programAt(index); }, workOptions(),
        [&](std::size_t index, Verdict verdict) {
          ++done;
          passed += verdict.kind == Verdict::Kind::Passed ? 1 : 0;
          refused += verdict.kind == Verdict::Kind::Refused ? 1 : 0;
          for (const std::string &operation : verdict.operations)
            ++operations_[operation];
          const bool fails = verdict.kind == Verdict::Kind::Failed ||
                             (verdict.kind == Verdict::Kind::Refused && options_.refusalsFail);
          if (verdict.kind == Verdict::Kind::Refused)
            ++refusals_[verdict.what];
          if (fails)
            found(index, std::move(verdict));
          progress(done);
          return failures_.size() < options_.maxFailures;
        });
    for (std::size_t i = 0; i < std::min(failures_.size(), options_.shrinks); ++i)
      cutDown(failures_[i]);
    return summary(done, passed, refused);
  }

  void progress(std::size_t done) const {
    const std::size_t step = isatty(2) ? 20 : 500;
    if (done % step == 0)
      fmt::print(stderr, "{} of {} programs, {} failures\n", done, options_.count,
                 failures_.size());
  }

  std::string path(const Program &program, const char *suffix) const {
    return fmt::format("{}/seed_{}{}.py", options_.out, program.seed, suffix);
  }

  void write(const Program &program, const char *suffix) const {
    std::error_code ignored;
    std::filesystem::create_directories(options_.out, ignored);
    std::ofstream(path(program, suffix)) << printProgram(program);
  }

  void found(std::size_t index, Verdict verdict) {
    const Program program = programAt(index);
    write(program, "");
    fmt::print("FAILED seed {}: {}{}{}\n{}", program.seed, verdict.what,
               verdict.variant.empty() ? "" : " with ", verdict.variant, verdict.text);
    fmt::print("  kernel: {}\n  again:  mytriton-fuzz --seed={} --count=1 --variants={}{}\n\n",
               path(program, ""), program.seed, options_.variants, generatorFlags());
    std::fflush(stdout);
    failures_.push_back({index, std::move(verdict)});
  }

  std::string generatorFlags() const {
    std::string text = options_.generator.tolerant ? " --mode=tolerance" : "";
    for (const std::string &feature : options_.generator.without)
      text += (text.find("--without") == std::string::npos ? " --without=" : ",") + feature;
    return text;
  }

  // Which variants a failure needs: the default and the one that failed; of a crash all.
  DifferentialOptions again(const Verdict &failure) const {
    DifferentialOptions differential;
    differential.variants = [this, failure](const Program &program) {
      for (std::size_t i = 0; i < allVariants().size(); ++i)
        if (allVariants()[i].flags() == failure.variant && failure.what != "crash")
          return std::vector<std::size_t>{i};
      return variantsOf(program);
    };
    return differential;
  }

  void cutDown(const Failure &failure) {
    const DifferentialOptions differential = again(failure.verdict);
    const auto fails = [&](const Program &candidate) {
      const Verdict verdict = runProgram(candidate, differential);
      return verdict.kind == failure.verdict.kind && verdict.what == failure.verdict.what;
    };
    const Program whole = programAt(failure.index);
    if (!fails(whole)) {
      fmt::print("seed {} fails only beside others of its batch: run again with the same --seed "
                 "and --batch\n\n",
                 whole.seed);
      return;
    }
    const Program small = shrink(whole, fails, options_.shrinkTries);
    const Verdict verdict = runProgram(small, differential);
    write(small, "_small");
    fmt::print("SMALL seed {}: {}{}{}\n{}{}  compile: {}\n\n", small.seed, verdict.what,
               verdict.variant.empty() ? "" : " with ", verdict.variant, printProgram(small),
               verdict.text, commandLine(small, path(small, "_small"), verdict.variant));
    std::fflush(stdout);
  }

  int summary(std::size_t done, std::size_t passed, std::size_t refused) const {
    fmt::print("{} programs: {} passed, {} failed, {} refused\n", done, passed, failures_.size(),
               refused);
    for (const auto &[kind, count] : refusals_)
      fmt::print("  refused {:>6}  {}\n", count, kind);
    bool rare = false;
    for (const OpInfo &info : allOps()) {
      const bool atTileLevel = !info.has(trait::ThreadLevel) &&
                               info.kind != OpKind::ConvertLayout &&
                               (!info.has(trait::Inexact) || options_.generator.tolerant);
      if (!atTileLevel)
        continue;
      const auto found = operations_.find(std::string(info.mnemonic));
      const std::size_t count = found == operations_.end() ? 0 : found->second;
      const bool tooRare = count < options_.requireOps;
      rare |= tooRare;
      fmt::print("  {:>6} programs have {}{}\n", count, info.mnemonic,
                 tooRare ? fmt::format("; {} must", options_.requireOps) : "");
    }
    return failures_.empty() && !rare ? 0 : 1;
  }

  // --- planted mistakes -------------------------------------------------------------------------

  int plantAll() const {
    bool all = true;
    std::set<std::string> wanted(options_.plants.begin(), options_.plants.end());
    const bool every = wanted.erase("all") > 0;
    for (const Plant &plant : allPlants())
      if (wanted.erase(plant.name) > 0 || every)
        all &= isFound(plant);
    for (const std::string &name : wanted)
      fmt::print(stderr, "mytriton-fuzz: there is no plant '{}'; see --list-plants\n", name);
    return !wanted.empty() ? 2 : all ? 0 : 1;
  }

  bool isFound(const Plant &plant) const {
    WorkOptions work = workOptions();
    work.differential.change = plant.apply;
    std::size_t programs = 0, seed = 0;
    std::string how;
    runPrograms(
        options_.count, [this](std::size_t index) { return programAt(index); }, work,
        [&](std::size_t index, Verdict verdict) {
          ++programs;
          // A mistake that the host compiler refuses is none of the kind that is looked for.
          const bool noticed = verdict.kind == Verdict::Kind::Failed &&
                               (verdict.what == "mismatch" || verdict.what == "forbidden");
          if (noticed) {
            seed = options_.seed + index;
            how = verdict.what;
          }
          return !noticed;
        });
    if (how.empty())
      fmt::print("NOT FOUND {}: {}; {} programs\n", plant.name, plant.what, programs);
    else
      fmt::print("found {} after {} programs: a {} with seed {}\n", plant.name, programs, how,
                 seed);
    std::fflush(stdout);
    return !how.empty();
  }

  const Options &options_;
  std::vector<Failure> failures_;
  std::map<std::string, std::size_t> operations_, refusals_;
};

} // namespace

} // namespace mytriton::fuzz

int main(int argc, char **argv) {
  mytriton::fuzz::Options options;
  if (const std::string problem = mytriton::fuzz::readOptions(argc, argv, options);
      !problem.empty()) {
    fmt::print(stderr, "mytriton-fuzz: {}\n", problem);
    return 2;
  }
  if (options.help) {
    std::fputs(mytriton::fuzz::kHelp, stdout);
    return 0;
  }
  return mytriton::fuzz::Run(options)();
}
