// See mlir_tools.h.
#include "mlir_tools.h"

#include "mytriton/support/files.h"
#include "mytriton/support/process.h"

#include <fmt/format.h>
#include <fstream>
#include <utility>

namespace mytriton {

namespace {

constexpr std::string_view kVersion = "-22";
constexpr std::size_t kMaxOutputBytes = std::size_t{256} << 20;

// Between modules in one file, as MLIR's tools have it.
constexpr std::string_view kSeparator = "\n// -----\n";

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(kSeparator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos)
      return parts;
    text.remove_prefix(end + kSeparator.size());
  }
}

// `module @kernels { ... }` of the gpu.module inside a module: what mlir-translate takes. The names
// of attributes in front of the module stay in front.
std::optional<std::string> innerModule(std::string_view text) {
  constexpr std::string_view kHead = "gpu.module";
  const std::size_t begin = text.find(kHead);
  const std::size_t end = text.rfind('}');
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin ||
      text.find(kHead, begin + kHead.size()) != std::string_view::npos)
    return std::nullopt;
  constexpr std::string_view kPrefix = "gpu.";
  const std::size_t outer = text.rfind("\nmodule", begin);
  return fmt::format("{}\n{}", outer == std::string_view::npos ? "" : text.substr(0, outer),
                     text.substr(begin + kPrefix.size(), end - begin - kPrefix.size()));
}

} // namespace

bool writeTextFile(const std::string &file, std::string_view text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  return static_cast<bool>(stream.flush());
}

std::string findMlirTool(std::string_view name, const std::string &asked, std::string &problem) {
  std::string path = findProgram(asked.empty() ? fmt::format("{}{}", name, kVersion) : asked);
  if (path.empty() && asked.empty())
    path = findProgram(std::string(name));
  if (path.empty() && !asked.empty())
    problem = fmt::format("'{}' is no program", asked);
  else if (path.empty())
    problem =
        fmt::format("'{0}{1}' is not on the PATH; it comes with the tools of LLVM and MLIR 22 "
                    "(Debian: mlir-22-tools and llvm-22)",
                    name, kVersion);
  return path;
}

std::optional<MlirTools> findMlirTools(std::string &problem) {
  MlirTools tools;
  const std::pair<std::string_view, std::string *> wanted[] = {
      {"mlir-opt", &tools.mlirOpt},
      {"mlir-translate", &tools.mlirTranslate},
      {"opt", &tools.opt},
      {"llc", &tools.llc}};
  for (const auto &[name, path] : wanted) {
    *path = findMlirTool(name, {}, problem);
    if (path->empty())
      return std::nullopt;
    tools.identity += programIdentity(*path) + " ";
  }
  return tools;
}

std::optional<std::vector<std::string>> mlirToLlvmIr(const MlirTools &tools,
                                                     const std::vector<std::string_view> &modules,
                                                     const std::string &folder,
                                                     std::string &problem) {
  const auto run = [&](std::vector<std::string> words, const std::string &text) {
    const std::string program = words[0], input = folder + "/input.mlir",
                      output = folder + "/output";
    words.insert(words.end(), {"--split-input-file", input, "-o", output});
    std::optional<std::vector<std::string>> parts;
    std::string log, written;
    if (!writeTextFile(input, text))
      problem = fmt::format("cannot write {}", input);
    else if (!runProgram(std::move(words), folder, log))
      problem = fmt::format("{} fails:{}", program, firstLines(log, folder));
    else if (readBounded(output, kMaxOutputBytes, written) != ReadStatus::Done)
      problem = fmt::format("cannot read what {} wrote", program);
    else
      parts = split(written);
    if (parts && parts->size() != modules.size()) {
      problem = fmt::format("{} made {} modules of {}", program, parts->size(), modules.size());
      parts = std::nullopt;
    }
    return parts;
  };
  const auto lowered =
      run({tools.mlirOpt, fmt::format("--pass-pipeline=builtin.module({})", kMlirLowering)},
          fmt::format("{}", fmt::join(modules, kSeparator)));
  if (!lowered)
    return std::nullopt;
  std::vector<std::string> inner;
  for (const std::string &module : *lowered) {
    std::optional<std::string> found = innerModule(module);
    if (!found) {
      problem = "the module has no gpu.module, or several";
      return std::nullopt;
    }
    inner.push_back(std::move(*found));
  }
  return run({tools.mlirTranslate, "--mlir-to-llvmir"},
             fmt::format("{}", fmt::join(inner, kSeparator)));
}

} // namespace mytriton
