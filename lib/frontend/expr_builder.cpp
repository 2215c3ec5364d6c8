// Promotion, conversion and operators. See expr_builder.h.
#include "expr_builder.h"

#include "constant.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace mytriton {

using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;

std::string describe(const Object &value) {
  if (const ConstexprValue *constant = value.constant())
    return fmt::format("the {} {}", typeName(*constant), constexprText(*constant));
  if (const Expr *expr = value.expr())
    return expr->type.isNone() ? std::string("a run-time value") : expr->type.str();
  if (value.tuple())
    return "a tuple";
  if (value.builtin() || std::holds_alternative<PointerTo>(value.data))
    return "a function or type";
  return std::holds_alternative<Range>(value.data) ? "a range" : "a module";
}

ExprBuilder::ExprBuilder(ExprKernel &kernel, const SourceFile *file, Diagnostics &diagnostics)
    : kernel_(kernel), file_(file), diagnostics_(diagnostics) {
  for (unsigned i = 0; i < kMostOperands; ++i)
    scratch_.addParameter("operand", Type::scalar(DType::I32));
}

// --- making expressions -----------------------------------------------------------------------

Expr *ExprBuilder::add(Expr expr) {
  expr.id = static_cast<unsigned>(kernel_.exprs.size());
  kernel_.exprs.push_back(std::move(expr));
  return &kernel_.exprs.back();
}

Expr *ExprBuilder::parameter(unsigned index) {
  Expr expr;
  expr.kind = Expr::Kind::Parameter;
  expr.parameter = index;
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
  }
  return add(std::move(expr));
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

// --- constants and conversion -----------------------------------------------------------------

Expr *ExprBuilder::materialize(const Operand &operand, std::string_view user) {
  if (Expr *expr = operand.value.expr())
    return expr;
  const ConstexprValue *constant = operand.value.constant();
  if (constant && get<bool>(*constant))
    return convert(operand, DType::Bool, user);
  if (constant && get<std::int64_t>(*constant))
    return convert(operand, DType::I32, user);
  if (constant && get<double>(*constant))
    return convert(operand, DType::F32, user);
  fail(DiagnosticKind::OperandTypes, operand.range,
       fmt::format("'{}' takes numbers, and this is {}", user, describe(operand.value)));
}

Expr *ExprBuilder::cast(Expr *expr, DType dtype, SourceRange range) {
  if (expr->type.isNone() || (expr->type.dtype() == dtype && !expr->type.isPointer()))
    return expr;
  if (expr->kind == Expr::Kind::Constant)
    return constant(expr->constant.convert(dtype), range);
  return make(OpKind::Cast, {expr}, range, {{"dtype", dtype}});
}

Expr *ExprBuilder::convert(const Operand &operand, DType dtype, std::string_view user) {
  if (Expr *expr = operand.value.expr()) {
    if (expr->type.isPointer())
      fail(DiagnosticKind::OperandTypes, operand.range,
           fmt::format("'{}' takes numbers, and this is {}", user, expr->type.str()));
    return cast(expr, dtype, operand.range);
  }
  const ConstexprValue *literal = operand.value.constant();
  const bool *flag = literal ? get<bool>(*literal) : nullptr;
  const auto *integer = literal ? get<std::int64_t>(*literal) : nullptr;
  const double *number = literal ? get<double>(*literal) : nullptr;
  if (!flag && !integer && !number)
    fail(DiagnosticKind::OperandTypes, operand.range,
         fmt::format("'{}' takes numbers, and this is {}", user, describe(operand.value)));

  const double value = flag ? *flag : integer ? static_cast<double>(*integer) : *number;
  bool fits = true;
  Scalar scalar;
  if (dtype == DType::Bool) {
    fits = value == 0 || value == 1;
    scalar = Scalar::ofBool(value != 0);
  } else if (isFloat(dtype)) {
    scalar = Scalar::ofFloat(dtype, value);
    fits = std::isfinite(scalar.asFloat()) || !std::isfinite(value);
  } else {
    fits = std::trunc(value) == value && value >= std::numeric_limits<std::int32_t>::min() &&
           value <= std::numeric_limits<std::int32_t>::max();
    scalar = Scalar::ofInt(dtype, fits ? static_cast<std::int64_t>(value) : 0);
  }
  if (!fits)
    fail(DiagnosticKind::LiteralRange, operand.range, constexprText(*literal), tritonName(dtype));
  return constant(scalar, operand.range);
}

namespace {

// Where a value stands among bool < int < float.
int numberKind(DType dtype) { return isFloat(dtype) ? 2 : isInteger(dtype) ? 1 : 0; }

} // namespace

// Two run-time values: any float gives float32, else int32. A literal is weak: it takes the dtype
// of the other operand unless it is of a higher kind. Bools become int32 where they are added up.
std::pair<Expr *, Expr *> ExprBuilder::promote(const Operand &left, const Operand &right,
                                               std::string_view user, bool keepBool) {
  Expr *a = materialize(left, user), *b = materialize(right, user);
  if (a->type.isNone() || b->type.isNone())
    return {a, b};
  if (a->type.isPointer() || b->type.isPointer())
    fail(DiagnosticKind::PointerArithmetic, a->type.isPointer() ? left.range : right.range,
         fmt::format("'{}' does not take pointers; a pointer can be moved by an integer with '+' "
                     "and '-', loaded and stored",
                     user));
  const int kind = std::max(numberKind(a->type.dtype()), numberKind(b->type.dtype()));
  const DType dtype = kind == 2 ? DType::F32 : kind == 0 && keepBool ? DType::Bool : DType::I32;
  return {cast(a, dtype, left.range), cast(b, dtype, right.range)};
}

