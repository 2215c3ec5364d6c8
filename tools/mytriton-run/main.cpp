// mytriton-run: launches a kernel from the command line.
#include "bench.h"
#include "compare_results.h"
#include "kernel.h"
#include "mytriton/driver/command_line.h"
#include "mytriton/support/files.h"
#include "options.h"
#include "progress.h"
#include "report.h"

#include <cstdio>
#include <iostream>
#include <new>
#include <unistd.h>

namespace mytriton {
namespace {

// What the exit status means to a caller.
enum ExitStatus { kDone = 0, kFailed = 1, kUsage = 2, kWrong = 3, kMissing = 4 };

int usageError(const std::string &text) {
  fmt::print(stderr, "mytriton-run: error: {}\n", escapeUnprintable(text));
  return kUsage;
}

bool print(const std::string &text, Diagnostics &diagnostics) {
  const FileToWrite file{"-", text};
  return writeFiles({&file, 1}, diagnostics);
}

std::unique_ptr<Device> makeDevice(DeviceKind kind, const RunOptions &options) {
  switch (kind) {
  case DeviceKind::Ref:
    return makeRefDevice();
  case DeviceKind::Cuda:
    return makeCudaDevice();
  default:
    return makeCpuDevice(
        {.compiler = {}, .cache = options.cache, .fast = options.fast, .order = options.order});
  }
}

// What `auto` stands for.
DeviceKind chooseDevice(const RunOptions &options) {
  if (options.device != DeviceKind::Auto)
    return options.device;
  return !options.module.empty() || cudaDeviceAvailable() ? DeviceKind::Cuda : DeviceKind::Cpu;
}

// The exit status that a launch's result means; anything but Done is reported.
int reportLaunch(const LaunchResult &result, Diagnostics &diagnostics) {
  DiagnosticKind kind = DiagnosticKind::LaunchFailed;
  int status = kFailed;
  switch (result.status) {
  case LaunchStatus::Done:
    return kDone;
  case LaunchStatus::Forbidden:
    kind = DiagnosticKind::LaunchForbidden;
    status = kWrong;
    break;
  case LaunchStatus::Missing:
    kind = DiagnosticKind::DeviceMissing;
    status = kMissing;
    break;
  case LaunchStatus::Failed:
    break;
  }
  diagnostics.report(kind, nullptr, SourceRange{},
                     result.message.substr(0, result.message.find_last_not_of('\n') + 1));
  return status;
}

// The grid of the command line, or else of the JSON.
std::optional<Grid> findGrid(const RunOptions &options, const RunKernel &kernel,
                             const Arguments &arguments, Diagnostics &diagnostics) {
  const bool given = !options.grid.empty();
  if (!given && !kernel.metadata.grid) {
    diagnostics.report(DiagnosticKind::GridMissing, nullptr, SourceRange{});
    return std::nullopt;
  }
  const SourceFile expression(given ? "--grid" : kernel.file + " (grid)",
                              given ? options.grid : *kernel.metadata.grid);
  return evaluateGrid(expression, gridNames(kernel.metadata, arguments), diagnostics);
}

// Before the launch, so that a long one does not end with a misspelt name.
bool checkSaves(const RunOptions &options, const LaunchMetadata &metadata,
                const Arguments &arguments, Diagnostics &diagnostics) {
  for (const auto &[name, path] : options.saves)
    if (!findArray(metadata, arguments, name, "saved", diagnostics))
      return false;
  return true;
}

bool saveArrays(const RunOptions &options, const LaunchMetadata &metadata,
                const Arguments &arguments, Diagnostics &diagnostics) {
  std::vector<std::string> contents;
  contents.reserve(options.saves.size());
  std::vector<FileToWrite> files;
  for (const auto &[name, path] : options.saves) {
    const Arguments::Item &item = arguments.items[*findArgument(metadata, name)];
    contents.push_back(toNpy(arguments.array(item)));
    files.push_back({path, contents.back()});
  }
  return writeFiles(files, diagnostics);
}

// One launch on one device.
int launchOn(Device &device, const LaunchRequest &request, bool terminal, LaunchResult &result,
             Diagnostics &diagnostics) {
  {
    const Progress progress(fmt::format("running on {}", device.name()), terminal);
    result = device.launch(request);
  }
  return reportLaunch(result, diagnostics);
}

// "ref", or "cpu:mlir".
std::string checkName(const CheckWith &check) {
  std::string name(deviceName(check.device));
  return check.target ? fmt::format("{}:{}", name, targetName(*check.target)) : name;
}

// Launches, compares, saves and reports; returns the exit status.
int launchAndReport(RunKernel &kernel, const RunOptions &options, Arguments arguments,
                    bool terminal, Diagnostics &diagnostics) {
  const std::optional<Grid> grid = findGrid(options, kernel, arguments, diagnostics);
  if (!grid || !checkSaves(options, kernel.metadata, arguments, diagnostics))
    return kFailed;
  const auto expectations = readExpectations(options, kernel.metadata, arguments, diagnostics);
  if (!expectations)
    return kFailed;
  const DeviceKind kind = chooseDevice(options);
  LaunchMetadata other = kernel.metadata; // of --check
  if (options.check && options.check->target)
    other.target = targetName(*options.check->target);
  if (!loadArtifacts(kernel, kind, kernel.metadata.target, options, diagnostics) ||
      (options.check &&
       !loadArtifacts(kernel, options.check->device, other.target, options, diagnostics)))
    return kFailed;

  LaunchRequest request = requestFor(kernel, kernel.metadata);
  request.grid = *grid;
  request.timeoutSeconds = options.timeoutSeconds;

  const Arguments before = arguments;
  const std::unique_ptr<Device> device = makeDevice(kind, options);
  request.arguments = arguments.values();
  LaunchResult launch;
  if (int status = launchOn(*device, request, terminal, launch, diagnostics); status != kDone)
    return status;

  RunReport report{&kernel.metadata, device->name(), *grid, launch.milliseconds, {}, {}};
  report.comparisons =
      compareWithFiles(options, *expectations, kernel.metadata, arguments, diagnostics);
  if (options.check) {
    Arguments again = before;
    const std::unique_ptr<Device> second = makeDevice(options.check->device, options);
    LaunchRequest repeated = requestFor(kernel, other);
    repeated.grid = *grid;
    repeated.timeoutSeconds = options.timeoutSeconds;
    repeated.arguments = again.values();
    LaunchResult ignored;
    if (int status = launchOn(*second, repeated, terminal, ignored, diagnostics); status != kDone)
      return status;
    for (ResultComparison &comparison :
         compareWithDevice(options, checkName(*options.check), again, arguments, diagnostics))
      report.comparisons.push_back(std::move(comparison));
  }
  if (options.bench) {
    const Progress progress(fmt::format("measuring on {}", device->name()), terminal);
    report.bench.emplace();
    const LaunchResult measured = bench(*device, request, before, *report.bench);
    if (int status = reportLaunch(measured, diagnostics); status != kDone)
      return status;
  }
  if (!saveArrays(options, kernel.metadata, arguments, diagnostics) ||
      !print(options.json ? reportJson(report) : reportText(report), diagnostics))
    return kFailed;
  const bool agree =
      std::all_of(report.comparisons.begin(), report.comparisons.end(),
                  [](const ResultComparison &comparison) { return comparison.result.agrees(); });
  return agree ? kDone : kWrong;
}

int run(int argc, char **argv) {
  RunOptions options;
  if (const std::string error = readEnvironment(options); !error.empty())
    return usageError(error);
  CommandLine commandLine;
  commandLine.add<RunOptions>(runOptionTable(), options);
  commandLine.add<DriverOptions>(compileOptionTable(), options);
  if (const std::string error = commandLine.parse(argc, argv); !error.empty())
    return usageError(error);
  const bool terminal = ::isatty(STDERR_FILENO) == 1;
  Diagnostics diagnostics(std::cerr, diagnosticsOptions(options, "mytriton-run", terminal));
  if (options.help)
    return print(runHelp(formatOptions(commandLine.texts())), diagnostics) ? kDone : kFailed;
  if (options.version)
    return print("mytriton-run " MYTRITON_VERSION "\n", diagnostics) ? kDone : kFailed;

  const std::vector<std::string> &words = commandLine.positionals();
  if (words.empty())
    return usageError("no .json or .py is named; see 'mytriton-run --help'");
  const std::string &file = words.front();
  if (const std::string error = checkRunOptions(options, file); !error.empty())
    return usageError(error);
  std::vector<ValueSpec> specs;
  for (std::size_t i = 1; i < words.size(); ++i) {
    std::optional<ValueSpec> spec = parseValueSpec(words[i], diagnostics);
    if (!spec)
      return kUsage;
    specs.push_back(std::move(*spec));
  }

  auto values = readValues(std::move(specs), diagnostics);
  if (!values)
    return kFailed;
  std::optional<RunKernel> kernel = loadKernel(file, options, *values, diagnostics);
  if (!kernel)
    return kFailed;
  if (options.describe)
    return print(describeKernel(kernel->metadata), diagnostics) ? kDone : kFailed;
  // What None was given for is a constant of a kernel that was just compiled.
  if (file.ends_with(".py"))
    std::erase_if(*values,
                  [](const GivenValue &value) { return value.spec.kind == ValueSpec::Kind::None; });
  std::optional<Arguments> arguments = bindArguments(kernel->metadata, *values, diagnostics);
  if (!arguments || !checkAssumptions(kernel->metadata, *arguments, diagnostics))
    return kFailed;
  return launchAndReport(*kernel, options, std::move(*arguments), terminal, diagnostics);
}

} // namespace
} // namespace mytriton

int main(int argc, char **argv) {
  try {
    return mytriton::run(argc, argv);
  } catch (const std::bad_alloc &) {
    std::fputs("mytriton-run: error: out of memory\n", stderr);
    return mytriton::kFailed;
  }
}
