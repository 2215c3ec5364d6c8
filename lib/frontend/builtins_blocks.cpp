// What a kernel can call to make blocks from nothing, to turn them and to multiply them.
#include "builtins.h"

#include "constant.h"
#include "evaluator.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace mytriton {

namespace {

bool isNone(const Operand *operand) {
  const ConstexprValue *constant = operand ? operand->value.constant() : nullptr;
  return !operand || (constant && get<ConstexprValue::None>(*constant));
}

DType dtypeOf(Evaluator &evaluator, const Operand &operand) {
  const ConstexprValue value = evaluator.constant(operand, "a dtype");
  if (const DType *dtype = get<DType>(value))
    return *dtype;
  evaluator.fail(
      DiagnosticKind::CallArguments, operand.range,
      fmt::format("a dtype such as tl.float32 is needed, and this is {}", describe(operand.value)));
}

// One integer, or a tuple of them, each from `least` to `most`.
Shape integers(Evaluator &evaluator, const Operand &operand, std::string_view what,
               std::int64_t least, std::int64_t most) {
  Shape all;
  const auto append = [&](const Object &object) {
    const std::int64_t value = evaluator.integer({object, operand.range}, what);
    if (value < least || value > most)
      evaluator.fail(
          DiagnosticKind::CallArguments, operand.range,
          fmt::format("{} must be from {} to {}, and this is {}", what, least, most, value));
    if (all.rank() == Shape::kMaxRank)
      evaluator.fail(DiagnosticKind::CallArguments, operand.range,
                     fmt::format("a block has at most {} dimensions", Shape::kMaxRank));
    all.append(value);
  };
  if (const Object::Tuple *tuple = operand.value.tuple())
    std::for_each(tuple->begin(), tuple->end(), append);
  else
    append(operand.value);
  return all;
}

Shape shapeOf(Evaluator &evaluator, const Operand &operand) {
  const Shape shape = integers(evaluator, operand, "an extent of a block", 1, Shape::kMaxElements);
  if (shape.empty())
    evaluator.fail(DiagnosticKind::CallArguments, operand.range,
                   "a block has at least one dimension");
  return shape;
}

Object factory(Evaluator &evaluator, const BoundCall &call) {
  return evaluator.builder().factory(call.builtin.op, shapeOf(evaluator, call[0]),
                                     dtypeOf(evaluator, call[1]), call.range);
}

Object full(Evaluator &evaluator, const BoundCall &call) {
  return evaluator.builder().full(shapeOf(evaluator, call[0]), call[1], dtypeOf(evaluator, call[2]),
                                  call.range);
}

Object zerosLike(Evaluator &evaluator, const BoundCall &call) {
  return evaluator.builder().zerosLike(call[0], call.range);
}

// trans(x), trans(x, 1, 0), trans(x, (1, 0))
Object transpose(Evaluator &evaluator, const BoundCall &call) {
  Object::Tuple dims;
  for (std::size_t i = 1; i < call.arguments.size(); ++i)
    dims.push_back(call[i].value);
  std::optional<Shape> order;
  if (dims.size() == 1 && dims[0].tuple()) {
    const Object given = dims[0];
    dims = *given.tuple();
  }
  if (call.arguments.size() > 1)
    order = integers(evaluator, {{std::move(dims)}, call[1].range}, "a dimension", 0,
                     Shape::kMaxRank - 1);
  else if (call.builtin.name == "permute")
    evaluator.fail(DiagnosticKind::CallArguments, call.range,
                   "'permute' needs the order of the dimensions");
  return evaluator.builder().permute(call[0], order, call.range);
}

// All of them are allowed to be exact, and exact they are.
void checkPrecision(Evaluator &evaluator, const Operand &operand) {
  static constexpr std::array<std::string_view, 5> kPrecisions = {"ieee", "tf32", "tf32x3",
                                                                  "bf16x3", "bf16x6"};
  const ConstexprValue value = evaluator.constant(operand, "the input precision");
  const auto *text = get<std::string>(value);
  if (!text || std::find(kPrecisions.begin(), kPrecisions.end(), *text) == kPrecisions.end())
    evaluator.fail(DiagnosticKind::CallArguments, operand.range,
                   fmt::format("the input precision is one of {}, and this is {}",
                               fmt::join(kPrecisions, ", "), describe(operand.value)));
}

enum DotArgument { Left, Right, Start, Precision, AllowTf32, ImpreciseAcc, Result };

Object dot(Evaluator &evaluator, const BoundCall &call) {
  if (const Operand *precision = call.optional(Precision); !isNone(precision))
    checkPrecision(evaluator, *precision);
  for (const std::size_t hint : {AllowTf32, ImpreciseAcc})
    if (const Operand *given = call.optional(hint); !isNone(given))
      evaluator.integer(*given, hint == AllowTf32 ? "allow_tf32" : "max_num_imprecise_acc");
  std::optional<DType> result;
  if (const Operand *given = call.optional(Result); !isNone(given))
    result = dtypeOf(evaluator, *given);
  const Operand *start = call.optional(Start);
  return evaluator.builder().dot(call[Left], call[Right], isNone(start) ? nullptr : start, result,
                                 call.range);
}

} // namespace

const std::vector<Builtin> &blockBuiltins() {
  static const std::vector<Builtin> table = {
      {"zeros", {"shape", "dtype"}, factory, OpKind::Zeros},
      {"empty", {"shape", "dtype"}, factory, OpKind::Empty},
      {"full", {"shape", "value", "dtype"}, full},
      {"zeros_like", {"input"}, zerosLike},
      {"trans", {"input", "*"}, transpose},
      {"permute", {"input", "*"}, transpose},
      {"dot",
       {"input", "other", "acc?", "input_precision?", "allow_tf32?", "max_num_imprecise_acc?",
        "out_dtype?"},
       dot},
  };
  return table;
}

} // namespace mytriton
