// LLVM's and MLIR's own tools: found by name, started without a shell.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mytriton {

struct MlirTools {
  std::string mlirOpt, mlirTranslate, opt, llc; // absolute paths
  // Changes when one of them does.
  std::string identity;
};

// The passes that take a gpu.module from the dialects of a printed module to the one that LLVM IR
// and PTX are made from.
constexpr std::string_view kMlirLowering =
    "gpu.module(convert-vector-to-scf,convert-scf-to-cf,convert-gpu-to-nvvm{index-bitwidth=0},"
    "convert-nvvm-to-llvm,canonicalize,cse,reconcile-unrealized-casts)";

// One of the tools: the program `asked`, or, where that is empty, what is on the PATH as
// `mlir-opt-22` or `mlir-opt`; empty, and what is missing, where there is none.
std::string findMlirTool(std::string_view name, const std::string &asked, std::string &problem);

bool writeTextFile(const std::string &file, std::string_view text);

// On the PATH, as `mlir-opt-22` or `mlir-opt`; nullopt, and which one is missing, where one is.
std::optional<MlirTools> findMlirTools(std::string &problem);

// For each module the LLVM IR of its one gpu.module, for NVPTX and without libdevice; nullopt, and
// what a tool said, where one refuses. The tools are started once for all, since starting them is
// most of the work. Files go into `folder`.
std::optional<std::vector<std::string>> mlirToLlvmIr(const MlirTools &tools,
                                                     const std::vector<std::string_view> &modules,
                                                     const std::string &folder,
                                                     std::string &problem);

} // namespace mytriton
