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

std::optional<std::string> mlirToLlvmIr(const MlirTools &tools, std::string_view mlir,
                                        const std::string &folder, const std::string &stem,
                                        std::string &problem) {
  const auto file = [&](std::string_view extension) {
    return fmt::format("{}/{}{}", folder, stem, extension);
  };
  const auto run = [&](std::vector<std::string> words, const std::string &output,
                       std::string &text) {
    const std::string program = words[0];
    words.insert(words.end(), {"-o", output});
    std::string log;
    if (!runProgram(std::move(words), folder, log))
      problem = fmt::format("{} fails:{}", program, firstLines(log, folder));
    else if (readBounded(output, kMaxOutputBytes, text) != ReadStatus::Done)
      problem = fmt::format("cannot read what {} wrote", program);
    else
      return true;
    return false;
  };
  std::string lowered, llvm;
  if (!writeTextFile(file(".mlir"), mlir)) {
    problem = fmt::format("cannot write {}", file(".mlir"));
    return std::nullopt;
  }
  if (!run({tools.mlirOpt, file(".mlir"),
            fmt::format("--pass-pipeline=builtin.module({})", kMlirLowering)},
           file(".lowered.mlir"), lowered))
    return std::nullopt;
  const std::optional<std::string> inner = innerModule(lowered);
  if (!inner || !writeTextFile(file(".inner.mlir"), *inner)) {
    problem = "the module has no gpu.module, or several";
    return std::nullopt;
  }
  if (!run({tools.mlirTranslate, "--mlir-to-llvmir", file(".inner.mlir")}, file(".ll"), llvm))
    return std::nullopt;
  return llvm;
}

} // namespace mytriton
