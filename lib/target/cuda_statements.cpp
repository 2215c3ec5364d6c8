// Operations that are lines of their own.

#include "cuda_printer.h"

#include "mytriton/ir/control_flow.h"
#include "mytriton/support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace mytriton {

namespace {

// Registers that are all zero: `= {}`.
bool isZeroFill(const Operation &each) {
  const Operation *yield = each.region().front();
  for (unsigned i = 0; i < yield->operandCount(); ++i) {
    const Value *value = yield->operand(i);
    if (!yield->is(OpKind::Yield) || !value->isConstant() || value->type().isPointer())
      return false;
    const DType dtype = value->type().dtype();
    if (!(value->constant() ==
          (isFloat(dtype) ? Scalar::ofFloat(dtype, 0) : Scalar::ofInt(dtype, 0))))
      return false;
  }
  return yield->is(OpKind::Yield);
}

} // namespace

std::string arraySuffix(const Shape &shape) {
  std::string text;
  for (std::int32_t extent : shape)
    text += fmt::format("[{}]", extent);
  return text;
}

// Writes a line; the first one that comes from a line of the source says so.
void CudaPrinter::line(const std::string &text, SourceRange range) {
  CodeLine line{indent_, text, {}};
  if (range.known() && range.file && !options_.ssaNames) {
    const int from = range.file->lineOf(range.begin);
    if (commented_.emplace(range.file, from).second)
      line.comment = fmt::format("{}:{}", escapeUnprintable(range.file->baseName()), from);
  }
  lines_.push_back(std::move(line));
}

void CudaPrinter::block(const std::string &head, SourceRange range, const Region &body,
                        const Operation &owner) {
  line(head + " {", range);
  const std::size_t start = lines_.size();
  ++indent_;
  region(body, &owner);
  --indent_;
  // A head and one line under it need no braces.
  if (lines_.size() == start + 1 && !options_.ssaNames) {
    lines_[start - 1].code = head;
    return;
  }
  line("}");
}

void CudaPrinter::region(const Region &region, const Operation *owner) {
  for (const auto &op : region.operations()) {
    if (op->is(OpKind::Yield))
      yield(*op, *owner);
    else
      statement(*op);
  }
}

// Declares the variable that holds the result, or writes into where it belongs.
void CudaPrinter::define(const Operation &op, const std::string &value) {
  const std::string &place = *variables_.of(op.result());
  if (!variables_.declares(op.result())) {
    line(place + " = " + value + ";", op.range());
    return;
  }
  std::string type = cudaType(op.result()->type());
  const bool pointer = op.result()->type().isPointer();
  if (pointer && throughConst(op.result()))
    type = "const " + type;
  else if (!pointer && !options_.ssaNames && !variables_.isMutable(op.result()))
    type = "const " + type;
  line(type + " " + place + " = " + value + ";", op.range());
}

// What aligns an array to the vector accesses to it; empty where its own alignment serves.
std::string CudaPrinter::alignment(const Value *array, std::string_view keyword) const {
  const int bytes = variables_.alignment(array);
  return bytes > 0 ? fmt::format("{}({}) ", keyword, bytes) : "";
}

void CudaPrinter::declareResults(const Operation &op, std::string_view initializer) {
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    if (!variables_.declares(op.result(i)))
      continue;
    // Neighbours of one type share a line.
    const auto declared = [&](unsigned at) {
      const std::string name =
          *variables_.of(op.result(at)) + arraySuffix(op.result(at)->type().shape());
      if (op.is(OpKind::Each) && at >= registerCount(op))
        return name + " = " + text(op.operand(at - registerCount(op)));
      return name + std::string(initializer);
    };
    const auto head = [&](unsigned at) {
      return alignment(op.result(at), "alignas") + cudaType(op.result(at)->type()) + " ";
    };
    std::string text = head(i) + declared(i);
    const std::string same = head(i);
    while (i + 1 < op.resultCount() && variables_.declares(op.result(i + 1)) &&
           head(i + 1) == same && !op.result(i + 1)->type().isPointer())
      text += ", " + declared(++i);
    line(text + ";", op.range());
  }
}