// --- operators --------------------------------------------------------------------------------

Expr *ExprBuilder::addPointer(Expr *pointer, const Operand &offset, bool negative,
                              SourceRange range) {
  Expr *amount = materialize(offset, "+");
  if (amount->type.isNone())
    return make(negative ? OpKind::Sub : OpKind::Add, {pointer, amount}, range);
  if (amount->type.isPointer())
    fail(DiagnosticKind::PointerArithmetic, range,
         "two pointers cannot be added or subtracted; move one by an integer");
  if (!amount->type.isInteger())
    fail(DiagnosticKind::PointerArithmetic, offset.range,
         fmt::format("a pointer is moved by an integer, and this is {}", describe(offset.value)));
  if (negative && amount->kind == Expr::Kind::Constant) {
    const Scalar moved = Scalar::ofInt(amount->type.dtype(), -amount->constant.asInt());
    if (moved.asInt() == amount->constant.asInt() && moved.asInt() != 0)
      fail(DiagnosticKind::LiteralRange, offset.range, fmt::format("-({})", moved.asInt()),
           tritonName(moved.dtype()));
    amount = constant(moved, offset.range);
  } else if (negative)
    amount = make(OpKind::Neg, {amount}, offset.range);
  return elementwise(OpKind::AddPtr, {pointer, amount}, range);
}

Object ExprBuilder::unary(UnaryOp op, const Operand &operand, SourceRange range) {
  Expr *expr = operand.value.expr();
  if (op == UnaryOp::Not)
    fail(DiagnosticKind::RuntimeCondition, range, "'not'", "'~' on a bool, or '== 0',");
  if (expr->type.isNone())
    return {op == UnaryOp::Plus
                ? expr
                : make(op == UnaryOp::Invert ? OpKind::Not : OpKind::Neg, {expr}, range)};
  if (expr->type.isPointer() || (op == UnaryOp::Invert && expr->type.isFloat()))
    fail(DiagnosticKind::OperandTypes, range,
         fmt::format("'{}' does not take {}", spelling(op), expr->type.str()));
  if (op == UnaryOp::Invert)
    return {make(OpKind::Not, {expr}, range)};
  if (expr->type.isBool())
    expr = cast(expr, DType::I32, operand.range);
  return {op == UnaryOp::Plus ? expr : make(OpKind::Neg, {expr}, range)};
}

Object ExprBuilder::binary(BinaryOp op, const Operand &left, const Operand &right,
                           SourceRange range) {
  const std::string_view symbol = spelling(op);
  if (op == BinaryOp::Power || op == BinaryOp::ShiftLeft || op == BinaryOp::ShiftRight)
    fail(DiagnosticKind::OperandTypes, range,
         fmt::format("'{}' is not supported on values that are known only at run time", symbol));

  const auto isPointer = [](const Operand &operand) {
    return operand.value.expr() && operand.value.expr()->type.isPointer();
  };
  if (op == BinaryOp::Add || op == BinaryOp::Sub) {
    if (isPointer(left))
      return {addPointer(left.value.expr(), right, op == BinaryOp::Sub, range)};
    if (isPointer(right) && op == BinaryOp::Add)
      return {addPointer(right.value.expr(), left, false, range)};
  }
  const bool bitwise = op == BinaryOp::And || op == BinaryOp::Or || op == BinaryOp::Xor;
  auto [a, b] = promote(left, right, symbol, bitwise);
  const bool known = !a->type.isNone() && !b->type.isNone();
  if (known && op == BinaryOp::Div) {
    a = cast(a, DType::F32, left.range);
    b = cast(b, DType::F32, right.range);
  }
  const bool integral = bitwise || op == BinaryOp::FloorDiv || op == BinaryOp::Mod;
  if (known && integral && a->type.isFloat())
    fail(DiagnosticKind::OperandTypes, range,
         fmt::format("'{}' takes integers{}, not {} and {}", symbol, bitwise ? " or bools" : "",
                     describe(left.value), describe(right.value)));
  static constexpr std::array<OpKind, 12> kKinds = {
      OpKind::Add, OpKind::Sub, OpKind::Mul, OpKind::Div, OpKind::FloorDiv, OpKind::Rem,
      OpKind::Mul, // Power: refused above, as are the shifts
      OpKind::And, OpKind::Or,  OpKind::Xor, OpKind::Mul, OpKind::Mul};
  return {elementwise(kKinds[static_cast<std::size_t>(op)], {a, b}, range)};
}

Object ExprBuilder::compare(CompareOp op, const Operand &left, const Operand &right,
                            SourceRange range) {
  static constexpr std::array<OpKind, 6> kKinds = {OpKind::CmpEq, OpKind::CmpNe, OpKind::CmpLt,
                                                   OpKind::CmpLe, OpKind::CmpGt, OpKind::CmpGe};
  const auto [a, b] = promote(left, right, spelling(op), true);
  return {elementwise(kKinds[static_cast<std::size_t>(op)], {a, b}, range)};
}

} // namespace mytriton
