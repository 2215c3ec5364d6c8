// Making expressions, their conversion and promotion. See expr_builder.h.
#include "expr_builder.h"

#include "constant.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace mytriton {

std::string describe(const Object &value) {
  if (const ConstexprValue *constant = value.constant())
    return fmt::format("the {} {}", typeName(*constant), constexprText(*constant));
  if (const Expr *expr = value.expr())
    return expr->type.isNone() ? std::string("a run-time value") : expr->type.str();
  if (value.tuple())
    return "a tuple";
  if (const Type *type = value.type())
    return fmt::format("the type {}", type->str());
  if (value.builtin() || value.method())
    return "a function";
  if (const Function *function = value.function())
    return fmt::format("the function '{}'", function->definition->name.text);
  return std::holds_alternative<Range>(value.data) ? "a range" : "a module";
}

ExprBuilder::ExprBuilder(ExprKernel &kernel, Diagnostics &diagnostics)
    : kernel_(kernel), region_(&kernel.body), diagnostics_(diagnostics) {
  for (unsigned i = 0; i < kMostOperands; ++i)
    scratch_.addParameter("operand", Type::scalar(DType::I32));
}

// --- making expressions -----------------------------------------------------------------------

Expr *ExprBuilder::add(Expr expr) {
  expr.id = static_cast<unsigned>(kernel_.exprs.size());
  expr.region = region_;
  operations_ += expr.kind == Expr::Kind::Operation ? 1 : 0;
  kernel_.exprs.push_back(std::move(expr));
  return &kernel_.exprs.back();
}

Expr *ExprBuilder::parameter(unsigned index) {
  Expr expr;
  expr.kind = Expr::Kind::Parameter;
  expr.index = index;
  expr.type = kernel_.parameters[index].type;
  expr.name = kernel_.parameters[index].name;
  expr.range = kernel_.parameters[index].range;
  return add(std::move(expr));
}

Expr *ExprBuilder::constant(const Scalar &scalar, SourceRange range) {
  Expr expr;
  expr.kind = Expr::Kind::Constant;
  expr.constant = scalar;
  expr.type = Type::scalar(scalar.dtype());
  expr.range = range;
  return add(std::move(expr));
}

Expr *ExprBuilder::make(OpKind op, std::initializer_list<Expr *> operands, SourceRange range,
                        Attributes attributes) {
  Expr expr;
  expr.op = op;
  expr.operands = operands;
  expr.range = range;
  for (const auto &[name, value] : attributes)
    expr.attributes.emplace_back(name, value);

  std::array<Value *, kMostOperands> values{};
  bool known = true;
  for (unsigned i = 0; i < expr.operands.size(); ++i) {
    if (!expr.operands[i])
      continue;
    known = known && !expr.operands[i]->type.isNone();
    values[i] = scratch_.parameter(i);
    values[i]->setType(expr.operands[i]->type);
  }
  if (known) {
    Operation *probe = scratch_.body().insert(op, std::span(values.data(), expr.operands.size()));
    for (const auto &[name, value] : attributes)
      probe->setAttribute(name, value);
    const TypeResult result = checkOperation(*probe);
    probe->erase();
    if (!result.error.empty())
      fail(DiagnosticKind::TypeRule, range, opInfo(op).mnemonic, result.error);
    if (!result.types.empty())
      expr.type = result.types[0];
    if (const std::optional<Scalar> folded = fold(expr))
      return constant(*folded, range);
  }
  return add(std::move(expr));
}

// The value of an operation on numbers of known types: it can serve where a number must be known at
// compile time, as the index of an unrolled loop does.
std::optional<Scalar> ExprBuilder::fold(const Expr &expr) {
  const OpInfo &info = opInfo(expr.op);
  if (!info.evaluate || info.has(trait::Inexact))
    return std::nullopt;
  std::vector<Scalar> values;
  for (const Expr *operand : expr.operands) {
    if (!operand || operand->kind != Expr::Kind::Constant)
      return std::nullopt;
    values.push_back(operand->constant);
  }
  return info.evaluate(expr.type.dtype(), values);
}

