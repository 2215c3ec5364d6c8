// See builtins_reduce.h.
#include "builtins_reduce.h"

#include "constant.h"
#include "evaluator.h"

#include <fmt/format.h>

namespace mytriton {

namespace {

const Operand *present(const Operand *operand) {
  const ConstexprValue *constant = operand ? operand->value.constant() : nullptr;
  return constant && get<ConstexprValue::None>(*constant) ? nullptr : operand;
}

bool flag(Evaluator &evaluator, const Operand *operand, std::string_view what) {
  return operand && isTruthy(evaluator.constant(*operand, what));
}

// The operand of the reduction, which must be a block of numbers or of unknown type.
Expr *reducedBlock(Evaluator &evaluator, const BoundCall &call) {
  Expr *operand = call[0].value.expr();
  const Type type = operand ? operand->type : Type();
  if (!operand || (!type.isNone() && (!type.isBlock() || type.isPointer())))
    evaluator.fail(DiagnosticKind::OperandTypes, call[0].range,
                   fmt::format("'{}' takes a block of numbers, and this is {}", call.builtin.name,
                               describe(call[0].value)));
  return operand;
}

// From the front; nullopt: all axes.
std::optional<int> reducedAxis(Evaluator &evaluator, const Operand *axis, Type type) {
  if (!axis)
    return std::nullopt;
  const std::int64_t given = evaluator.integer(*axis, "the axis");
  const int rank = type.shape().rank();
  if (!type.isNone() && (given < -rank || given >= rank))
    evaluator.fail(DiagnosticKind::CallArguments, axis->range,
                   fmt::format("the axis of a block of {} dimension{} is from {} to {}, and this "
                               "is {}",
                               rank, rank == 1 ? "" : "s", -rank, rank - 1, given));
  return static_cast<int>(given < 0 ? given + rank : given);
}

Object sum(Evaluator &evaluator, const BoundCall &call) {
  Expr *operand = reducedBlock(evaluator, call);
  const std::optional<int> axis = reducedAxis(evaluator, present(call.optional(1)), operand->type);
  std::optional<DType> dtype;
  if (const Operand *given = present(call.optional(3))) {
    dtype = evaluator.dtype(*given, "the dtype of a sum");
    if (*dtype == DType::Bool)
      evaluator.fail(DiagnosticKind::CallArguments, given->range,
                     "a sum is an integer or a float, such as tl.int32");
  }
  return evaluator.builder().reduce(call.builtin.op, operand, axis,
                                    flag(evaluator, call.optional(2), "keep_dims"), dtype,
                                    call.range);
}

Object extremum(Evaluator &evaluator, const BoundCall &call) {
  Expr *operand = reducedBlock(evaluator, call);
  const std::optional<int> axis = reducedAxis(evaluator, present(call.optional(1)), operand->type);
  if (flag(evaluator, call.optional(2), "return_indices"))
    evaluator.fail(DiagnosticKind::UnsupportedCall, call.range,
                   fmt::format("'{}' with return_indices", call.builtin.name));
  return evaluator.builder().reduce(call.builtin.op, operand, axis,
                                    flag(evaluator, call.optional(4), "keep_dims"), std::nullopt,
                                    call.range);
}

} // namespace

const std::vector<Builtin> &reductions() {
  static const std::vector<std::string_view> extremumParameters = {
      "input", "axis?", "return_indices?", "return_indices_tie_break_left?", "keep_dims?"};
  static const std::vector<Builtin> table = {
      {"sum", {"input", "axis?", "keep_dims?", "dtype?"}, sum, OpKind::ReduceSum},
      {"max", extremumParameters, extremum, OpKind::ReduceMax},
      {"min", extremumParameters, extremum, OpKind::ReduceMin},
  };
  return table;
}

} // namespace mytriton
