// The compiler from end to end: each stage in turn, as far as one was asked for. See compile.h.
#include "mytriton/driver/compile.h"
#include "mytriton/frontend/evaluate.h"
#include "mytriton/frontend/lower.h"
#include "mytriton/frontend/module.h"
#include "mytriton/frontend/parse.h"
#include "mytriton/ir/passes.h"
#include "mytriton/ir/printer.h"
#include "mytriton/ir/verifier.h"
#include "mytriton/lower/assign_layouts.h"
#include "mytriton/lower/lower.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>

namespace mytriton {

const std::string *CompileResult::find(Stage stage, std::string_view arch) const {
  for (const Output &output : outputs)
    if (output.stage == stage && (arch.empty() || output.arch == arch))
      return &output.bytes;
  return nullptr;
}

namespace {

class Compilation {
public:
  Compilation(const SourceFile &file, const CompileOptions &options, Diagnostics &diagnostics)
      : file_(file), options_(options), diagnostics_(diagnostics),
        last_(*std::max_element(options.stages.begin(), options.stages.end())) {}

  CompileResult run() {
    if (frontend() && optimize() && spread() && generate() && assemble() &&
        !diagnostics_.hasErrors())
      result_.status = CompileStatus::Done;
    if (!result_.done())
      result_.outputs.clear();
    return std::move(result_);
  }

private:
  // Source to tile-level SSA.
  bool frontend() {
    Stopwatch watch(*this);
    module_ = parseModule(file_, diagnostics_);
    if (!module_)
      return false;
    const ast::FunctionDef *function = selectKernel(*module_, options_.kernel, file_, diagnostics_);
    if (function == nullptr)
      return false;
    watch.lap("parse");
    if (wants(Stage::Ast))
      emit(Stage::Ast, printAst(*function, file_));
    if (last_ == Stage::Ast)
      return true;

    const EvaluateOptions evaluateOptions{.defines = options_.defines,
                                          .argumentTypes = options_.argumentTypes,
                                          .noalias = options_.noalias,
                                          .assumeAligned = options_.assumeAligned};
    exprs_ = evaluate(*module_, *function, evaluateOptions, file_, diagnostics_);
    if (!exprs_)
      return false;
    watch.lap("evaluate");
    if (wants(Stage::Expr))
      emit(Stage::Expr, printExpressions(*exprs_));
    if (last_ == Stage::Expr)
      return true;

    kernel_ = lowerToSsa(*exprs_);
    watch.lap("lower to ssa");
    return verified("lowering to ssa");
  }
  // The passes on the tile level.
  bool optimize() {
    if (last_ < Stage::Ssa)
      return true;
    std::vector<const Pass *> passes;
    if (options_.passes) {
      for (const std::string &name : *options_.passes)
        passes.push_back(findPass(name));
    } else {
      passes = defaultPipeline(options_.optimizationLevel);
    }
    PassOptions passOptions;
    if (options_.afterPass)
      passOptions.after = [&](const Pass &pass, const Kernel &kernel, double seconds) {
        options_.afterPass(pass.name, print(kernel), seconds);
      };
    std::string error;
    if (!runPasses(*kernel_, passes, passOptions, error))
      return compilerBug(error);
    ssa_ = print(*kernel_);
    if (wants(Stage::Ssa))
      emit(Stage::Ssa, ssa_);
    return true;
  }

  // Tile level to thread level.
  bool spread() {
    if (last_ < Stage::Layout)
      return true;
    Stopwatch watch(*this);
    const LayoutOptions layoutOptions{.numWarps = options_.numWarps,
                                      .oneElement = options_.oneElementPerThread};
    layouts_ = assignLayouts(*kernel_, layoutOptions);
    watch.lap("assign layouts");
    if (!verified("layout assignment"))
      return false;
    if (wants(Stage::Layout))
      emit(Stage::Layout, printLayouts(*kernel_, layouts_));
    if (last_ == Stage::Layout)
      return true;

    kernel_ = lowerToThreads(*kernel_, layouts_, &file_, diagnostics_);
    watch.lap("lower to threads");
    if (!kernel_ || !verified("lowering to threads"))
      return false;
    if (wants(Stage::Thread))
      emit(Stage::Thread, print(*kernel_));
    return true;
  }
