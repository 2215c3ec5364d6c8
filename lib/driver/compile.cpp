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
#include "mytriton/lower/split_carried.h"
#include "mytriton/runtime/grid_expression.h"
#include "mytriton/runtime/mlir.h"
#include "mytriton/runtime/nvrtc.h"
#include "mytriton/support/text.h"
#include "mytriton/target/cuda.h"
#include "mytriton/target/mlir.h"

#include <algorithm>
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
    if (frontend() && checkLaunchGrid() && optimize() && spread() && generate() && assemble() &&
        !diagnostics_.hasErrors())
      result_.status = CompileStatus::Done;
    if (!result_.done())
      result_.outputs.clear();
    if (program_)
      result_.filesRead = program_->filesRead();
    sortAsAsked();
    return std::move(result_);
  }

private:
  // Source to tile-level SSA.
  bool frontend() {
    if (isSsaFile())
      return readSsa();
    Stopwatch watch(*this);
    program_ = Program::read(file_, options_.importPaths, diagnostics_);
    if (!program_)
      return false;
    const ast::FunctionDef *function = program_->select(options_.kernel);
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
                                          .maxSteps =
                                              options_.maxSteps ? options_.maxSteps : kMaxSteps,
                                          .assumeAligned = options_.assumeAligned};
    exprs_ = evaluate(*program_, *function, evaluateOptions, diagnostics_);
    if (!exprs_)
      return false;
    watch.lap("evaluate");
    if (wants(Stage::Expr))
      emit(Stage::Expr, printExpressions(*exprs_));
    if (last_ == Stage::Expr)
      return true;

    tile_ = lowerToSsa(*exprs_);
    watch.lap("lower to ssa");
    return verified(*tile_, "lowering to ssa");
  }

  // A file of tile-level SSA enters behind the frontend.
  bool isSsaFile() const {
    return file_.name().size() > 4 && file_.name().substr(file_.name().size() - 4) == ".ssa";
  }

  bool readSsa() {
    tile_ = parseKernel(file_, diagnostics_);
    if (!tile_)
      return false;
    if (tile_->level() != Level::Tile)
      return diagnostics_.report(DiagnosticKind::IrInvalid, &file_, SourceRange{},
                                 "the compiler takes tile-level SSA, and this is the thread level"),
             false;
    exprs_ = std::make_unique<ExprKernel>();
    exprs_->name = tile_->name();
    for (unsigned i = 0; i < tile_->parameterCount(); ++i) {
      ExprParameter &parameter = exprs_->parameters.emplace_back();
      parameter.name = tile_->parameter(i)->name();
      parameter.type = tile_->parameter(i)->type();
      parameter.info = tile_->parameterInfo(i);
    }
    return true;
  }

  // --grid may speak of the kernel's integers; their values come with the launch.
  bool checkLaunchGrid() {
    if (options_.grid.empty() || last_ < Stage::Cuda)
      return true;
    GridNames names;
    for (const ExprParameter &parameter : exprs_->parameters)
      names[parameter.name] = anyInteger(parameter.type.isScalar() && parameter.type.isInteger());
    for (const auto &[name, value] : exprs_->constexprs)
      names[name] = anyInteger(std::holds_alternative<std::int64_t>(value.value));
    return checkGrid(SourceFile("--grid", options_.grid), names, diagnostics_);
  }

  static std::optional<std::int64_t> anyInteger(bool isInteger) {
    return isInteger ? std::optional<std::int64_t>(1) : std::nullopt;
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
    if (!runPasses(*tile_, passes, passOptions, error))
      return compilerBug(error);
    ssa_ = print(*tile_);
    ssaWithLines_ = printWithLines();
    if (wants(Stage::Ssa))
      emit(Stage::Ssa, ssa_);
    return true;
  }

  // The SSA for the metadata: accesses say their line of the source (and the file, where they come
  // from an imported one), so that the reference interpreter can name it.
  std::string printWithLines() {
    std::vector<Operation *> accesses;
    walk(tile_->body(), [&](Operation &op) {
      if (op.has(trait::Reads | trait::Writes) && op.range().known())
        accesses.push_back(&op);
    });
    for (Operation *op : accesses) {
      const SourceFile &file = *op->range().file;
      op->setAttribute("line", std::int64_t{file.lineOf(op->range().begin)});
      if (&file != &file_)
        op->setAttribute("file", escapeUnprintable(file.baseName()));
    }
    std::string text = print(*tile_);
    for (Operation *op : accesses) {
      op->removeAttribute("line");
      op->removeAttribute("file");
    }
    return text;
  }

  // Tile level to thread level.
  bool spread() {
    if (last_ < Stage::Layout)
      return true;
    Stopwatch watch(*this);
    const LayoutOptions layoutOptions{.numWarps = options_.numWarps,
                                      .oneElement = options_.oneElementPerThread};
    splitCarriedBlocks(*tile_);
    layouts_ = assignLayouts(*tile_, layoutOptions, &file_, diagnostics_);
    watch.lap("assign layouts");
    if (!layouts_ || !verified(*tile_, "layout assignment"))
      return false;
    if (wants(Stage::Layout))
      emit(Stage::Layout, printLayouts(*tile_, *layouts_));
    if (wants(Stage::LayoutSvg))
      emit(Stage::LayoutSvg, drawLayouts(*tile_, *layouts_));
    if (last_ <= Stage::LayoutSvg)
      return true;

    const SharedMemory shared = sharedMemoryOf(options_.archs);
    thread_ = lowerToThreads(*tile_, *layouts_, shared, &file_, diagnostics_);
    watch.lap("lower to threads");
    if (!thread_ || !verified(*thread_, "lowering to threads"))
      return false;
    if (wants(Stage::Thread))
      emit(Stage::Thread, print(*thread_));
    return true;
  }

  // Thread level to the text of a backend, and what a launcher must know of it.
  bool generate() {
    if (last_ < Stage::Cuda)
      return true;
    Stopwatch watch(*this);
    const std::string symbol =
        cudaSymbol(options_.symbol.empty() ? thread_->name() : options_.symbol);
    const TargetOptions options{
        .symbol = symbol, .ssaNames = options_.ssaNames, .header = header()};
    fillMetadata(symbol);
    for (const Target target : {Target::Cuda, Target::Mlir}) {
      if (target != options_.target && !wants(textStage(target)))
        continue;
      std::string text =
          target == Target::Mlir ? printMlir(*thread_, options) : printCuda(*thread_, options);
      watch.lap(fmt::format("print {}", targetName(target)));
      if (target == options_.target)
        text_ = text;
      if (wants(textStage(target)))
        emit(textStage(target), std::move(text));
    }
    return true;
  }

  // What the generated file says of itself: all that made it what it is, and nothing else, so that
  // the same input gives the same bytes anywhere.
  std::vector<std::string> header() const {
    std::string settings;
    const auto add = [&](const std::string &text) {
      settings += (settings.empty() ? "" : "; ") + text;
    };
    std::vector<std::string> constexprs;
    for (const auto &[name, value] : exprs_->constexprs)
      constexprs.push_back(fmt::format("{}={}", name, constexprText(value)));
    if (!constexprs.empty())
      add(fmt::format("{}", fmt::join(constexprs, ", ")));
    add(fmt::format("{} warp{}", layouts_->numWarps, layouts_->numWarps == 1 ? "" : "s"));
    if (options_.oneElementPerThread)
      add("one element a thread");
    for (unsigned i = 0; i < thread_->parameterCount(); ++i) {
      const ParameterInfo &info = thread_->parameterInfo(i);
      if (info.divisibility > 1)
        add(fmt::format("{} divisible by {}", thread_->parameter(i)->name(), info.divisibility));
      if (info.noalias)
        add(fmt::format("{} noalias", thread_->parameter(i)->name()));
    }
    if (options_.passes)
      add(fmt::format("--passes={}", options_.passes->empty()
                                         ? "none"
                                         : fmt::format("{}", fmt::join(*options_.passes, ","))));
    else if (options_.optimizationLevel == 0)
      add("-O0");
    return {fmt::format("{} from {}, by mytritonc {}", exprs_->name,
                        escapeUnprintable(file_.baseName()), MYTRITON_VERSION),
            settings};
  }

  void fillMetadata(const std::string &symbol) {
    LaunchMetadata &metadata = result_.metadata;
    metadata.compiler = "mytritonc " MYTRITON_VERSION;
    metadata.source = escapeUnprintable(file_.baseName());
    metadata.kernel = exprs_->name;
    metadata.symbol = symbol;
    metadata.target = targetName(options_.target);
    const std::vector<bool> readOnly = readOnlyParameters(*thread_);
    for (unsigned i = 0; i < thread_->parameterCount(); ++i) {
      const Value *parameter = thread_->parameter(i);
      const ParameterInfo &info = thread_->parameterInfo(i);
      metadata.arguments.push_back({.name = parameter->name(),
                                    .pointer = parameter->type().isPointer(),
                                    .dtype = parameter->type().dtype(),
                                    .isConst = parameter->type().isPointer() && readOnly[i],
                                    .divisibility = info.divisibility,
                                    .noalias = info.noalias,
                                    .defaultValue = exprs_->parameters[i].defaultValue});
    }
    metadata.constexprs = exprs_->constexprs;
    metadata.numWarps = layouts_->numWarps;
    metadata.threadsPerBlock = thread_->threads();
    metadata.staticSharedBytes = staticSharedBytes(*thread_);
    metadata.dynamicSharedBytes = dynamicSharedBytes(*thread_);
    if (!options_.grid.empty())
      metadata.grid = options_.grid;
    metadata.archs = options_.archs;
    metadata.ssa = ssaWithLines_;
  }

  // The text to PTX and machine code, for each architecture.
  bool assemble() {
    for (Stage stage : options_.stages) {
      if (!isPerArch(stage))
        continue;
      for (const std::string &arch : options_.archs)
        if (!assemble(stage, arch))
          return false;
    }
    return true;
  }

  bool assemble(Stage stage, const std::string &arch) {
    Stopwatch watch(*this);
    const bool ptx = stage == Stage::Ptx, mlir = options_.target == Target::Mlir;
    const std::string &symbol = result_.metadata.symbol;
    const bool made =
        mlir ? accept(compileMlir(
                          {.source = text_,
                           .name = symbol + ".mlir",
                           .arch = arch,
                           .format = ptx ? MlirRequest::Format::Ptx : MlirRequest::Format::Cubin,
                           .mlirOpt = options_.mlirOpt,
                           .ptxas = options_.ptxas}),
                      stage, arch, DiagnosticKind::MlirMissing, DiagnosticKind::MlirRefused)
             : accept(compileWithNvrtc(
                          {.source = text_,
                           .name = symbol + ".cu",
                           .arch = arch,
                           .format = ptx ? NvrtcRequest::Format::Ptx : NvrtcRequest::Format::Cubin,
                           .options = {}}),
                      stage, arch, DiagnosticKind::NvrtcMissing, DiagnosticKind::NvrtcRefused);
    watch.lap(fmt::format("make {} for {}", stageName(stage), arch));
    return made;
  }

  // What NVRTC or MLIR's tools made, or what they have against it.
  template <typename Made>
  bool accept(Made made, Stage stage, const std::string &arch, DiagnosticKind missing,
              DiagnosticKind refused) {
    if (made.status == Made::Status::Done) {
      emit(stage, std::move(made.bytes), arch);
      return true;
    }
    const bool isMissing = made.status == Made::Status::Missing;
    diagnostics_.report(isMissing ? missing : refused, nullptr, {}, made.message);
    if (isMissing)
      result_.status = CompileStatus::Missing;
    return false;
  }

  bool wants(Stage stage) const {
    return std::find(options_.stages.begin(), options_.stages.end(), stage) !=
           options_.stages.end();
  }

  // Stages were run in the order of the pipeline.
  void sortAsAsked() {
    const auto place = [&](const CompileResult::Output &output) {
      return std::find(options_.stages.begin(), options_.stages.end(), output.stage);
    };
    std::stable_sort(result_.outputs.begin(), result_.outputs.end(),
                     [&](const auto &a, const auto &b) { return place(a) < place(b); });
  }

  void emit(Stage stage, std::string bytes, std::string arch = {}) {
    result_.outputs.push_back({stage, std::move(arch), std::move(bytes)});
  }

  // What a stage made must hold up by itself, whatever its input.
  bool verified(const Kernel &kernel, std::string_view stage) {
    const auto wrong = verify(kernel);
    return !wrong || compilerBug(fmt::format("{} made invalid IR: {}", stage, wrong->text));
  }

  bool compilerBug(const std::string &text) {
    diagnostics_.report(DiagnosticKind::CompilerBug, &file_, exprs_->range, text);
    return false;
  }

  // Tells --time-passes how long each part of a stage took.
  class Stopwatch {
  public:
    explicit Stopwatch(const Compilation &compilation) : compilation_(compilation) {}
    void lap(std::string_view stage) {
      const auto now = Clock::now();
      if (compilation_.options_.afterStage)
        compilation_.options_.afterStage(stage,
                                         std::chrono::duration<double>(now - start_).count());
      start_ = Clock::now();
    }

  private:
    using Clock = std::chrono::steady_clock;
    const Compilation &compilation_;
    Clock::time_point start_ = Clock::now();
  };

  const SourceFile &file_;
  const CompileOptions &options_;
  Diagnostics &diagnostics_;
  Stage last_; // the furthest that was asked for
  std::unique_ptr<Program> program_;
  std::unique_ptr<ExprKernel> exprs_;
  std::unique_ptr<Kernel> tile_;
  std::optional<LayoutAssignment> layouts_; // of the values of tile_
  std::unique_ptr<Kernel> thread_;
  std::string ssa_;
  std::string ssaWithLines_;
  std::string text_; // of the target
  CompileResult result_;
};

} // namespace

CompileResult compile(const SourceFile &file, const CompileOptions &options,
                      Diagnostics &diagnostics) {
  return Compilation(file, options, diagnostics).run();
}

} // namespace mytriton
