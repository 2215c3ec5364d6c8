// See mlir_host.h.
#include "mlir_host.h"

#include "cpu_emulation.h"

#include "mytriton/support/process.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <set>
#include <sstream>
#include <utility>

namespace mytriton {

namespace {

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$' ||
         c == '-';
}

void replaceAll(std::string &text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// The name behind an '@' at `at`.
std::string nameAt(const std::string &text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && isNameCharacter(text[end]))
    ++end;
  return text.substr(at + 1, end - at - 1);
}

// Renames global names as `renamed` says; what it leaves empty stays.
template <class Renamed>
void renameGlobals(std::string &line, const Renamed &renamed) {
  for (std::size_t at = 0; (at = line.find('@', at)) != std::string::npos; ++at) {
    const std::string name = nameAt(line, at);
    if (const std::string other = renamed(name); !other.empty())
      line.replace(at + 1, name.size(), other);
  }
}

std::string_view llvmType(const KernelArgument &argument) {
  if (argument.pointer)
    return "ptr";
  switch (argument.dtype) {
  case DType::Bool:
    return "i1";
  case DType::I8:
  case DType::U8:
    return "i8";
  case DType::I16:
  case DType::U16:
    return "i16";
  case DType::I32:
  case DType::U32:
    return "i32";
  case DType::I64:
  case DType::U64:
    return "i64";
  case DType::F16:
    return "half";
  case DType::BF16:
    return "bfloat";
  case DType::F32:
    return "float";
  case DType::F64:
    return "double";
  }
  return "i32";
}

// A function that reads each argument from its slot and calls the kernel.
std::string entryText(const LaunchMetadata &metadata, std::string_view runName) {
  std::string text = fmt::format("\ndefine void @{}(ptr %arguments) {{\n", runName);
  std::string passed;
  for (std::size_t i = 0; i < metadata.arguments.size(); ++i) {
    const KernelArgument &argument = metadata.arguments[i];
    const std::string_view type = llvmType(argument);
    text += fmt::format("  %place{0} = getelementptr ptr, ptr %arguments, i64 {0}\n"
                        "  %slot{0} = load ptr, ptr %place{0}\n",
                        i);
    if (type == "i1") // a byte in memory
      text += fmt::format("  %byte{0} = load i8, ptr %slot{0}\n"
                          "  %argument{0} = trunc i8 %byte{0} to i1\n",
                          i);
    else
      text += fmt::format("  %argument{0} = load {1}, ptr %slot{0}\n", i, type);
    passed += fmt::format("{}{} %argument{}", i == 0 ? "" : ", ", type, i);
  }
  text += fmt::format("  call void @{}({})\n  ret void\n}}\n\n", metadata.symbol, passed);
  return text;
}

// `@tile = internal addrspace(3) global [64 x float] undef, align 16` as a thread-local variable;
// the array that the launch gives its size has none in the text.
std::string sharedVariable(const std::string &line, const LaunchMetadata &metadata) {
  constexpr std::string_view kGlobal = "global ";
  const std::size_t equals = line.find(" = "), global = line.find(kGlobal);
  std::string rest = line.substr(global + kGlobal.size());
  if (rest.rfind("[0 x i8]", 0) == 0)
    rest.replace(0, std::string_view("[0 x i8]").size(),
                 fmt::format("[{} x i8] undef", metadata.dynamicSharedBytes));
  return fmt::format("{} = internal thread_local global {}", line.substr(0, equals), rest);
}

} // namespace

std::string hostLlvmIr(std::string_view llvmIr, const LaunchMetadata &metadata,
                       std::string_view runName, bool checked) {
  std::vector<std::string> lines;
  std::set<std::string> shared;
  std::istringstream stream{std::string(llvmIr)};
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind("target ", 0) == 0)
      continue;
    if (line.rfind('@', 0) == 0 && line.find("addrspace(3) global ") != std::string::npos) {
      shared.insert(nameAt(line, 0));
      line = sharedVariable(line, metadata);
    }
    lines.push_back(std::move(line));
  }
  constexpr std::string_view kIntrinsic = "llvm.nvvm.";
  const auto renamed = [&](const std::string &name) -> std::string {
    if (shared.count(name) != 0)
      return fmt::format("{}.{}", metadata.symbol, name);
    if (name == "llvm.fma.f16" || name == "llvm.fma.bf16")
      return "mytriton_fma_" + name.substr(name.rfind('.') + 1);
    if (name.rfind(kIntrinsic, 0) != 0)
      return {};
    std::string function = "mytriton_nvvm_" + name.substr(kIntrinsic.size());
    std::replace(function.begin(), function.end(), '.', '_');
    return function;
  };
  std::string text;
  for (std::string &line : lines) {
    renameGlobals(line, renamed);
    // host_types.ll defines it.
    if (line.rfind("declare ", 0) == 0 && line.find("@mytriton_fma_") != std::string::npos)
      continue;
    replaceAll(line, " addrspace(1)", "");
    replaceAll(line, " addrspace(3)", "");
    replaceAll(line, "addrspacecast ", "bitcast ");
    if (line.rfind("define ptx_kernel ", 0) == 0) {
      replaceAll(line, "ptx_kernel ", "");
      if (checked && line.back() == '{')
        line.insert(line.size() - 1, "sanitize_thread ");
    }
    text += line + "\n";
  }
  return text + entryText(metadata, runName) + std::string(kEmulationHostTypes);
}

std::optional<std::vector<std::string>> buildHostObjects(const MlirTools &tools,
                                                         const std::vector<MlirKernel> &kernels,
                                                         bool fast, const std::string &folder,
                                                         std::string &problem) {
  std::vector<std::string_view> sources;
  for (const MlirKernel &kernel : kernels)
    sources.push_back(kernel.source);
  const auto llvm = mlirToLlvmIr(tools, sources, folder, problem);
  if (!llvm)
    return std::nullopt;
  std::vector<std::string> objects;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const std::string stem = fmt::format("{}/{}", folder, kernels[i].runName);
    const std::string host = stem + ".ll", instrumented = stem + ".bc", object = stem + ".o";
    if (!writeTextFile(host,
                       hostLlvmIr((*llvm)[i], *kernels[i].metadata, kernels[i].runName, !fast))) {
      problem = fmt::format("cannot write {}", host);
      return std::nullopt;
    }
    const std::vector<std::string> steps[] = {
        {tools.opt, fast ? "-passes=default<O2>" : "-passes=tsan", host, "-o", instrumented},
        {tools.llc, fast ? "-O2" : "-O1", "--relocation-model=pic", "--filetype=obj",
         "--fp-contract=off", instrumented, "-o", object}};
    for (const std::vector<std::string> &step : steps) {
      std::string log;
      if (runProgram(step, folder, log))
        continue;
      problem = fmt::format("{} fails:{}", step[0], firstLines(log, folder));
      return std::nullopt;
    }
    objects.push_back(object);
  }
  return objects;
}

} // namespace mytriton
