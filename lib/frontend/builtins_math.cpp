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

Object clamp(Evaluator &evaluator, const BoundCall &call) {
  return evaluator.builder().clamp(call[0], call[1], call[2], call.range);
}

Object where(Evaluator &evaluator, const BoundCall &call) {
  return evaluator.builder().where(call[0], call[1], call[2], call.range);
}

Object extremum(Evaluator &evaluator, const BoundCall &call) {
  return evaluator.builder().extremum(call.builtin.op, call[0], call[1], call.range);
}

bool isNone(const ConstexprValue &value) { return get<ConstexprValue::None>(value) != nullptr; }

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
  if (const Operand *rounding = call.optional(2)) {
    const ConstexprValue value = evaluator.constant(*rounding, "the rounding");
    const auto *text = get<std::string>(value);
    if (!isNone(value) && !(text && *text == "rtne"))
      evaluator.fail(DiagnosticKind::CallArguments, rounding->range,
                     "a conversion rounds to nearest, ties to even ('rtne'); there is no other "
                     "rounding");
  }
  if (const Operand *bitcast = call.optional(3))
    if (isTruthy(evaluator.constant(*bitcast, "'bitcast'")))
      evaluator.fail(DiagnosticKind::CallArguments, bitcast->range,
                     "a cast converts values; their bits cannot be read as another dtype");
  return evaluator.builder().castTo(call[0], evaluator.dtype(call[1], "the type to convert to"),
                                    call.range);
}

const std::vector<Builtin> &functions() {
  static const std::vector<Builtin> table = [] {
    std::vector<Builtin> entries = {{"abs", {"x"}, absolute}, {"fma", {"x", "y", "z"}, fma}};
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
      {"clamp", {"x", "min", "max"}, clamp},
      {"sigmoid", {"x"}, sigmoid},
      {"where", {"condition", "x", "y"}, where},
      {"minimum", {"x", "y"}, extremum, OpKind::Minimum},
      {"maximum", {"x", "y"}, extremum, OpKind::Maximum},
  };
  return table;
}

} // namespace mytriton::math
