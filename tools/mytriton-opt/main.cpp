// mytriton-opt: IR in, passes, IR out; for tests of passes and for the curious.
#include "mytriton/driver/command_line.h"
#include "mytriton/frontend/read_source.h"
#include "mytriton/ir/passes.h"
#include "mytriton/ir/printer.h"
#include "mytriton/support/files.h"

#include <array>
#include <cstdio>
#include <iostream>
#include <new>
#include <unistd.h>

namespace mytriton {
namespace {

// What the exit status means to a caller.
enum ExitStatus { kDone = 0, kFailed = 1, kUsage = 2 };

struct OptOptions {
  std::vector<const Pass *> passes;
  std::string output = "-";
  bool printIrAfterAll = false;
  bool timePasses = false;
  bool verifyOnly = false;
  bool help = false;
  bool version = false;
};

constexpr std::string_view kHelp =
    R"(Reads a kernel as SSA text, verifies it, runs passes on it, and prints it.

usage: mytriton-opt [options] FILE.ssa      '-' reads standard input
{}
Passes:
{}
Examples:
  mytritonc kernel.py -D BLOCK=256 -O0 --emit=ssa | mytriton-opt - --passes=fold,licm,cse,dce
  mytriton-opt add.ssa --passes=fold --print-ir-after-all -o folded.ssa
  mytriton-opt add.ssa --verify-only

Exit status: 0 done; 1 the text or a file is at fault; 2 the command line is wrong.
)";

std::string addPasses(OptOptions &options, std::string_view list) {
  std::vector<std::string_view> known;
  for (const Pass &pass : allPasses())
    known.push_back(pass.name);
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(std::min(name.size() + 1, list.size()));
    const Pass *pass = findPass(name);
    if (!pass)
      return fmt::format("there is no pass '{}'{}", name, didYouMean(name, known));
    options.passes.push_back(pass);
  }
  return {};
}

using Row = OptionRow<OptOptions>;
using View = std::string_view;

const std::array kTable{
    Row{{"--passes", "LIST", "Options", "the passes to run, in order, with commas between"},
        addPasses},
    Row{{"-o", "FILE", "Options", "the output (default: standard output)"},
        [](OptOptions &o, View v) { return o.output = v, std::string(); }},
    Row{{"--verify-only", "", "Options", "print nothing; the exit status tells"},
        [](OptOptions &o, View) { return o.verifyOnly = true, std::string(); }},
    Row{{"--print-ir-after-all", "", "Options", "print the IR after each pass to standard error"},
        [](OptOptions &o, View) { return o.printIrAfterAll = true, std::string(); }},
    Row{{"--time-passes", "", "Options", "print the time that each pass took"},
        [](OptOptions &o, View) { return o.timePasses = true, std::string(); }},
    Row{{"-h,--help", "", "Options", "print this"},
        [](OptOptions &o, View) { return o.help = true, std::string(); }},
    Row{{"--version", "", "Options", "print the version"},
        [](OptOptions &o, View) { return o.version = true, std::string(); }},
};

int usageError(const std::string &text) {
  fmt::print(stderr, "mytriton-opt: error: {}\n", escapeUnprintable(text));
  return kUsage;
}

std::string helpText(const CommandLine &commandLine) {
  std::string passes;
  for (const Pass &pass : allPasses())
    passes += fmt::format("  {:<8} {}\n", pass.name, pass.summary);
  return fmt::format(fmt::runtime(kHelp), formatOptions(commandLine.texts()), passes);
}

PassOptions passOptions(const OptOptions &options) {
  PassOptions result;
  result.after = [&options](const Pass &pass, const Kernel &kernel, double seconds) {
    if (options.printIrAfterAll)
      fmt::print(stderr, "// -----// IR Dump After {} //----- //\n{}\n", pass.name, print(kernel));
    if (options.timePasses)
      fmt::print(stderr, "{:10.3f} ms  pass {}\n", seconds * 1e3, pass.name);
  };
  return result;
}

int run(int argc, char **argv) {
  OptOptions options;
  CommandLine commandLine;
  commandLine.add<OptOptions>(kTable, options);
  if (const std::string error = commandLine.parse(argc, argv); !error.empty())
    return usageError(error);
  Diagnostics::Options look;
  look.program = "mytriton-opt";
  look.color = ::isatty(STDERR_FILENO) == 1;
  Diagnostics diagnostics(std::cerr, look);

  const auto write = [&](const std::string &path, const std::string &text) {
    const FileToWrite file{path, text};
    return writeFiles({&file, 1}, diagnostics) ? kDone : kFailed;
  };
  if (options.help)
    return write("-", helpText(commandLine));
  if (options.version)
    return write("-", "mytriton-opt " MYTRITON_VERSION "\n");
  if (commandLine.positionals().size() != 1)
    return usageError(commandLine.positionals().empty()
                          ? "no file is named; see 'mytriton-opt --help'"
                          : fmt::format("one file at a time; '{}' is a second one",
                                        commandLine.positionals()[1]));

  const auto source = readSource(commandLine.positionals().front(), diagnostics);
  const auto kernel = source ? parseKernel(*source, diagnostics) : nullptr;
  if (!kernel)
    return kFailed;
  std::string error;
  if (!runPasses(*kernel, options.passes, passOptions(options), error)) {
    diagnostics.report(DiagnosticKind::CompilerBug, nullptr, {}, error);
    return kFailed;
  }
  return options.verifyOnly ? kDone : write(options.output, print(*kernel));
}

} // namespace
} // namespace mytriton

int main(int argc, char **argv) {
  try {
    return mytriton::run(argc, argv);
  } catch (const std::bad_alloc &) {
    std::fputs("mytriton-opt: error: out of memory\n", stderr);
    return mytriton::kFailed;
  }
}
