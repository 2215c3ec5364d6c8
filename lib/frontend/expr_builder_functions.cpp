// The functions of the language as expressions. See expr_builder.h.
#include "constant.h"
#include "expr_builder.h"

#include <fmt/format.h>

namespace mytriton {

Object ExprBuilder::programInfo(OpKind op, std::int64_t axis, SourceRange range) {
  return {make(op, {}, range, {{"axis", axis}})};
}

Object ExprBuilder::arange(std::int64_t start, std::int64_t end, SourceRange range) {
  return {make(OpKind::Arange, {}, range, {{"start", start}, {"end", end}})};
}

Expr *ExprBuilder::expandDims(Expr *operand, std::int64_t axis, SourceRange range) {
  return make(OpKind::ExpandDims, {operand}, range, {{"axis", axis}});
}

// --- memory -----------------------------------------------------------------------------------

void ExprBuilder::checkBroadcastsTo(Expr *operand, Expr *pointer, SourceRange range,
                                    std::string_view what) {
  if (operand->type.isNone() || pointer->type.isNone())
    return;
  const Shape &wanted = pointer->type.shape();
  const std::optional<Shape> both = broadcastShapes(operand->type.shape(), wanted);
  if (!both || !(*both == wanted))
    fail(DiagnosticKind::ShapeMismatch, range, operand->type.shape().str(),
         wanted.empty() ? "()" : wanted.str(),
         fmt::format("; the {} must broadcast to the pointer's shape", what));
}

Expr *ExprBuilder::checkedMask(const Operand &mask, Expr *pointer) {
  const ConstexprValue *constant = mask.value.constant();
  Expr *expr = mask.value.expr();
  const bool flag = constant && get<bool>(*constant);
  if (!flag && (!expr || (!expr->type.isNone() && !expr->type.isBool())))
    fail(DiagnosticKind::MaskType, mask.range, describe(mask.value));
  if (flag)
    expr = convert(mask, DType::Bool, "mask");
  checkBroadcastsTo(expr, pointer, mask.range, "mask");
  return expr;
}

Object ExprBuilder::load(const Operand &pointer, const Operand *mask, const Operand *other,
                         SourceRange range) {
  Expr *address = pointer.value.expr();
  if (!address || (!address->type.isNone() && !address->type.isPointer()))
    fail(DiagnosticKind::NotAPointer, pointer.range, "tl.load", describe(pointer.value));
  if (other && !mask)
    fail(DiagnosticKind::OtherWithoutMask, other->range);
  Expr *guard = mask ? checkedMask(*mask, address) : nullptr;
  Expr *fallback = nullptr;
  if (other) {
    fallback = address->type.isNone() ? materialize(*other, "other")
                                      : convert(*other, address->type.dtype(), "other");
    checkBroadcastsTo(fallback, address, other->range, "value of 'other'");
  }
  Expr *result = make(OpKind::Load, {address, guard, fallback}, range);
  region_->effects.push_back(result);
  return {result};
}

void ExprBuilder::store(const Operand &pointer, const Operand &value, const Operand *mask,
                        SourceRange range) {
  Expr *address = pointer.value.expr();
  if (!address || (!address->type.isNone() && !address->type.isPointer()))
    fail(DiagnosticKind::NotAPointer, pointer.range, "tl.store", describe(pointer.value));
  Expr *stored = address->type.isNone() ? materialize(value, "store")
                                        : convert(value, address->type.dtype(), "store");
  checkBroadcastsTo(stored, address, value.range, "value");
  Expr *guard = mask ? checkedMask(*mask, address) : nullptr;
  region_->effects.push_back(make(OpKind::Store, {address, stored, guard}, range));
}

void ExprBuilder::barrier(SourceRange range) {
  region_->effects.push_back(make(OpKind::Barrier, {}, range));
}

} // namespace mytriton