void CudaPrinter::yield(const Operation &op, const Operation &owner) {
  std::string suffix;
  const bool loop = owner.is(OpKind::Each);
  for (unsigned i = 0; loop && i < axisCount(owner); ++i)
    suffix += "[" + *variables_.of(owner.region().argument(i)) + "]";
  std::vector<Assignment> assignments;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    const bool carried = loop && i >= registerCount(owner);
    assignments.push_back({owner.result(i),
                           *variables_.of(owner.result(i)) + (carried ? "" : suffix),
                           op.operand(i)});
  }
  assignTogether(assignments, owner.range());
}

void CudaPrinter::each(const Operation &op) {
  bool declaresAll = true;
  for (unsigned i = 0; i < op.resultCount(); ++i)
    declaresAll = declaresAll && variables_.declares(op.result(i));
  if (declaresAll && op.operandCount() == 0 && isZeroFill(op)) {
    declareResults(op, " = {}");
    return;
  }
  declareResults(op);
  for (unsigned i = 0; i < op.operandCount(); ++i)
    if (const Value *result = op.result(registerCount(op) + i); !variables_.declares(result))
      assign(*variables_.of(result), op.operand(i), op.range());
  const Region &body = op.region();
  const auto &extents = std::get<Shape>(*op.attribute("extents"));
  const unsigned axes = axisCount(op);
  const auto head = [&](unsigned axis) {
    const std::string &index = *variables_.of(body.argument(axis));
    return fmt::format("for (int {0} = {1}; {0} < {2}; ++{0})", index, op.intAttribute("start"),
                       extents[static_cast<int>(axis)]);
  };
  const auto unroll = [&] {
    if (op.flag("unroll"))
      line("#pragma unroll");
  };
  for (unsigned axis = 0; axis + 1 < axes; ++axis) {
    unroll();
    line(head(axis));
    ++indent_;
  }
  unroll();
  block(head(axes - 1), {}, body, op);
  indent_ -= static_cast<int>(axes) - 1;
}

void CudaPrinter::branch(const Operation &op) {
  declareResults(op);
  const Region &otherwise = op.region(1);
  const std::string head = "if (" + text(op.operand(0)) + ")";
  if (otherwise.size() == 1 && op.resultCount() == 0) {
    block(head, op.range(), op.region(0), op);
    return;
  }
  line(head + " {", op.range());
  ++indent_;
  region(op.region(0), &op);
  --indent_;
  line("} else {");
  ++indent_;
  region(otherwise, &op);
  --indent_;
  line("}");
}

void CudaPrinter::load(const Operation &op) {
  const Type type = op.result()->type();
  if (!type.isRegisters()) {
    define(op, loadText(op));
    return;
  }
  declareResults(op);
  const std::string vector =
      cudaVectorType(type.dtype(), static_cast<int>(type.shape().elements()));
  const std::string from = address(op.operand(0));
  const bool sum = from.find(' ') != std::string::npos;
  line(fmt::format("*({0}*){1} = *({2}{0}*){3};", vector, *variables_.of(op.result()),
                   throughConst(op.operand(0)) ? "const " : "", sum ? "(" + from + ")" : from),
       op.range());
}

void CudaPrinter::store(const Operation &op) {
  const Type type = op.operand(1)->type();
  std::string assignment;
  if (type.isRegisters()) {
    const std::string vector =
        cudaVectorType(type.dtype(), static_cast<int>(type.shape().elements()));
    const std::string to = address(op.operand(0));
    const bool sum = to.find(' ') != std::string::npos;
    assignment = fmt::format("*({0}*){1} = *(const {0}*){2};", vector, sum ? "(" + to + ")" : to,
                             expression(op.operand(1)).text);
  } else {
    assignment = element(op.operand(0)) + " = " + expression(op.operand(1)).text + ";";
  }
  if (op.operand(2) == nullptr) {
    line(assignment, op.range());
    return;
  }
  const std::string head = "if (" + text(op.operand(2)) + ")";
  line(head + (options_.ssaNames ? " {" : ""), op.range());
  ++indent_;
  line(assignment);
  --indent_;
  if (options_.ssaNames)
    line("}");
}

