// The compiler as one function: a source file and options in, the text of the stages out. Both
// mytritonc and mytriton-run call it; neither knows a stage of its own.
#pragma once

#include "mytriton/metadata/launch_metadata.h"
#include "mytriton/support/diagnostics.h"
#include "mytriton/support/source.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mytriton {

// What can be printed, in the order of the pipeline.
enum class Stage { Ast, Expr, Ssa, Layout, LayoutSvg, Thread, Cuda, Mlir, Metadata, Ptx, Cubin };

// The language of the text that PTX and cubins are made from.
enum class Target { Cuda, Mlir };

std::string_view stageName(Stage stage);      // "ast", as in --emit=ast
std::string_view stageExtension(Stage stage); // "cu" of Stage::Cuda, "json" of Stage::Metadata
std::optional<Stage> stageFromName(std::string_view name);
bool isBinary(Stage stage);     // not for a terminal
bool isPerArch(Stage stage);    // made once for each architecture
bool isLaunchable(Stage stage); // something to launch: the JSON goes beside it
std::vector<std::string_view> stageNames();
Stage textStage(Target target);             // Stage::Cuda of Target::Cuda
std::string_view targetName(Target target); // "cuda", as in --target=cuda

struct CompileOptions {
  using NameAndText = std::pair<std::string, std::string>;

  std::string kernel;                             // -k; empty: the only one
  std::vector<std::string> importPaths;           // -I
  std::vector<NameAndText> defines;               // -D NAME=VALUE
  std::vector<NameAndText> argumentTypes;         // --arg NAME=TYPE
  bool noalias = false;                           // --noalias: of every pointer
  std::size_t maxSteps = 0;                       // --max-steps; 0: the default
  int assumeAligned = 1;                          // --assume-aligned: of every pointer, in bytes
  Target target = Target::Cuda;                   // --target, MYTRITON_BACKEND
  std::vector<Stage> stages{Stage::Cuda};         // --emit
  std::vector<std::string> archs{"sm_80"};        // --arch
  std::string mlirOpt, ptxas;                     // --mlir-opt, --ptxas; empty: looked for
  int numWarps = 0;                               // --num-warps; 0: chosen
  bool oneElementPerThread = false;               // --elements-per-thread=1
  int optimizationLevel = 1;                      // -O0, -O1
  std::optional<std::vector<std::string>> passes; // --passes; otherwise the level's pipeline
  std::string symbol;                             // --symbol; empty: the kernel's name
  bool ssaNames = false;                          // --value-names=ssa
  std::string grid;                               // --grid, kept in the metadata
  // Called with each pass that ran: its name, the kernel's text after it, the seconds it took.
  std::function<void(std::string_view pass, const std::string &text, double seconds)> afterPass;
  // Called with the seconds of each other stage, for --time-passes.
  std::function<void(std::string_view stage, double seconds)> afterStage;
};

enum class CompileStatus {
  Done,
  Failed,  // diagnostics say what is wrong with the source (exit 1)
  Missing, // a tool that was asked for is not there (exit 4)
};

struct CompileResult {
  struct Output {
    Stage stage;
    std::string arch; // of a stage that is made per architecture
    std::string bytes;
  };

  CompileStatus status = CompileStatus::Failed;
  // One for each stage (and architecture) that was asked for, in the order asked; none for
  // Stage::Metadata, whose text names files that only the caller knows: see toJson.
  std::vector<Output> outputs;
  // The imported files that were read, in that order.
  std::vector<std::string> filesRead;
  // All but `artifacts`, where a stage from Stage::Cuda on was asked for.
  LaunchMetadata metadata;

  bool done() const { return status == CompileStatus::Done; }
  // The bytes of a stage that was asked for; null otherwise.
  const std::string *find(Stage stage, std::string_view arch = {}) const;
};

CompileResult compile(const SourceFile &file, const CompileOptions &options,
                      Diagnostics &diagnostics);

} // namespace mytriton
