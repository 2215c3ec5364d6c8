// The module as a whole: header, globals, helper functions, signature, body.

#include "mlir_printer.h"

#include "coverage.h"
#include "mlir_types.h"
#include "names.h"

#include "mytriton/support/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace mytriton {

// What prints the operations that are not spelled by a row of mlir_spelling.cpp.
struct MlirRows {
  static constexpr MlirPrinter::Row kRows[] = {
      {OpKind::ProgramId, &MlirPrinter::coordinate},
      {OpKind::NumPrograms, &MlirPrinter::coordinate},
      {OpKind::ThreadId, &MlirPrinter::coordinate},
      {OpKind::Select, &MlirPrinter::select},
      {OpKind::Cast, &MlirPrinter::cast},
      {OpKind::CastRtz, &MlirPrinter::castRtz},
      {OpKind::Bitcast, &MlirPrinter::bitcast},
      {OpKind::MulHi, &MlirPrinter::mulHi},
      {OpKind::AddPtr, &MlirPrinter::addPtr},
      {OpKind::Load, &MlirPrinter::load},
      {OpKind::Store, &MlirPrinter::store},
      {OpKind::Aligned, &MlirPrinter::aligned},
      {OpKind::If, &MlirPrinter::branch},
      {OpKind::For, &MlirPrinter::forLoop},
      {OpKind::While, &MlirPrinter::whileLoop},
      {OpKind::Each, &MlirPrinter::each},
      {OpKind::Extract, &MlirPrinter::extract},
      {OpKind::Pack, &MlirPrinter::pack},
      {OpKind::SharedAlloc, &MlirPrinter::sharedAlloc},
      {OpKind::SharedLoad, &MlirPrinter::sharedLoad},
      {OpKind::SharedStore, &MlirPrinter::sharedStore},
      {OpKind::Barrier, &MlirPrinter::barrier},
      {OpKind::WarpReduce, &MlirPrinter::warpReduce},
      {OpKind::Shuffle, &MlirPrinter::shuffle},
  };
  static_assert(coverage::covers(kRows, coverage::isPrinted),
                "an operation of the thread level has no row, or one that is none has");
};

MlirPrinter::MlirPrinter(const Kernel &kernel, const TargetOptions &options)
    : kernel_(kernel), options_(options), roots_(kernel), symbols_{options.symbol} {}

std::string MlirPrinter::run() {
  for (unsigned i = 0; i < kernel_.parameterCount(); ++i)
    values_[kernel_.parameter(i)] = names_.unique(asIdentifier(kernel_.parameter(i)->name()));
  planShared();
  region(kernel_.body(), nullptr);

  std::string text;
  for (const std::string &comment : options_.header)
    text += comment.empty() ? "//\n" : "// " + comment + "\n";
  for (const int count : unrolls_)
    text += count == 0 ? "#unroll = #llvm.loop_annotation<unroll = <full = true>>\n"
                       : fmt::format("#unroll_{0} = #llvm.loop_annotation<unroll = <count = {0} : "
                                     "i32>>\n",
                                     count);
  text += text.empty() ? "" : "\n";
  text += "module attributes {gpu.container_module} {\n  gpu.module @kernels {\n";
  for (const std::string &global : globals_)
    text += "    " + global + "\n";
  text += globals_.empty() ? "" : "\n";
  text += mlirHelpers(helpers_);
  text += signature();
  std::stable_sort(constantLines_.begin(), constantLines_.end(),
                   [](const auto &a, const auto &b) { return a.order < b.order; });
  for (const ConstantLine &constant : constantLines_)
    text += "      " + constant.text + "\n";
  for (const std::string &line : localLines_)
    text += "      " + line + "\n";
  for (const std::string &line : lines_)
    text += line + "\n";
  text += "      gpu.return\n    }\n  }\n}\n";
  return text;
}

