// Names of output files. See outputs.h.
#include "mytriton/driver/outputs.h"
#include "mytriton/support/files.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace mytriton {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStandardOutput = "-";

// Where the extension of the last component begins, or the end of the path. A leading dot begins
// none.
std::size_t extensionStart(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t base = slash == std::string_view::npos ? 0 : slash + 1;
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos || dot <= base ? path.size() : dot;
}

// What several outputs share: the path given by -o, less an extension that belongs to a stage.
std::string sharedStem(const std::string &path) {
  const std::size_t dot = extensionStart(path);
  for (std::string_view name : stageNames())
    if (dot < path.size() && path.substr(dot + 1) == stageExtension(*stageFromName(name)))
      return path.substr(0, dot);
  return path;
}

bool isSameFile(const std::string &a, const std::string &b) {
  std::error_code error;
  return a == b || fs::equivalent(a, b, error);
}

std::string planStandardOutput(const OutputRequest &request, const CompileOptions &options,
                               OutputPlan &plan) {
  for (const PlannedOutput &output : plan.outputs) {
    if (!isBinary(output.stage))
      continue;
    if (plan.outputs.size() > 1)
      return fmt::format("a {} cannot share standard output; name a file with -o",
                         stageName(output.stage));
    if (request.output.empty())
      return fmt::format("a {} is binary; name a file with -o", stageName(output.stage));
  }
  if (options.archs.size() > 1 && plan.outputs.size() > 1 && request.output.empty())
    return "several architectures need -o, which gives the names their stem";
  return {};
}

std::string planFiles(const OutputRequest &request, const CompileOptions &options,
                      OutputPlan &plan) {
  const bool single = plan.outputs.size() == 1;
  const std::string stem = single ? request.output.substr(0, extensionStart(request.output))
                                  : sharedStem(request.output);
  const std::string json = stem + ".json";
  bool launchable = false;
  bool writesJson = false;
  for (PlannedOutput &output : plan.outputs) {
    const bool perArch = isPerArch(output.stage) && options.archs.size() > 1;
    output.path = single ? request.output
                         : fmt::format("{}{}{}.{}", stem, perArch ? "." : "",
                                       perArch ? output.arch : "", stageExtension(output.stage));
    launchable |= isLaunchable(output.stage);
    writesJson |= output.stage == Stage::Metadata;
    if (output.path == json && output.stage != Stage::Metadata)
      return fmt::format("'{}' is the name of the launch JSON; give -o another extension", json);
  }
  if (launchable && !writesJson && isReplaceable(plan.outputs.front().path))
    plan.metadataPath = json;
  return {};
}

std::string planDepfile(const OutputRequest &request, bool toFiles, OutputPlan &plan) {
  if (!request.depfile)
    return request.depfilePath.empty() && request.depTargets.empty() ? std::string()
                                                                     : "-MF and -MT need -MD";
  if (request.input == "-")
    return "-MD needs a source file: standard input has no name to depend on";
  if (!toFiles && (request.depfilePath.empty() || request.depTargets.empty()))
    return "-MD needs -o, or both -MF and -MT";
  plan.depTargets = request.depTargets;
  if (plan.depTargets.empty())
    for (const PlannedOutput &output : plan.outputs)
      plan.depTargets.push_back(output.path);
  plan.depfilePath = request.depfilePath;
  if (plan.depfilePath.empty())
    plan.depfilePath = request.output.substr(0, extensionStart(request.output)) + ".d";
  return {};
}

std::string escapeForMake(std::string_view path) {
  std::string text;
  for (char c : path) {
    if (c == ' ' || c == '#' || c == '\\')
      text += '\\';
    else if (c == '$')
      text += '$';
    text += c;
  }
  return text;
}

} // namespace

std::string planOutputs(const OutputRequest &request, const CompileOptions &options,
                        OutputPlan &plan) {
  for (Stage stage : options.stages) {
    if (!isPerArch(stage)) {
      plan.outputs.push_back({stage, {}, std::string(kStandardOutput)});
      continue;
    }
    for (const std::string &arch : options.archs)
      plan.outputs.push_back({stage, arch, std::string(kStandardOutput)});
  }
  const bool toFiles = !request.output.empty() && request.output != kStandardOutput;
  std::string error =
      toFiles ? planFiles(request, options, plan) : planStandardOutput(request, options, plan);
  if (error.empty())
    error = planDepfile(request, toFiles, plan);
  if (!error.empty())
    return error;

  std::vector<std::string> written{plan.metadataPath, plan.depfilePath};
  for (const PlannedOutput &output : plan.outputs)
    written.push_back(output.path);
  for (auto path = written.begin(); path != written.end(); ++path) {
    if (path->empty() || *path == kStandardOutput)
      continue;
    if (isSameFile(*path, request.input))
      return fmt::format("'{}' is the source; it would be overwritten", *path);
    if (std::find(written.begin(), path, *path) != path)
      return fmt::format("'{}' would be written twice", *path);
  }
  return {};
}

std::string depfileText(const std::vector<std::string> &targets,
                        const std::vector<std::string> &inputs) {
  std::string text;
  for (const std::string &target : targets)
    text += fmt::format("{}{}", text.empty() ? "" : " ", escapeForMake(target));
  text += ':';
  for (const std::string &input : inputs)
    text += fmt::format(" \\\n  {}", escapeForMake(input));
  return text + '\n';
}

} // namespace mytriton
