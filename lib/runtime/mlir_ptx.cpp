// PTX from a module: one run of mlir-opt lowers it, links libdevice and generates code; ptxas
// assembles it where machine code is wanted.
#include "mytriton/runtime/mlir.h"

#include "cuda_toolkit.h"
#include "mlir_tools.h"

#include "mytriton/support/files.h"
#include "mytriton/support/private_folder.h"
#include "mytriton/support/process.h"

#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace mytriton {

namespace {

constexpr std::size_t kMaxOutputBytes = std::size_t{256} << 20;

MlirResult missing(std::string message) {
  return {MlirResult::Status::Missing, {}, std::move(message)};
}
MlirResult failed(std::string message) {
  return {MlirResult::Status::Failed, {}, std::move(message)};
}

int hexDigit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The attribute `assembly = "…"` of the printed object; a character that cannot stand in a string
// is a backslash and two digits there.
std::optional<std::string> assemblyOf(std::string_view printed) {
  constexpr std::string_view kHead = "assembly = \"";
  const std::size_t head = printed.find(kHead);
  if (head == std::string_view::npos)
    return std::nullopt;
  std::string text;
  for (std::size_t i = head + kHead.size(); i < printed.size() && printed[i] != '"'; ++i) {
    if (printed[i] != '\\' || i + 1 == printed.size()) {
      text += printed[i];
      continue;
    }
    const int high = hexDigit(printed[i + 1]);
    const int low = i + 2 < printed.size() ? hexDigit(printed[i + 2]) : -1;
    if (high >= 0 && low >= 0) {
      text += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      const char escaped = printed[++i];
      text += escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
    }
  }
  while (!text.empty() && text.back() == '\0')
    text.pop_back();
  return text;
}

// A function of libdevice that the text calls and nothing defines.
std::string_view openCall(std::string_view ptx) {
  const std::size_t begin = ptx.find("__nv_");
  if (begin == std::string_view::npos)
    return {};
  return ptx.substr(begin,
                    ptx.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_", begin) - begin);
}

// The toolkit whose libdevice is linked.
std::string toolkitWithLibdevice() {
  for (const std::string &toolkit : toolkits())
    if (std::error_code error;
        std::filesystem::exists(toolkit + "/nvvm/libdevice/libdevice.10.bc", error))
      return toolkit;
  return {};
}

std::string findPtxas(const std::string &asked) {
  if (!asked.empty())
    return findProgram(asked);
  for (const std::string &toolkit : toolkits())
    if (std::string found = findProgram(toolkit + "/bin/ptxas"); !found.empty())
      return found;
  return findProgram("ptxas");
}

MlirResult toPtx(const MlirRequest &request, const PrivateFolder &folder) {
  std::string problem;
  const std::string mlirOpt = findMlirTool("mlir-opt", request.mlirOpt, problem);
  if (mlirOpt.empty())
    return missing(problem);
  const std::string input = folder.file(request.name), output = folder.file("object.mlir");
  if (!writeTextFile(input, request.source))
    return failed(fmt::format("cannot write {}", input));
  const std::string toolkit = toolkitWithLibdevice();
  const std::string pipeline = fmt::format(
      "builtin.module({},nvvm-attach-target{{chip={} O=3}},gpu-module-to-binary{{format=isa{}}})",
      kMlirLowering, request.arch, toolkit.empty() ? "" : " toolkit=" + toolkit);
  std::string log, printed;
  if (!runProgram({mlirOpt, input, "--pass-pipeline=" + pipeline, "-o", output}, folder.path(),
                  log))
    return failed(fmt::format("mlir-opt cannot compile {} for {}:{}", request.name, request.arch,
                              firstLines(log, folder.path())));
  if (readBounded(output, kMaxOutputBytes, printed) != ReadStatus::Done)
    return failed("cannot read what mlir-opt wrote");
  std::optional<std::string> ptx = assemblyOf(printed);
  if (!ptx)
    return failed("mlir-opt wrote no PTX");
  if (const std::string_view call = openCall(*ptx); !call.empty())
    return missing(fmt::format("{} calls {} of CUDA's libdevice, which is not in a toolkit named "
                               "by CUDA_HOME, nor in /usr/local/cuda",
                               request.name, call));
  return {MlirResult::Status::Done, std::move(*ptx), {}};
}

} // namespace

MlirResult compileMlir(const MlirRequest &request) {
  const PrivateFolder folder(temporaryFolder());
  if (!folder.exists())
    return failed("cannot make a temporary folder");
  MlirResult result = toPtx(request, folder);
  if (result.status != MlirResult::Status::Done || request.format == MlirRequest::Format::Ptx)
    return result;
  const std::string ptxas = findPtxas(request.ptxas);
  if (ptxas.empty())
    return missing(fmt::format("there is no '{}', the assembler of the CUDA toolkit",
                               request.ptxas.empty() ? "ptxas" : request.ptxas));
  const std::string input = folder.file("kernel.ptx"), output = folder.file("kernel.cubin");
  if (!writeTextFile(input, result.bytes))
    return failed(fmt::format("cannot write {}", input));
  std::string log;
  if (!runProgram({ptxas, "-arch=" + request.arch, input, "-o", output}, folder.path(), log))
    return failed(fmt::format("ptxas cannot assemble {} for {}:{}", request.name, request.arch,
                              firstLines(log, folder.path())));
  result.bytes.clear();
  if (readBounded(output, kMaxOutputBytes, result.bytes) != ReadStatus::Done)
    return failed("cannot read what ptxas wrote");
  return result;
}

} // namespace mytriton
