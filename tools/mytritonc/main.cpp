// mytritonc: the compiler on the command line.
#include "mytriton/driver/command_line.h"
#include "mytriton/driver/compile.h"
#include "mytriton/driver/outputs.h"
#include "mytriton/frontend/module.h"
#include "mytriton/frontend/parse.h"
#include "mytriton/frontend/read_source.h"
#include "mytriton/support/files.h"
#include "options.h"

#include <cstdio>
#include <iostream>
#include <new>
#include <unistd.h>

namespace mytriton {
namespace {

// What the exit status means to a caller.
enum ExitStatus { kDone = 0, kFailed = 1, kUsage = 2, kMissing = 4 };

int usageError(const std::string &text) {
  fmt::print(stderr, "mytritonc: error: {}\n", escapeUnprintable(text));
  return kUsage;
}

bool print(const std::string &text, Diagnostics &diagnostics) {
  const FileToWrite file{"-", text};
  return writeFiles({&file, 1}, diagnostics);
}

int printKernelNames(const SourceFile &file, const std::vector<std::string> &importPaths,
                     Diagnostics &diagnostics) {
  const auto program = Program::read(file, importPaths, diagnostics);
  if (!program)
    return kFailed;
  std::string names;
  for (const ast::FunctionDef *kernel : program->kernels())
    names += kernel->name.text + '\n';
  return print(names, diagnostics) ? kDone : kFailed;
}

// --print-ir-after-all and --time-passes go to standard error while the compiler runs. The line
// above each dump is the one that IR viewers look for.
void reportProgress(MytritoncOptions &options) {
  if (options.printIrAfterAll || options.timePasses)
    options.afterPass = [&options](std::string_view pass, const std::string &text, double seconds) {
      if (options.printIrAfterAll)
        fmt::print(stderr, "// -----// IR Dump After {} //----- //\n{}\n", pass, text);
      if (options.timePasses)
        fmt::print(stderr, "{:10.3f} ms  pass {}\n", seconds * 1e3, pass);
    };
  if (options.timePasses)
    options.afterStage = [](std::string_view stage, double seconds) {
      fmt::print(stderr, "{:10.3f} ms  {}\n", seconds * 1e3, stage);
    };
}

// Writes what was planned: each output, the JSON beside them, the depfile.
bool writeOutputs(const OutputPlan &plan, const std::string &input, CompileResult &result,
                  Diagnostics &diagnostics) {
  std::vector<std::string> inputs{input};
  inputs.insert(inputs.end(), result.filesRead.begin(), result.filesRead.end());
  const std::string depfile = depfileText(plan.depTargets, inputs);
  for (const PlannedOutput &output : plan.outputs)
    if (isLaunchable(output.stage) && output.path != "-")
      result.metadata.artifacts.push_back({std::string(stageName(output.stage)), output.arch,
                                           output.path.substr(output.path.rfind('/') + 1)});
  const std::string json = toJson(result.metadata);

  std::vector<FileToWrite> files;
  for (const PlannedOutput &output : plan.outputs)
    files.push_back({output.path, output.stage == Stage::Metadata
                                      ? json
                                      : *result.find(output.stage, output.arch)});
  if (!plan.metadataPath.empty())
    files.push_back({plan.metadataPath, json});
  if (!plan.depfilePath.empty())
    files.push_back({plan.depfilePath, depfile});
  return writeFiles(files, diagnostics);
}

int run(int argc, char **argv) {
  MytritoncOptions options;
  if (const std::string error = readEnvironment(options); !error.empty())
    return usageError(error);

  CommandLine commandLine;
  commandLine.add<DriverOptions>(driverOptionTable(), options);
  commandLine.add(mytritoncOptionTable(), options);
  if (const std::string error = commandLine.parse(argc, argv); !error.empty())
    return usageError(error);
  Diagnostics diagnostics(std::cerr,
                          diagnosticsOptions(options, "mytritonc", ::isatty(STDERR_FILENO) == 1));
  if (options.help)
    return print(mytritoncHelp(formatOptions(commandLine.texts())), diagnostics) ? kDone : kFailed;
  if (options.version)
    return print("mytritonc " MYTRITON_VERSION "\n", diagnostics) ? kDone : kFailed;

  if (commandLine.positionals().size() != 1)
    return usageError(commandLine.positionals().empty()
                          ? "no source file is named; see 'mytritonc --help'"
                          : fmt::format("one source file at a time; '{}' is a second one",
                                        commandLine.positionals()[1]));
  options.files.input = commandLine.positionals().front();
  settleOptions(options);
  OutputPlan plan;
  std::string error = checkOptions(options);
  if (error.empty())
    error = planOutputs(options.files, options, plan);
  if (!error.empty())
    return usageError(error);

  const auto source = readSource(options.files.input, diagnostics);
  if (!source)
    return kFailed;
  if (options.listKernels)
    return printKernelNames(*source, options.importPaths, diagnostics);

  reportProgress(options);
  CompileResult result = compile(*source, options, diagnostics);
  if (result.status == CompileStatus::Missing)
    return kMissing;
  if (!result.done() || !writeOutputs(plan, options.files.input, result, diagnostics))
    return kFailed;
  return kDone;
}

} // namespace
} // namespace mytriton

int main(int argc, char **argv) {
  try {
    return mytriton::run(argc, argv);
  } catch (const std::bad_alloc &) {
    std::fputs("mytritonc: error: out of memory\n", stderr);
    return mytriton::kFailed;
  }
}
