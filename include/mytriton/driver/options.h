// The options of the command line, as tables: a tool hands their rows to its command-line library,
// and --help and docs/cli.md are printed from them. The rows here are those that mytritonc and
// mytriton-run share.
#pragma once

#include "mytriton/driver/compile.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

enum class ColorMode { Auto, Always, Never };

struct DriverOptions : CompileOptions {
  bool choosesStages = false; // --emit was given
  bool choosesTarget = false; // --target was given
  Diagnostics::Format format = Diagnostics::Format::Text;
  ColorMode color = ColorMode::Auto;
  bool warningsAsErrors = false;
};

// What --help prints of an option.
struct OptionText {
  std::string_view names; // "-D,--define", or one of the two
  std::string_view value; // "NAME=VALUE"; empty for a flag, which takes none
  std::string_view group; // the heading that it stands under
  std::string_view help;  // lines separated by '\n'
};

template <typename Options>
struct OptionRow {
  OptionText text;
  // Stores the value (empty for a flag); called once for each time the option is given. Returns
  // what is wrong with the value, or an empty string.
  std::string (*apply)(Options &options, std::string_view value);
};

std::span<const OptionRow<DriverOptions>> driverOptionTable();

// Sets what the options leave open: without --emit, the text of the target is made.
void settleOptions(DriverOptions &options);

// What the options contradict each other in, or an empty string: call it after the last one.
std::string checkOptions(const DriverOptions &options);

// Sets what the environment says: MYTRITON_BACKEND. Returns what is wrong with it, or an empty
// string. Call it before the command line is read.
std::string readEnvironment(DriverOptions &options);

// How diagnostics of `program` are to look; `terminal` tells whether they go to one.
Diagnostics::Options diagnosticsOptions(const DriverOptions &options, std::string program,
                                        bool terminal);

// The rows as --help shows them, in order, under their headings.
std::string formatOptions(std::span<const OptionText> rows);

// Replaces each `@FILE` by the words in FILE: separated by white space, quoted with ' or ", a
// backslash taking the next character as it is. Files may name others, eight deep. Returns what is
// wrong, or an empty string.
std::string expandResponseFiles(std::vector<std::string> &arguments);

// Splits "NAME=VALUE"; the name is empty where there is no '='.
std::pair<std::string, std::string> splitAssignment(std::string_view text);

} // namespace mytriton
