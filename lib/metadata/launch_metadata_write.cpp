// Writes the launch JSON.
#include "mytriton/metadata/launch_metadata.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace mytriton {
namespace {

using Json = nlohmann::ordered_json;

Json constexprJson(const ConstexprValue &constant);

struct ConstexprWriter {
  Json operator()(ConstexprValue::None) const { return nullptr; }
  Json operator()(bool value) const { return value; }
  Json operator()(std::int64_t value) const { return value; }
  Json operator()(std::uint64_t value) const { return Json{{"int", std::to_string(value)}}; }
  Json operator()(double value) const {
    if (std::isfinite(value))
      return value;
    return Json{{"float", std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf"}};
  }
  Json operator()(const std::string &value) const { return value; }
  Json operator()(DType value) const { return Json{{"dtype", tritonName(value)}}; }
  Json operator()(const ConstexprValue::Function &value) const {
    return Json{{"function", value.name}};
  }
  Json operator()(const ConstexprValue::Tuple &value) const {
    Json array = Json::array();
    for (const ConstexprValue &element : value)
      array.push_back(constexprJson(element));
    return array;
  }
};

Json constexprJson(const ConstexprValue &constant) {
  return std::visit(ConstexprWriter{}, constant.value);
}

Json argumentJson(const KernelArgument &argument, std::size_t index) {
  Json json;
  json["index"] = index;
  json["name"] = argument.name;
  json["type"] = std::string(argument.pointer ? "*" : "") + std::string(tritonName(argument.dtype));
  if (argument.isConst)
    json["const"] = true;
  if (argument.divisibility != 1)
    json["divisible_by"] = argument.divisibility;
  if (argument.noalias)
    json["noalias"] = true;
  if (argument.defaultValue)
    json["default"] = *argument.defaultValue;
  return json;
}

Json artifactJson(const Artifact &artifact) {
  Json json;
  json["kind"] = artifact.kind;
  if (!artifact.arch.empty())
    json["arch"] = artifact.arch;
  json["file"] = artifact.file;
  return json;
}

} // namespace

std::string toJson(const LaunchMetadata &metadata) {
  Json json;
  json["schema_version"] = LaunchMetadata::kSchemaVersion;
  json["compiler"] = metadata.compiler;
  json["source"] = metadata.source;
  json["kernel_name"] = metadata.kernel;
  json["entry_name"] = metadata.symbol;
  json["target"] = metadata.target;
  json["args"] = Json::array();
  for (std::size_t i = 0; i < metadata.arguments.size(); ++i)
    json["args"].push_back(argumentJson(metadata.arguments[i], i));
  json["constants"] = Json::object();
  for (const auto &[name, value] : metadata.constexprs)
    json["constants"][name] = constexprJson(value);
  json["num_warps"] = metadata.numWarps;
  json["threads_per_block"] = metadata.threadsPerBlock;
  json["static_shared_mem"] = metadata.staticSharedBytes;
  json["shared_mem"] = metadata.dynamicSharedBytes;
  if (metadata.grid)
    json["grid"] = *metadata.grid;
  json["archs"] = metadata.archs;
  json["artifacts"] = Json::array();
  for (const Artifact &artifact : metadata.artifacts)
    json["artifacts"].push_back(artifactJson(artifact));
  json["ssa"] = metadata.ssa;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace mytriton
