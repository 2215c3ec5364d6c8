// The command line of mytriton-fuzz.
#pragma once

#include "program_generator.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mytriton::fuzz {

struct Options {
  GeneratorOptions generator;
  std::uint64_t seed = 1;
  std::size_t count = 100;
  std::size_t jobs = 1;
  std::size_t batch = 24;
  std::size_t variants = 2; // of each program
  std::size_t requireOps = 0;
  int shrinkTries = 400;
  std::size_t shrinks = 3; // failures that are cut down
  std::size_t maxFailures = 20;
  bool refusalsFail = true;
  std::string out = "fuzz-out";
  std::vector<std::string> plants; // or "all"
  bool print = false;
  bool listPlants = false;
  bool help = false;
};

// Returns what is wrong, or an empty string.
std::string readOptions(int argc, char **argv, Options &options);

extern const char *const kHelp;

} // namespace mytriton::fuzz
