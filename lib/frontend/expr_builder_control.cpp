// Regions, and what conditions and loops need of values. See expr_builder.h.
#include "expr_builder.h"

#include "constant.h"

#include <algorithm>
#include <fmt/format.h>

namespace mytriton {

namespace {

// Regions inside regions: what the later stages take, with room for the regions that they add.
constexpr unsigned kMaxRegions = 64;

} // namespace

Expr *ExprBuilder::control(OpKind op, std::vector<Expr *> operands, SourceRange range) {
  if (region_->depth == kMaxRegions)
    fail(DiagnosticKind::NestingTooDeep, range, "run-time conditions and loops are", kMaxRegions);
  Expr expr;
  expr.op = op;
  expr.operands = std::move(operands);
  expr.range = range;
  Expr *owner = add(std::move(expr));
  for (int i = 0; i < opInfo(op).regions; ++i) {
    owner->regions.push_back(std::make_unique<ExprRegion>());
    owner->regions.back()->owner = owner;
    owner->regions.back()->depth = region_->depth + 1;
  }
  region_->effects.push_back(owner);
  return owner;
}

Expr *ExprBuilder::argument(ExprRegion &region, const Type &type, const std::string &name,
                            SourceRange range) {
  Expr expr;
  expr.kind = Expr::Kind::Argument;
  expr.index = static_cast<unsigned>(region.arguments.size());
  expr.type = type;
  expr.name = name;
  expr.range = range;
  Expr *added = add(std::move(expr));
  added->region = &region;
  region.arguments.push_back(added);
  return added;
}

Expr *ExprBuilder::result(Expr *owner, unsigned index, const Type &type, const std::string &name,
                          SourceRange range) {
  Expr expr;
  expr.kind = Expr::Kind::Result;
  expr.index = index;
  expr.type = type;
  expr.name = name;
  expr.operands = {owner};
  expr.range = range;
  Expr *added = add(std::move(expr));
  added->region = owner->region;
  return added;
}

Expr *ExprBuilder::condition(const Operand &operand, std::string_view user) {
  Expr *expr = operand.value.expr();
  const Type &type = expr->type;
  if (type.isNone() || type == Type::scalar(DType::Bool))
    return expr;
  if (type.isPointer() || !type.isScalar())
    fail(DiagnosticKind::ConditionType, operand.range, user, type.str());
  return make(OpKind::CmpNe, {expr, zero(type, operand.range)}, operand.range);
}

Object ExprBuilder::logical(bool isOr, const Operand &left, const Operand &right,
                            SourceRange range) {
  const std::string_view user = isOr ? "or" : "and";
  return {elementwise(isOr ? OpKind::Or : OpKind::And,
                      {checkedBool(left, user), checkedBool(right, user)}, range)};
}

Expr *ExprBuilder::checkedBool(const Operand &operand, std::string_view user) {
  Expr *expr = materialize(operand, user);
  if (!expr->type.isNone() && !expr->type.isBool())
    fail(DiagnosticKind::LogicalOperand, operand.range, user, expr->type.str());
  return expr;
}

Expr *ExprBuilder::like(const Operand &operand, const Type &type, std::string_view user) {
  const ConstexprValue *literal = operand.value.constant();
  const std::optional<DType> own = literal ? literalDType(*literal) : std::nullopt;
  if (own && type.isScalar() && !type.isPointer() && isFloat(*own) == type.isFloat() &&
      (*own == DType::Bool) == type.isBool() && literalFits(*literal, type.dtype()))
    return constant(literalValue(*literal, type.dtype()), operand.range);
  return materialize(operand, user);
}

bool ExprBuilder::isUsed(const Expr *expr) const {
  const auto has = [&](const std::vector<Expr *> &list) {
    return std::find(list.begin(), list.end(), expr) != list.end();
  };
  for (std::size_t id = expr->id + 1; id < kernel_.exprs.size(); ++id) {
    const Expr &user = kernel_.exprs[id];
    if (has(user.operands))
      return true;
    for (const auto &region : user.regions)
      if (has(region->yields))
        return true;
  }
  return false;
}

// Of a pointer, some pointer of the kernel: it is never looked at.
Expr *ExprBuilder::anyValue(const Type &type, SourceRange range) {
  if (!type.isPointer())
    return zero(type, range);
  for (unsigned i = 0; i < kernel_.parameters.size(); ++i)
    if (kernel_.parameters[i].type == type.element()) {
      Expr *pointer = parameter(i);
      return type.isBlock() ? make(OpKind::Broadcast, {pointer}, range, {{"shape", type.shape()}})
                            : pointer;
    }
  fail(DiagnosticKind::UnsupportedSyntax, range, "a 'return' in a branch that makes pointers");
}

Expr *ExprBuilder::zero(const Type &type, SourceRange range) {
  if (type.isNone())
    return constant(Scalar::ofInt(DType::I32, 0), range);
  if (type.isBlock())
    return make(OpKind::Zeros, {}, range, {{"shape", type.shape()}, {"dtype", type.dtype()}});
  return constant(
      type.isFloat() ? Scalar::ofFloat(type.dtype(), 0) : Scalar::ofInt(type.dtype(), 0), range);
}

std::array<Expr *, 3> ExprBuilder::loopBounds(const std::array<Operand, 3> &operands) {
  std::array<Expr *, 3> bounds{};
  DType dtype = DType::I32;
  bool known = true;
  for (std::size_t i = 0; i < 3; ++i) {
    const ConstexprValue *constant = operands[i].value.constant();
    if (!operands[i].value.expr() && !(constant && get<std::int64_t>(*constant)))
      fail(DiagnosticKind::LoopBounds, operands[i].range, describe(operands[i].value));
    bounds[i] = materialize(operands[i], "range");
    const Type &type = bounds[i]->type;
    known = known && !type.isNone();
    if (type.isNone())
      continue;
    if (!type.isScalar() || !type.isInteger() || type.dtype() == DType::U64)
      fail(DiagnosticKind::LoopBounds, operands[i].range, type.str());
    if (bitWidth(type.dtype()) == 64 || type.dtype() == DType::U32)
      dtype = DType::I64;
  }
  if (known)
    for (std::size_t i = 0; i < 3; ++i)
      bounds[i] = cast(bounds[i], dtype, operands[i].range);
  const Expr &step = *bounds[2];
  if (step.kind == Expr::Kind::Constant && step.constant.asInt() == 0)
    fail(DiagnosticKind::CallArguments, operands[2].range, "the step of a loop is zero");
  return bounds;
}

} // namespace mytriton
