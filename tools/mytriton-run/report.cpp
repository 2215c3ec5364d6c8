// What mytriton-run prints. See report.h.
#include "report.h"

#include "mytriton/frontend/expr.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mytriton {
namespace {

std::string gridText(const Grid &grid) {
  return fmt::format("{} x {} x {}", grid.extent[0], grid.extent[1], grid.extent[2]);
}

// "only read; address divisible by 16"
std::string notesOn(const KernelArgument &argument) {
  std::vector<std::string> notes;
  if (argument.pointer && argument.isConst)
    notes.push_back("only read");
  if (argument.divisibility != 1)
    notes.push_back(fmt::format("{}divisible by {}", argument.pointer ? "address " : "",
                                argument.divisibility));
  if (argument.noalias)
    notes.push_back("shares memory with no other (noalias)");
  if (argument.defaultValue)
    notes.push_back("default " + *argument.defaultValue);
  return fmt::format("{}", fmt::join(notes, "; "));
}

} // namespace

std::string reportText(const RunReport &report) {
  std::string text =
      fmt::format("{} on {}: {} programs ({}), {:.3f} ms\n", report.metadata->kernel, report.device,
                  report.grid.programs(), gridText(report.grid), report.milliseconds);
  for (const ResultComparison &comparison : report.comparisons)
    if (comparison.result.agrees())
      text += fmt::format("'{}' agrees with {}: {} elements, largest error {:g}, relative {:g}\n",
                          comparison.argument, comparison.with, comparison.result.elements,
                          comparison.result.absolute.error, comparison.result.relative.error);
  if (report.bench)
    text += fmt::format("{} launches: median {:.4f} ms, minimum {:.4f} ms, {:.3f} GB/s\n",
                        report.bench->launches, report.bench->medianMilliseconds,
                        report.bench->minimumMilliseconds, report.bench->gigabytesPerSecond);
  return text;
}

std::string reportJson(const RunReport &report) {
  using Json = nlohmann::ordered_json;
  Json json;
  json["kernel_name"] = report.metadata->kernel;
  json["device"] = report.device;
  json["grid"] = report.grid.extent;
  json["milliseconds"] = report.milliseconds;
  json["comparisons"] = Json::array();
  for (const ResultComparison &comparison : report.comparisons)
    json["comparisons"].push_back({{"name", comparison.argument},
                                   {"with", comparison.with},
                                   {"elements", comparison.result.elements},
                                   {"differing", comparison.result.differing},
                                   {"largest_absolute_error", comparison.result.absolute.error},
                                   {"largest_relative_error", comparison.result.relative.error},
                                   {"rtol", comparison.tolerance.relative},
                                   {"atol", comparison.tolerance.absolute}});
  if (report.bench)
    json["bench"] = {{"launches", report.bench->launches},
                     {"median_milliseconds", report.bench->medianMilliseconds},
                     {"minimum_milliseconds", report.bench->minimumMilliseconds},
                     {"gigabytes_per_second", report.bench->gigabytesPerSecond}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string describeKernel(const LaunchMetadata &metadata) {
  std::string text =
      fmt::format("{} from {}, by {}\n", metadata.kernel, metadata.source, metadata.compiler);
  if (metadata.symbol != metadata.kernel)
    text += fmt::format("  function   {}\n", metadata.symbol);
  std::size_t width = 0;
  for (const KernelArgument &argument : metadata.arguments)
    width = std::max(width, argument.name.size());
  std::string_view label = "arguments";
  for (const KernelArgument &argument : metadata.arguments) {
    std::string line =
        fmt::format("  {:<10} {:<{}}  {:<6} {}", label, argument.name, width,
                    fmt::format("{}{}", argument.pointer ? "*" : "", tritonName(argument.dtype)),
                    notesOn(argument));
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    label = "";
  }
  label = "constants";
  for (const auto &[name, value] : metadata.constexprs) {
    text += fmt::format("  {:<10} {} = {}\n", label, name, constexprText(value));
    label = "";
  }
  text +=
      fmt::format("  block      {} threads, {} bytes of shared memory\n", metadata.threadsPerBlock,
                  metadata.staticSharedBytes + metadata.dynamicSharedBytes);
  text += fmt::format("  grid       {}\n", metadata.grid.value_or("not recorded: give --grid"));
  label = "files";
  for (const Artifact &artifact : metadata.artifacts) {
    text += fmt::format("  {:<10} {}\n", label, artifact.file);
    label = "";
  }
  return text;
}

} // namespace mytriton
