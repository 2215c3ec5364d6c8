// The table of options, and what the options say together. See options.h.
#include "mytriton/driver/options.h"
#include "mytriton/ir/passes.h"
#include "mytriton/support/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <set>

namespace mytriton {

namespace {

using Names = std::vector<std::string_view>;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isIdentifier(std::string_view text) {
  const auto isWord = [](char c) {
    return c == '_' || isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  return !text.empty() && !isDigit(text.front()) && std::all_of(text.begin(), text.end(), isWord);
}

// `sm_80`, with an `a` or `f` after it for the features of one chip or family.
bool isArch(std::string_view text) {
  if (text.size() < 5 || text.size() > 7 || text.substr(0, 3) != "sm_")
    return false;
  text.remove_prefix(3);
  if (text.back() == 'a' || text.back() == 'f')
    text.remove_suffix(1);
  return text.size() >= 2 && std::all_of(text.begin(), text.end(), isDigit);
}

std::optional<int> parseInt(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

bool isPowerOfTwo(int value) { return value > 0 && (value & (value - 1)) == 0; }

// The items of a list; a list without an item between two commas has an empty one.
std::vector<std::string> splitCommas(std::string_view text) {
  std::vector<std::string> items;
  while (true) {
    const std::size_t comma = text.find(',');
    items.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos)
      return items;
    text.remove_prefix(comma + 1);
  }
}

std::string unknown(std::string_view what, std::string_view value, const Names &names) {
  const std::string hint = didYouMean(value, names);
  return fmt::format("there is no {} '{}'{}", what, value,
                     hint.empty() ? fmt::format("; there is {}", fmt::join(names, ", ")) : hint);
}

std::string oneOf(std::string_view value, std::string_view first, std::string_view second,
                  bool &isSecond) {
  isSecond = value == second;
  return isSecond || value == first ? std::string()
                                    : fmt::format("'{}' is not {} or {}", value, first, second);
}

// --- what each option does with its value
// -----------------------------------------------------------

std::string addAssignment(std::vector<CompileOptions::NameAndText> &list, std::string_view value,
                          std::string_view form) {
  auto assignment = splitAssignment(value);
  if (!isIdentifier(assignment.first) || assignment.second.empty())
    return fmt::format("'{}' does not read {}", value, form);
  list.push_back(std::move(assignment));
  return {};
}

std::string setStages(DriverOptions &options, std::string_view value) {
  options.stages.clear();
  options.choosesStages = true;
  for (const std::string &item : splitCommas(value)) {
    const auto stage = stageFromName(item);
    if (!stage)
      return unknown("stage", item, stageNames());
    if (std::find(options.stages.begin(), options.stages.end(), *stage) == options.stages.end())
      options.stages.push_back(*stage);
  }
  return {};
}

std::string setArchs(DriverOptions &options, std::string_view value) {
  options.archs.clear();
  for (const std::string &item : splitCommas(value)) {
    if (!isArch(item))
      return fmt::format("'{}' is no architecture such as sm_80 or sm_90a", item);
    if (std::find(options.archs.begin(), options.archs.end(), item) == options.archs.end())
      options.archs.push_back(item);
  }
  return {};
}

std::string setNumWarps(DriverOptions &options, std::string_view value) {
  const auto number = parseInt(value);
  if (!number || !isPowerOfTwo(*number) || *number > 32)
    return fmt::format("'{}' is not 1, 2, 4, 8, 16 or 32", value);
  options.numWarps = *number;
  return {};
}

std::string setElementsPerThread(DriverOptions &options, std::string_view value) {
  if (value != "1")
    return fmt::format("'{}' is not 1; without the option the number is chosen", value);
  options.oneElementPerThread = true;
  return {};
}

std::string setAssumeAligned(DriverOptions &options, std::string_view value) {
  const auto number = parseInt(value);
  if (!number || !isPowerOfTwo(*number) || *number > 4096)
    return fmt::format("'{}' is no power of two up to 4096", value);
  options.assumeAligned = *number;
  return {};
}

std::string setMaxSteps(DriverOptions &options, std::string_view value) {
  const auto number = parseInt(value);
  if (!number || *number < 1)
    return fmt::format("'{}' is no number of steps", value);
  options.maxSteps = static_cast<std::size_t>(*number);
  return {};
}

std::string setLevel(DriverOptions &options, std::string_view value) {
  if (value != "0" && value != "1")
    return fmt::format("'{}' is not 0 or 1", value);
  options.optimizationLevel = value == "1" ? 1 : 0;
  return {};
}

std::string setPasses(DriverOptions &options, std::string_view value) {
  options.passes.emplace();
  if (value == "none")
    return {};
  Names names;
  for (const Pass &pass : allPasses())
    names.push_back(pass.name);
  for (const std::string &item : splitCommas(value)) {
    if (findPass(item) == nullptr)
      return unknown("pass", item, names);
    options.passes->push_back(item);
  }
  return {};
}

std::string setTarget(DriverOptions &options, std::string_view value) {
  bool mlir = false;
  std::string error = oneOf(value, "cuda", "mlir", mlir);
  options.target = mlir ? Target::Mlir : Target::Cuda;
  options.choosesTarget = true;
  return error;
}

std::string setSymbol(DriverOptions &options, std::string_view value) {
  options.symbol = value;
  return isIdentifier(value) ? std::string() : fmt::format("'{}' is no C++ name", value);
}

std::string setColor(DriverOptions &options, std::string_view value) {
  const std::array<std::string_view, 3> names{"auto", "always", "never"};
  const auto *found = std::find(names.begin(), names.end(), value);
  if (found == names.end())
    return fmt::format("'{}' is not auto, always or never", value);
  options.color = static_cast<ColorMode>(found - names.begin());
  return {};
}

std::string setFormat(DriverOptions &options, std::string_view value) {
  bool json = false;
  std::string error = oneOf(value, "text", "json", json);
  options.format = json ? Diagnostics::Format::Json : Diagnostics::Format::Text;
  return error;
}

std::string setWarning(DriverOptions &options, std::string_view value) {
  options.warningsAsErrors = true;
  return value == "error" ? std::string() : fmt::format("there is no '-W{}'", value);
}

// --- the table
// ----------------------------------------------------------------------------------------

constexpr std::string_view kKernel = "The kernel";
constexpr std::string_view kOutput = "What is made";
constexpr std::string_view kThreads = "How a program is spread over threads";
constexpr std::string_view kPromises = "Promises that the caller makes";
constexpr std::string_view kOptimizer = "The optimizer";
constexpr std::string_view kMessages = "Messages";

using Row = OptionRow<DriverOptions>;
using View = std::string_view;

const std::array kTable{
    Row{{"-k,--kernel", "NAME", kKernel,
         "the kernel; may be left out when the file has one that no other\nfunction calls"},
        [](DriverOptions &o, View v) { return o.kernel = v, std::string(); }},
    Row{{"-D,--define", "NAME=VALUE", kKernel,
         "fix a parameter at compile time: a Python literal, a tuple,\nfloat('inf'), None, a dtype "
         "(tl.float16) or a function's name"},
        [](DriverOptions &o, View v) { return addAssignment(o.defines, v, "NAME=VALUE"); }},
    Row{{"-I,--import-path", "DIR", kKernel,
         "look for imported modules in DIR too, after the folders of the\nimporting file and of "
         "the kernel's"},
        [](DriverOptions &o, View v) { return o.importPaths.emplace_back(v), std::string(); }},
    Row{{"--arg", "NAME=TYPE", kKernel,
         "the type of a parameter: *fp32, i32, fp32, ...; a :16 after it\npromises divisibility by "
         "16, a :noalias what --noalias does"},
        [](DriverOptions &o, View v) { return addAssignment(o.argumentTypes, v, "NAME=TYPE"); }},
    Row{{"--grid", "EXPR", kKernel,
         "programs to launch, in terms of arguments and constexprs, kept in\nthe JSON: "
         "'cdiv(n, BLOCK)'; up to three, with commas"},
        [](DriverOptions &o, View v) { return o.grid = v, std::string(); }},
    Row{{"--max-steps", "N", kKernel,
         "statements and expressions that are evaluated at most, with loops\nunrolled (default "
         "500000)"},
        setMaxSteps},
    Row{{"--emit", "STAGE[,STAGE...]", kOutput,
         "what to print: ast, expr, ssa, layout, layout-svg (a picture),\nthread, cuda, mlir, "
         "metadata, ptx, cubin; without it, the text of the target"},
        setStages},
    Row{{"--target", "cuda|mlir", kOutput,
         "the backend (default cuda): its text is made without --emit, and is\nwhat PTX and cubins "
         "are made from; MYTRITON_BACKEND sets the default"},
        setTarget},
    Row{{"--arch", "sm_NN[,sm_NN...]", kOutput,
         "the architectures that PTX and cubins are made for (default sm_80)"},
        setArchs},
    Row{{"--mlir-opt", "FILE", kOutput,
         "the program that makes PTX of MLIR (default: mlir-opt-22 or mlir-opt\non the PATH)"},
        [](DriverOptions &o, View v) { return o.mlirOpt = v, std::string(); }},
    Row{{"--ptxas", "FILE", kOutput,
         "the assembler that makes cubins of that (default: of the CUDA\ntoolkit, or on the PATH)"},
        [](DriverOptions &o, View v) { return o.ptxas = v, std::string(); }},
    Row{{"--symbol", "NAME", kOutput, "the name of the generated function (default: the kernel's)"},
        setSymbol},
    Row{{"--value-names", "source|ssa", kOutput,
         "name the variables of the generated code as in the source\n(default), or v0, v1, ... "
         "after "
         "the SSA listing"},
        [](DriverOptions &o, View v) { return oneOf(v, "source", "ssa", o.ssaNames); }},
    Row{{"--num-warps", "N", kThreads,
         "warps of a block: 1, 2, 4, 8, 16 or 32; chosen where it is left out"},
        setNumWarps},
    Row{{"--elements-per-thread", "1", kThreads,
         "one element, one thread: at most 1024 elements, no --num-warps"},
        setElementsPerThread},
    Row{{"--noalias", "", kPromises,
         "no two pointers reach the same memory, so that __restrict__ may be\nused; recorded in "
         "the "
         "JSON and checked at launch"},
        [](DriverOptions &o, View) { return o.noalias = true, std::string(); }},
    Row{{"--assume-aligned", "BYTES", kPromises,
         "every pointer is divisible by BYTES; recorded and checked likewise"},
        setAssumeAligned},
    Row{{"-O", "0|1", kOptimizer, "-O0 runs no pass, -O1 (default) all"}, setLevel},
    Row{{"--passes", "NAME[,NAME...]", kOptimizer,
         "run these passes instead: fold, licm, cse, dce; none runs none"},
        setPasses},
    Row{{"--diagnostics", "text|json", kMessages,
         "how messages are written: for people (default), or one JSON object\na line"},
        setFormat},
    Row{{"--color", "auto|always|never", kMessages, "color messages; auto (default) on a terminal"},
        setColor},
    Row{{"-W", "error", kMessages, "make warnings errors: -Werror"}, setWarning},
};

} // namespace

std::span<const OptionRow<DriverOptions>> driverOptionTable() { return kTable; }

void settleOptions(DriverOptions &options) {
  if (!options.choosesStages)
    options.stages = {textStage(options.target)};
}

std::string checkOptions(const DriverOptions &options) {
  if (options.oneElementPerThread && options.numWarps != 0)
    return "--elements-per-thread=1 decides how many warps there are; leave --num-warps out";
  for (const auto *list : {&options.defines, &options.argumentTypes}) {
    std::set<std::string_view> seen;
    for (const auto &[name, value] : *list)
      if (!seen.insert(name).second)
        return fmt::format("'{}' is given twice by {}", name,
                           list == &options.defines ? "-D" : "--arg");
  }
  return {};
}

std::string readEnvironment(DriverOptions &options) {
  const char *backend = std::getenv("MYTRITON_BACKEND");
  if (backend == nullptr || *backend == '\0')
    return {};
  const std::string error = setTarget(options, backend);
  options.choosesTarget = false;
  return error.empty() ? error : "MYTRITON_BACKEND: " + error;
}

Diagnostics::Options diagnosticsOptions(const DriverOptions &options, std::string program,
                                        bool terminal) {
  const char *noColor = std::getenv("NO_COLOR");
  const bool automatic = terminal && (noColor == nullptr || *noColor == '\0');
  return {.format = options.format,
          .color =
              options.color == ColorMode::Always || (options.color == ColorMode::Auto && automatic),
          .warningsAsErrors = options.warningsAsErrors,
          .program = std::move(program)};
}

std::string formatOptions(std::span<const OptionText> rows) {
  constexpr std::size_t kHelpColumn = 31;
  std::string text;
  std::string_view group;
  for (const OptionText &row : rows) {
    if (row.group != group)
      text += fmt::format("\n{}:\n", group = row.group);
    // As people type it: -o FILE, -O1, --symbol=NAME, --arg NAME=TYPE.
    std::string line = "  ";
    const std::size_t comma = row.names.find(',');
    line += row.names.substr(0, comma);
    if (comma != std::string_view::npos)
      line += fmt::format(", {}", row.names.substr(comma + 1));
    if (!row.value.empty()) {
      const bool isLong = line.find("--") != std::string::npos;
      const bool isAssignment = row.value.find('=') != std::string_view::npos;
      const bool attached = row.names == "-O" || row.names == "-W";
      line += fmt::format("{}{}", isLong && !isAssignment ? "=" : attached ? "" : " ", row.value);
    }
    std::string_view help = row.help;
    while (true) {
      if (line.size() > kHelpColumn - 2)
        text += line + '\n', line.clear();
      const std::size_t end = help.find('\n');
      text += fmt::format("{:<{}}{}\n", line, kHelpColumn, help.substr(0, end));
      if (end == std::string_view::npos)
        break;
      help.remove_prefix(end + 1);
      line.clear();
    }
  }
  return text;
}

std::pair<std::string, std::string> splitAssignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    return {{}, std::string(text)};
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

} // namespace mytriton