Expr *ExprBuilder::elementwise(OpKind op, std::initializer_list<Expr *> operands,
                               SourceRange range) {
  Shape shape;
  for (const Expr *operand : operands) {
    if (operand->type.isNone())
      return make(op, operands, range);
    const std::optional<Shape> both = broadcastShapes(shape, operand->type.shape());
    if (!both)
      fail(DiagnosticKind::ShapeMismatch, range, shape.str(), operand->type.shape().str(),
           "; where both have a dimension, the extents must agree or one must be 1");
    shape = *both;
  }
  return make(op, operands, range);
}

// --- conversion and promotion -------------------------------------------------------------------

DType ExprBuilder::dtypeOf(const Operand &operand, std::string_view user) {
  if (const Expr *expr = operand.value.expr()) {
    if (expr->type.isPointer())
      fail(DiagnosticKind::PointerArithmetic, operand.range,
           fmt::format("'{}' does not take pointers; a pointer can be moved by an integer with '+' "
                       "and '-', loaded and stored",
                       user));
    return expr->type.dtype();
  }
  const ConstexprValue *literal = operand.value.constant();
  if (const auto dtype = literal ? literalDType(*literal) : std::nullopt)
    return *dtype;
  fail(DiagnosticKind::OperandTypes, operand.range,
       fmt::format("'{}' takes numbers, and this is {}", user, describe(operand.value)));
}

Expr *ExprBuilder::materialize(const Operand &operand, std::string_view user) {
  if (Expr *expr = operand.value.expr())
    return expr;
  const DType dtype = dtypeOf(operand, user);
  return constant(literalValue(*operand.value.constant(), dtype), operand.range);
}

Expr *ExprBuilder::cast(Expr *expr, DType dtype, SourceRange range) {
  if (expr->type.isNone() || (expr->type.dtype() == dtype && !expr->type.isPointer()))
    return expr;
  if (expr->kind == Expr::Kind::Constant)
    return constant(expr->constant.convert(dtype), range);
  return make(OpKind::Cast, {expr}, range, {{"dtype", dtype}});
}

Expr *ExprBuilder::convert(const Operand &operand, DType dtype, std::string_view user) {
  const ConstexprValue *literal = operand.value.constant();
  if (const Expr *expr = operand.value.expr(); expr && expr->type.isNone())
    return operand.value.expr();
  dtypeOf(operand, user);
  return literal ? constant(literalValue(*literal, dtype), operand.range)
                 : cast(operand.value.expr(), dtype, operand.range);
}

bool ExprBuilder::anyUnknown(std::initializer_list<const Operand *> operands) {
  return std::any_of(operands.begin(), operands.end(), [](const Operand *operand) {
    return operand->value.expr() && operand->value.expr()->type.isNone();
  });
}

std::pair<Expr *, Expr *> ExprBuilder::promote(const Operand &left, const Operand &right,
                                               std::string_view user, SourceRange range,
                                               Literals literals, Division division) {
  if (anyUnknown({&left, &right}))
    return {materialize(left, user), materialize(right, user)};
  const DType a = dtypeOf(left, user), b = dtypeOf(right, user);
  const ConstexprValue *literalA = left.value.constant(), *literalB = right.value.constant();
  const bool weak = literals == Literals::Weak && !literalA != !literalB;
  const std::optional<DType> dtype = !weak      ? commonDType(a, b, division)
                                     : literalA ? commonWithLiteral(b, a, division)
                                                : commonWithLiteral(a, b, division);
  if (!dtype)
    fail(DiagnosticKind::OperandTypes, range,
         fmt::format("'{}' does not take integers of different signedness, {} and {}; convert one "
                     "with .to()",
                     user, irName(a), irName(b)));
  if (weak)
    for (const Operand *operand : {&left, &right})
      if (const ConstexprValue *literal = operand->value.constant();
          literal && !literalFits(*literal, *dtype))
        fail(DiagnosticKind::LiteralRange, operand->range, constexprText(*literal),
             tritonName(*dtype));
  return {convert(left, *dtype, user), convert(right, *dtype, user)};
}

} // namespace mytriton
