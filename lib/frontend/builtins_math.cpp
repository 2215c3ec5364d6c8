// The functions of numbers that a kernel can call. See builtins_math.h.
//
// A function that is one operation of the IR's table with the type rule of `exp` is found by its
// mnemonic: a new one needs no line here.
#include "builtins_math.h"

#include "constant.h"
#include "evaluator.h"

#include <fmt/format.h>

namespace mytriton::math {

namespace {

Object floatMath(Evaluator &evaluator, const BoundCall &call) {
  return evaluator.builder().floatMath(call.builtin.op, call.builtin.name, call[0], call.range);
}

Object fma(Evaluator &evaluator, const BoundCall &call) {
  return evaluator.builder().fma(call[0], call[1], call[2], call.range);
}

Object sigmoid(Evaluator &evaluator, const BoundCall &call) {
  return evaluator.builder().sigmoid(call[0], call.range);
}

// Whether NaN wins, by `propagate_nan`, or nullopt where it is not given.
std::optional<bool> nanWins(Evaluator &evaluator, const Operand *given) {
  if (!given)
    return std::nullopt;
  const ConstexprValue value = evaluator.constant(*given, "'propagate_nan'");
  const auto *text = get<std::string>(value);
  if (!text || (*text != "PropagateNan.ALL" && *text != "PropagateNan.NONE"))
    evaluator.fail(DiagnosticKind::CallArguments, given->range,
                   "'propagate_nan' must be tl.PropagateNan.ALL or tl.PropagateNan.NONE");
  return *text == "PropagateNan.ALL";
}

Object clamp(Evaluator &evaluator, const BoundCall &call) {
  const bool wins = nanWins(evaluator, call.optional(3)).value_or(false);
  return evaluator.builder().clamp(call[0], call[1], call[2], wins, call.range);
}

Object mulHi(Evaluator &evaluator, const BoundCall &call) {
  return evaluator.builder().mulHi(call[0], call[1], call.range);
}

// The division of floats, which is rounded correctly whatever `ieee_rounding` says.
Object floatDivide(Evaluator &evaluator, const BoundCall &call) {
  if (const Operand *rounding = call.optional(2))
    evaluator.constant(*rounding, "'ieee_rounding'");
  return evaluator.builder().floatDivide(call.builtin.name, call[0], call[1], call.range);
}

Object divideRounded(Evaluator &evaluator, const BoundCall &call) {
  evaluator.builder().checkSingle(call.builtin.name, call[0]);
  evaluator.builder().checkSingle(call.builtin.name, call[1]);
  return evaluator.builder().floatDivide(call.builtin.name, call[0], call[1], call.range);
}

Object sqrtRounded(Evaluator &evaluator, const BoundCall &call) {
  evaluator.builder().checkSingle(call.builtin.name, call[0]);
  return evaluator.builder().floatMath(OpKind::Sqrt, call.builtin.name, call[0], call.range);
}

Object where(Evaluator &evaluator, const BoundCall &call) {
  return evaluator.builder().where(call[0], call[1], call[2], call.range);
}

bool isNone(const ConstexprValue &value) { return get<ConstexprValue::None>(value) != nullptr; }

Object extremum(Evaluator &evaluator, const BoundCall &call) {
  OpKind op = call.builtin.op;
  if (!nanWins(evaluator, call.optional(2)).value_or(true))
    op = op == OpKind::Minimum ? OpKind::MinNum : OpKind::MaxNum;
  return evaluator.builder().extremum(op, call[0], call[1], call.range);
}

} // namespace

Object absolute(Evaluator &evaluator, const BoundCall &call) {
  if (call[0].value.expr())
    return evaluator.builder().absolute(call[0], call.range);
  return evaluator.fold(foldAbs(evaluator.constant(call[0], "the argument of abs()")), call.range);
}

Object cdiv(Evaluator &evaluator, const BoundCall &call) {
  if (call[0].value.expr() || call[1].value.expr())
    return evaluator.builder().ceilDivide(call[0], call[1], call.range);
  // -(-a // b): the ceiling by Python's floor.
  const Folded less = foldUnary(ast::UnaryOp::Negate, evaluator.constant(call[0], "an operand"));
  const Object negated = evaluator.fold(less, call.range);
  const Object floor = evaluator.fold(foldBinary(ast::BinaryOp::FloorDiv, *negated.constant(),
                                                 evaluator.constant(call[1], "an operand")),
                                      call.range);
  return evaluator.fold(foldUnary(ast::UnaryOp::Negate, *floor.constant()), call.range);
}

Object cast(Evaluator &evaluator, const BoundCall &call) {
  const DType dtype = evaluator.dtype(call[1], "the type to convert to");
  const Operand *rounding = call.optional(2), *bitcast = call.optional(3);
  if (bitcast && isTruthy(evaluator.constant(*bitcast, "'bitcast'")))
    return evaluator.builder().bitcast(call[0], dtype, call.range);
  const ConstexprValue value =
      rounding ? evaluator.constant(*rounding, "the rounding") : ConstexprValue{};
  if (isNone(value))
    return evaluator.builder().castTo(call[0], dtype, call.range);
  const auto *text = get<std::string>(value);
  if (!text || (*text != "rtne" && *text != "rtz"))
    evaluator.fail(DiagnosticKind::CallArguments, rounding->range,
                   "the rounding must be 'rtne', to the nearest with ties to even, or 'rtz', "
                   "towards zero");
  return evaluator.builder().narrow(call[0], dtype, *text == "rtz", call.range);
}

const std::vector<Builtin> &functions() {
  static const std::vector<Builtin> table = [] {
    std::vector<Builtin> entries = {
        {"abs", {"x"}, absolute},
        {"fma", {"x", "y", "z"}, fma},
        {"umulhi", {"x", "y"}, mulHi},
        {"fdiv", {"x", "y", "ieee_rounding?"}, floatDivide},
        {"div_rn", {"x", "y"}, divideRounded},
        {"sqrt_rn", {"x"}, sqrtRounded},
    };
    for (const OpInfo &info : allOps())
      if (info.typeRule == opInfo(OpKind::Exp).typeRule)
        entries.push_back({std::string(info.mnemonic), {"x"}, floatMath, info.kind});
    return entries;
  }();
  return table;
}

const std::vector<Builtin> &selections() {
  static const std::vector<Builtin> table = {
      {"cast", {"input", "dtype", "fp_downcast_rounding?", "bitcast?"}, cast},
      {"clamp", {"x", "min", "max", "propagate_nan?"}, clamp},
      {"sigmoid", {"x"}, sigmoid},
      {"where", {"condition", "x", "y"}, where},
      {"minimum", {"x", "y", "propagate_nan?"}, extremum, OpKind::Minimum},
      {"maximum", {"x", "y", "propagate_nan?"}, extremum, OpKind::Maximum},
  };
  return table;
}

} // namespace mytriton::math
