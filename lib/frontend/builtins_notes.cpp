// What the author of a kernel tells the compiler and asks it: assertions and messages of compile
// time, hints, and a barrier.
//
// Hints promise what the compiler cannot see. They are checked for their form and change nothing:
// alignment is tested at run time, and what a kernel was launched with is promised by --arg.
#include "builtins.h"
#include "constant.h"
#include "evaluator.h"

#include <fmt/format.h>

namespace mytriton {

namespace {

Object none() { return {ConstexprValue{ConstexprValue::None{}}}; }

// As print() would: what is only known at run time is shown by its type.
std::string textOf(const Operand &operand) {
  if (const std::optional<ConstexprValue> known = constexprValue(operand.value))
    return plainText(*known);
  return describe(operand.value);
}

Object staticAssert(Evaluator &evaluator, const BoundCall &call) {
  const ConstexprValue condition = evaluator.constant(call[0], "a static assertion");
  std::string message;
  if (const Operand *text = call.optional(1))
    message = ": " + plainText(evaluator.constant(*text, "the message"));
  if (!isTruthy(condition))
    evaluator.fail(DiagnosticKind::StaticAssert, call[0].range, message);
  return none();
}

std::string separator(Evaluator &evaluator, const Operand *given, std::string_view otherwise) {
  if (!given)
    return std::string(otherwise);
  const ConstexprValue value = evaluator.constant(*given, "a separator");
  if (const auto *text = get<std::string>(value))
    return *text;
  evaluator.fail(DiagnosticKind::CallArguments, given->range, "a separator must be a string");
}

Object staticPrint(Evaluator &evaluator, const BoundCall &call) {
  constexpr std::size_t kNamed = 2;
  const std::string between = separator(evaluator, call.optional(0), " ");
  std::string text;
  for (std::size_t i = kNamed; i < call.arguments.size(); ++i)
    text += (i > kNamed ? between : "") + textOf(call[i]);
  text += separator(evaluator, call.optional(1), "");
  evaluator.diagnostics().report(DiagnosticKind::StaticPrint, call.range, text);
  return none();
}

// One positive integer for each dimension, or one alone for a scalar; gives back the value.
Object hint(Evaluator &evaluator, const BoundCall &call) {
  Expr *value = evaluator.builder().materialize(call[0], call.builtin.name);
  const Object::Tuple *tuple = call[1].value.tuple();
  const std::vector<Object> hints = tuple ? *tuple : std::vector<Object>{call[1].value};
  for (const Object &each : hints)
    if (const std::int64_t number = evaluator.integer({each, call[1].range}, "a hint"); number < 1)
      evaluator.fail(DiagnosticKind::CallArguments, call[1].range,
                     fmt::format("a hint must be 1 or more, and this is {}", number));
  const auto dims = static_cast<std::size_t>(std::max(1, value->type.shape().rank()));
  if (!value->type.isNone() && hints.size() != dims)
    evaluator.fail(DiagnosticKind::CallArguments, call[1].range,
                   fmt::format("'{}' takes one number for each dimension: {} for {}, not {}",
                               call.builtin.name, dims, value->type.str(), hints.size()));
  return call[0].value;
}

Object assume(Evaluator &evaluator, const BoundCall &call) {
  const std::optional<bool> known = Evaluator::knownTruth(call[0].value);
  if (!known)
    evaluator.builder().condition(call[0], "tl.assume");
  else if (!*known)
    evaluator.fail(DiagnosticKind::CallArguments, call[0].range, "what is assumed here is false");
  return none();
}

Object debugBarrier(Evaluator &evaluator, const BoundCall &call) {
  evaluator.builder().barrier(call.range);
  return none();
}

} // namespace

const std::vector<Builtin> &noteBuiltins() {
  static const std::vector<Builtin> table = {
      {"static_assert", {"cond", "msg?"}, staticAssert},
      {"static_print", {"*", "sep?", "end?"}, staticPrint},
      {"multiple_of", {"input", "values"}, hint},
      {"max_contiguous", {"input", "values"}, hint},
      {"max_constancy", {"input", "values"}, hint},
      {"assume", {"cond"}, assume},
      {"debug_barrier", {}, debugBarrier},
  };
  return table;
}

} // namespace mytriton
