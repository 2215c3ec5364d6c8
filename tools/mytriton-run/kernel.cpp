// Loading a kernel. See kernel.h.
#include "kernel.h"

#include "mytriton/frontend/read_source.h"
#include "mytriton/support/files.h"

#include <algorithm>
#include <fmt/format.h>

namespace mytriton {
namespace {

constexpr std::size_t kMaxArtifactBytes = std::size_t{256} << 20;

bool readFile(const std::string &path, std::string &text, Diagnostics &diagnostics) {
  const ReadStatus status = readBounded(path, kMaxArtifactBytes, text);
  if (status == ReadStatus::Done)
    return true;
  diagnostics.report(DiagnosticKind::CannotRead, nullptr, SourceRange{}, path,
                     status == ReadStatus::TooLarge ? "it is over 256 MiB long" : text);
  return false;
}

std::string beside(const std::string &file, const std::string &name) {
  return file.substr(0, file.rfind('/') + 1) + name;
}

// A source's parameters take their types from the values, unless --arg says otherwise, and None is
// a constant.
void addTypes(const std::vector<GivenValue> &values, CompileOptions &options) {
  auto typeGiven = [&](const std::string &name) {
    return std::any_of(options.argumentTypes.begin(), options.argumentTypes.end(),
                       [&](const auto &type) { return type.first == name; });
  };
  auto find = [&](const std::string &name) -> const GivenValue * {
    for (const GivenValue &value : values)
      if (value.spec.name == name)
        return &value;
    return nullptr;
  };
  CompileOptions result = options;
  for (const GivenValue &value : values) {
    const std::string &name = value.spec.name;
    if (value.spec.kind == ValueSpec::Kind::None) {
      result.defines.emplace_back(name, "None");
      continue;
    }
    // An argument that shares a buffer has the type of the one that owns it.
    const GivenValue *owner = &value;
    for (std::size_t steps = values.size(); owner != nullptr && steps > 0; --steps)
      if (owner->spec.kind == ValueSpec::Kind::Same)
        owner = find(owner->spec.other);
    std::optional<DType> dtype = owner != nullptr ? owner->dtype() : std::nullopt;
    if (dtype && !typeGiven(name))
      result.argumentTypes.emplace_back(
          name, fmt::format("{}{}", value.spec.isArray() ? "*" : "", tritonName(*dtype)));
  }
  options = std::move(result);
}

bool compileKernel(RunKernel &kernel, const RunOptions &runOptions,
                   const std::vector<GivenValue> &values, Diagnostics &diagnostics) {
  const auto source = readSource(kernel.file, diagnostics);
  if (!source)
    return false;
  CompileOptions options = runOptions;
  options.grid.clear();
  options.stages = {textStage(options.target)};
  if (runOptions.check && runOptions.check->target.value_or(options.target) != options.target)
    options.stages.push_back(textStage(*runOptions.check->target));
  addTypes(values, options);
  CompileResult result = compile(*source, options, diagnostics);
  if (!result.done())
    return false;
  kernel.metadata = std::move(result.metadata);
  for (const Stage stage : options.stages)
    kernel.sources.emplace(stageName(stage), *result.find(stage));
  return true;
}

} // namespace

std::optional<RunKernel> loadKernel(const std::string &file, const RunOptions &options,
                                    const std::vector<GivenValue> &values,
                                    Diagnostics &diagnostics) {
  RunKernel kernel;
  kernel.file = file;
  if (file.ends_with(".py")) {
    if (!compileKernel(kernel, options, values, diagnostics))
      return std::nullopt;
    return kernel;
  }
  std::string text;
  if (!readFile(file, text, diagnostics))
    return std::nullopt;
  const SourceFile json(file, std::move(text));
  std::optional<LaunchMetadata> metadata = parseLaunchMetadata(json, diagnostics);
  if (!metadata)
    return std::nullopt;
  kernel.metadata = std::move(*metadata);
  if (options.choosesTarget) // of a JSON that has the texts of both
    kernel.metadata.target = targetName(options.target);
  return kernel;
}

LaunchRequest requestFor(const RunKernel &kernel, const LaunchMetadata &metadata) {
  LaunchRequest request;
  request.metadata = &metadata;
  if (const auto source = kernel.sources.find(metadata.target); source != kernel.sources.end())
    request.source = source->second;
  request.images = kernel.images;
  return request;
}

bool loadArtifacts(RunKernel &kernel, DeviceKind device, const std::string &target,
                   const RunOptions &options, Diagnostics &diagnostics) {
  const bool cuda = device == DeviceKind::Cuda;
  if (device == DeviceKind::Ref)
    return true;
  if (cuda && !options.module.empty()) {
    LaunchRequest::Image image;
    if (!readFile(options.module, image.bytes, diagnostics))
      return false;
    image.kind = image.bytes.starts_with("\x7f"
                                         "ELF")
                     ? "cubin"
                     : "ptx";
    kernel.images = {std::move(image)};
    return true;
  }
  for (const Artifact &artifact : kernel.metadata.artifacts) {
    const std::string path = beside(kernel.file, artifact.file);
    if (artifact.kind == target && kernel.sources.count(target) == 0) {
      if (!readFile(path, kernel.sources[target], diagnostics))
        return false;
    } else if (cuda && (artifact.kind == "ptx" || artifact.kind == "cubin")) {
      LaunchRequest::Image image{artifact.kind, artifact.arch, {}};
      if (!readFile(path, image.bytes, diagnostics))
        return false;
      kernel.images.push_back(std::move(image));
    }
  }
  if (kernel.sources.count(target) != 0 || (cuda && !kernel.images.empty()))
    return true;
  diagnostics.report(DiagnosticKind::ArtifactMissing, nullptr, SourceRange{}, deviceName(device),
                     cuda ? ", PTX or a cubin" : "", kernel.file);
  return false;
}

} // namespace mytriton