// On one line where it fits, else with a line for each parameter.
std::string MlirPrinter::signature() const {
  constexpr std::size_t kLineWidth = 100;
  std::vector<std::string> parameters;
  for (unsigned i = 0; i < kernel_.parameterCount(); ++i) {
    const Value *parameter = kernel_.parameter(i);
    const ParameterInfo &info = kernel_.parameterInfo(i);
    std::vector<std::string> known;
    if (parameter->type().isPointer()) {
      const auto divisibility = static_cast<unsigned>(info.divisibility);
      const unsigned alignment = divisibility & ~(divisibility - 1);
      if (alignment > static_cast<unsigned>(byteSize(parameter->type().dtype())))
        known.push_back(fmt::format("llvm.align = {} : i64", alignment));
      if (info.noalias)
        known.push_back("llvm.noalias");
      if (roots_.readOnly(parameter))
        known.push_back("llvm.readonly");
    }
    parameters.push_back(fmt::format("{}: {}", values_.at(parameter), mlirType(parameter->type())));
    if (!known.empty())
      parameters.back() += fmt::format(" {{{}}}", fmt::join(known, ", "));
  }
  const std::string head = fmt::format("    gpu.func @{}(", options_.symbol);
  std::string text = fmt::format("{}{}) kernel\n", head, fmt::join(parameters, ", "));
  if (text.size() > kLineWidth + 1)
    text = fmt::format("{}{}) kernel\n", head,
                       fmt::join(parameters, ",\n" + std::string(head.size(), ' ')));
  return text + fmt::format("        attributes {{known_block_size = array<i32: {}, 1, 1>}} {{\n",
                            kernel_.threads());
}

void MlirPrinter::region(const Region &region, const Operation *owner) {
  for (const auto &op : region.operations()) {
    if (op->is(OpKind::Yield))
      yield(*op, *owner);
    else
      operation(*op);
  }
}

void MlirPrinter::operation(const Operation &op) {
  comment(op.range());
  for (const Row &row : MlirRows::kRows)
    if (row.kind == op.kind())
      return (this->*row.print)(op);
  elementwise(op);
}

// The first operation that comes from a line of the source says so.
void MlirPrinter::comment(SourceRange range) {
  if (!range.known() || range.file == nullptr || options_.ssaNames)
    return;
  const int number = range.file->lineOf(range.begin);
  if (commented_.emplace(range.file, number).second)
    line(fmt::format("// {}:{}", escapeUnprintable(range.file->baseName()), number));
}

void MlirPrinter::line(const std::string &text) {
  lines_.push_back(std::string(static_cast<std::size_t>(indent_) * 2, ' ') + text);
}

std::string MlirPrinter::operand(const Value *value) {
  return value->isConstant() ? constant(value->constant()) : values_.at(value);
}

std::string MlirPrinter::operands(const std::vector<const Value *> &values) {
  std::string text;
  for (const Value *value : values)
    text += (text.empty() ? "" : ", ") + operand(value);
  return text;
}

std::string MlirPrinter::constant(const Scalar &scalar) {
  const std::string literal = mlirLiteral(scalar);
  const std::string text =
      scalar.dtype() == DType::Bool
          ? fmt::format("arith.constant {}", literal)
          : fmt::format("arith.constant {} : {}", literal, mlirType(scalar.dtype()));
  // NaN compares with nothing.
  const double value = scalar.toDouble();
  return constantText(text, mlirConstantName(scalar),
                      {static_cast<int>(scalar.dtype()), std::isnan(value) ? HUGE_VAL : value});
}

std::string MlirPrinter::constantText(const std::string &text, std::string_view wanted,
                                      std::pair<int, double> order) {
  const auto [found, isNew] = constants_.try_emplace(text);
  if (isNew) {
    found->second = names_.fresh(wanted);
    constantLines_.push_back({order, fmt::format("{} = {}", found->second, text)});
  }
  return found->second;
}

const std::string &MlirPrinter::nameFor(const Value *value, std::string_view generic) {
  const Operation *op = value->definingOp();
  std::string name;
  if (options_.ssaNames && op != nullptr && op->origin() >= 0)
    name = names_.unique(fmt::format("v{}", op->origin()));
  else if (!value->name().empty())
    name = names_.unique(asIdentifier(value->name()));
  else
    name = generic.empty() ? names_.number() : names_.unique(generic);
  return values_[value] = std::move(name);
}

void MlirPrinter::define(const Value *value, const std::string &text, std::string_view generic) {
  line(fmt::format("{} = {}", nameFor(value, generic), text));
}

std::string MlirPrinter::temporary(const std::string &text) {
  std::string name = names_.number();
  line(fmt::format("{} = {}", name, text));
  return name;
}

std::string printMlir(const Kernel &kernel, const TargetOptions &options) {
  return MlirPrinter(kernel, options).run();
}

} // namespace mytriton
