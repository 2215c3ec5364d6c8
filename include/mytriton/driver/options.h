// The options that steer the compiler, once: mytritonc and mytriton-run both take them, --help and
// docs/cli.md are printed from them. A tool hands each row to its command-line library.
#pragma once

#include "mytriton/driver/compile.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

struct OptionRow {
  std::string_view names; // "-D,--define", or one of the two
  std::string_view value; // "NAME=VALUE"; empty for a flag, which takes none
  std::string_view group; // the heading in --help
  std::string_view help;
  bool repeated; // may be given several times, each time with one more value
  // Stores the value. Returns what is wrong with it, or an empty string.
  std::string (*apply)(CompileOptions &options, std::string_view value);
};

std::span<const OptionRow> compileOptionTable();
// What the options contradict each other in, or an empty string. Call it after the last one.
std::string checkCompileOptions(const CompileOptions &options);

// Replaces each `@FILE` by the words in FILE: separated by white space, quoted with ' or ", a
// backslash taking the next character as it is. Response files may name others, eight deep.
// False, with `error` set, where a file cannot be read.
bool expandResponseFiles(std::vector<std::string> &arguments, std::string &error);

// Of `names`, the one that `word` was most likely meant to be; empty where none is close.
std::string_view closestName(std::string_view word, std::span<const std::string_view> names);

} // namespace mytriton