// An array of its own, or a part of the pool: `float (*tile)[36] = (float (*)[36])(shared + 1024);`
void CudaPrinter::sharedAlloc(const Operation &op) {
  const Type type = op.result()->type();
  const std::string element = cudaType(type), &name = *variables_.of(op.result());
  if (op.attribute("offset") == nullptr) {
    line(fmt::format("__shared__ {}{} {}{};", alignment(op.result(), "__align__"), element, name,
                     arraySuffix(type.shape())),
         op.range());
    return;
  }
  Shape row = type.shape();
  row.erase(0);
  const std::int64_t offset = op.intAttribute("offset");
  const std::string start = offset == 0 ? pool_ : fmt::format("({} + {})", pool_, offset);
  line(row.empty() ? fmt::format("{0} *{1} = ({0} *){2};", element, name, start)
                   : fmt::format("{0} (*{1}){2} = ({0} (*){2}){3};", element, name,
                                 arraySuffix(row), start),
       op.range());
}

// tile[i][j], the indices being the operands from `first` on.
std::string CudaPrinter::sharedElement(const Operation &op, unsigned first) {
  std::string text = *variables_.of(op.operand(0));
  for (unsigned i = first; i < op.operandCount(); ++i)
    text += "[" + indexText(op.operand(i)) + "]";
  return text;
}

void CudaPrinter::sharedLoad(const Operation &op) {
  if (variables_.of(op.result()) == nullptr)
    return;
  const Type type = op.result()->type();
  if (!type.isRegisters()) {
    define(op, sharedElement(op, 1));
    return;
  }
  declareResults(op);
  line(fmt::format("*({0}*){1} = *(const {0}*)&{2};",
                   cudaVectorType(type.dtype(), static_cast<int>(type.shape().elements())),
                   *variables_.of(op.result()), sharedElement(op, 1)),
       op.range());
}

void CudaPrinter::sharedStore(const Operation &op) {
  const Type type = op.operand(1)->type();
  const std::string to = sharedElement(op, 2);
  if (!type.isRegisters()) {
    line(fmt::format("{} = {};", to, text(op.operand(1))), op.range());
    return;
  }
  line(fmt::format("*({0}*)&{1} = *(const {0}*){2};",
                   cudaVectorType(type.dtype(), static_cast<int>(type.shape().elements())), to,
                   expression(op.operand(1)).text),
       op.range());
}

void CudaPrinter::barrier(const Operation &op) { line("__syncthreads();", op.range()); }

void CudaPrinter::pack(const Operation &op) {
  declareResults(op);
  const Shape shape = op.result()->type().shape();
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    std::string indices;
    std::int64_t rest = i;
    for (int dim = shape.rank(); dim-- > 0; rest /= shape[dim])
      indices = fmt::format("[{}]", rest % shape[dim]) + indices;
    line(*variables_.of(op.result()) + indices + " = " + text(op.operand(i)) + ";", op.range());
  }
}

// An operation that is an expression is a line of its own where its value has a variable.
void CudaPrinter::statement(const Operation &op) {
  if (const Row *row = rowOf(op.kind()); row != nullptr && row->statement != nullptr)
    return (this->*row->statement)(op);
  if (op.resultCount() != 1 || variables_.of(op.result()) == nullptr)
    return;
  const Expression value = operation(op);
  define(op, op.result()->type().isInteger() ? value.text : asSigned(value).text);
}

} // namespace mytriton
