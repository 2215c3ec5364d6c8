// The table of what a kernel can call. See builtins.h; functions of numbers are in
// builtins_math.cpp.
#include "builtins.h"

#include "builtins_math.h"
#include "builtins_reduce.h"
#include "constant.h"
#include "evaluator.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace mytriton {

namespace {

Object none() { return {ConstexprValue{ConstexprValue::None{}}}; }

// --- the language -----------------------------------------------------------------------------

Object programInfo(Evaluator &evaluator, const BoundCall &call) {
  const std::int64_t axis = evaluator.integer(call[0], "the axis");
  if (axis < 0 || axis > 2)
    evaluator.fail(DiagnosticKind::CallArguments, call[0].range,
                   fmt::format("the axis must be 0, 1 or 2, and this is {}", axis));
  return evaluator.builder().programInfo(call.builtin.op, axis, call.range);
}

Object arange(Evaluator &evaluator, const BoundCall &call) {
  const std::int64_t start = evaluator.integer(call[0], "the start of tl.arange");
  const std::int64_t end = evaluator.integer(call[1], "the end of tl.arange");
  return evaluator.builder().arange(start, end, call.range);
}

// None where an optional argument is expected means that it is absent.
const Operand *present(const Operand *operand) {
  const ConstexprValue *constant = operand ? operand->value.constant() : nullptr;
  return constant && get<ConstexprValue::None>(*constant) ? nullptr : operand;
}

// Hints for caches: they change no result. They must be strings, so that a mistake is seen.
void checkHints(Evaluator &evaluator, const BoundCall &call, std::size_t first) {
  for (std::size_t i = first; i < call.arguments.size(); ++i)
    if (const Operand *hint = present(call.optional(i)))
      if (!get<std::string>(evaluator.constant(*hint, "a cache hint")))
        evaluator.fail(DiagnosticKind::CallArguments, hint->range, "a cache hint must be a string");
}

Object load(Evaluator &evaluator, const BoundCall &call) {
  checkHints(evaluator, call, 3);
  return evaluator.builder().load(call[0], present(call.optional(1)), present(call.optional(2)),
                                  call.range);
}

Object store(Evaluator &evaluator, const BoundCall &call) {
  checkHints(evaluator, call, 3);
  evaluator.builder().store(call[0], call[1], present(call.optional(2)), call.range);
  return none();
}

Object constexprCall(Evaluator &evaluator, const BoundCall &call) {
  return objectOf(evaluator.constant(call[0], "the value of a constexpr"));
}

Object pointerType(Evaluator &evaluator, const BoundCall &call) {
  return {Type::pointer(evaluator.dtype(call[0], "the element type"))};
}

Object nextPowerOfTwo(Evaluator &evaluator, const BoundCall &call) {
  const std::int64_t value = evaluator.integer(call[0], "the argument of next_power_of_2");
  if (value < 1 || value > std::int64_t{1} << 62)
    evaluator.fail(DiagnosticKind::CallArguments, call[0].range,
                   fmt::format("next_power_of_2 takes 1 to 2**62, not {}", value));
  return {constexprOf(static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(value))))};
}

// `kernel = triton.jit(function)` at the level of a module.
Object jit(Evaluator &evaluator, const BoundCall &call) {
  const Operand *function = call.optional(0);
  if (!function || !function->value.function())
    evaluator.fail(DiagnosticKind::UnsupportedCall, call.range, "'jit'");
  return {evaluator.scope().jit(*function->value.function())};
}

// --- Python -----------------------------------------------------------------------------------

// The bounds that were given, and those that go without saying.
std::array<Operand, 3> boundsOf(const BoundCall &call) {
  const Operand zero{{constexprOf(std::int64_t{0})}, call.range};
  const Operand one{{constexprOf(std::int64_t{1})}, call.range};
  if (!call.optional(1))
    return {zero, call[0], call.optional(2) ? call[2] : one};
  return {call[0], call[1], call.optional(2) ? call[2] : one};
}

Object staticRange(Evaluator &evaluator, const BoundCall &call) {
  const std::array<Operand, 3> bounds = boundsOf(call);
  Range range;
  range.isKnown = true;
  range.start = evaluator.integer(bounds[0], "a bound of tl.static_range");
  range.stop = evaluator.integer(bounds[1], "a bound of tl.static_range");
  range.step = evaluator.integer(bounds[2], "the step of tl.static_range");
  if (range.step == 0)
    evaluator.fail(DiagnosticKind::CallArguments, bounds[2].range, "the step of a loop is zero");
  return {range};
}

Object range(Evaluator &evaluator, const BoundCall &call) {
  for (std::size_t i = 3; i < call.arguments.size(); ++i) // hints that change no result
    if (const Operand *hint = call.optional(i))
      evaluator.constant(*hint, "a hint of tl.range");
  Range range;
  range.bounds = evaluator.builder().loopBounds(boundsOf(call));
  range.isKnown = std::all_of(range.bounds.begin(), range.bounds.end(), [](const Expr *bound) {
    return bound->kind == Expr::Kind::Constant;
  });
  if (range.isKnown) {
    range.start = range.bounds[0]->constant.asInt();
    range.stop = range.bounds[1]->constant.asInt();
    range.step = range.bounds[2]->constant.asInt();
  }
  return {range};
}

// min and max of two or more numbers, or of the elements of one tuple.
Object pythonExtremum(Evaluator &evaluator, const BoundCall &call) {
  std::vector<Operand> operands;
  for (const std::optional<Operand> &argument : call.arguments)
    operands.push_back(*argument);
  if (operands.size() == 1) {
    const Object::Tuple *tuple = operands[0].value.tuple();
    if (!tuple)
      evaluator.fail(DiagnosticKind::CallArguments, call.range,
                     fmt::format("'{}' takes two or more values, or a tuple", call.builtin.name));
    const Object::Tuple elements = *tuple;
    operands.clear();
    for (const Object &element : elements)
      operands.push_back({element, call.range});
  }
  if (operands.empty())
    evaluator.fail(DiagnosticKind::CallArguments, call.range,
                   fmt::format("'{}' needs at least one value", call.builtin.name));
  const bool isMin = call.builtin.op == OpKind::Minimum;
  Operand best = operands[0];
  for (std::size_t i = 1; i < operands.size(); ++i) {
    const Operand &next = operands[i];
    if (best.value.expr() || next.value.expr()) {
      best = {evaluator.builder().extremum(call.builtin.op, best, next, call.range), call.range};
      continue;
    }
    const ConstexprValue a = evaluator.constant(best, "an operand");
    const ConstexprValue b = evaluator.constant(next, "an operand");
    const Object wins = evaluator.fold(
        foldCompare(isMin ? ast::CompareOp::Lt : ast::CompareOp::Gt, b, a), call.range);
    if (isTruthy(*wins.constant()))
      best = next;
  }
  return best.value;
}

Object length(Evaluator &evaluator, const BoundCall &call) {
  const ConstexprValue *constant = call[0].value.constant();
  if (const Object::Tuple *tuple = call[0].value.tuple())
    return {constexprOf(static_cast<std::int64_t>(tuple->size()))};
  if (const auto *text = constant ? get<std::string>(*constant) : nullptr)
    return {constexprOf(static_cast<std::int64_t>(text->size()))};
  evaluator.fail(DiagnosticKind::CallArguments, call[0].range,
                 fmt::format("len() takes a tuple, and this is {}", describe(call[0].value)));
}

Object toInt(Evaluator &evaluator, const BoundCall &call) {
  return evaluator.fold(foldInt(evaluator.constant(call[0], "the argument of int()")), call.range);
}
Object toFloat(Evaluator &evaluator, const BoundCall &call) {
  return evaluator.fold(foldFloat(evaluator.constant(call[0], "the argument of float()")),
                        call.range);
}
Object toBool(Evaluator &evaluator, const BoundCall &call) {
  return {constexprOf(isTruthy(evaluator.constant(call[0], "the argument of bool()")))};
}

// --- the tables -------------------------------------------------------------------------------

using Table = std::vector<Builtin>;

const Table &pythonTable() {
  static const Table table = {
      {"range", {"start", "stop?", "step?"}, range},
      {"min", {"*"}, pythonExtremum, OpKind::Minimum},
      {"max", {"*"}, pythonExtremum, OpKind::Maximum},
      {"abs", {"x"}, math::absolute},
      {"len", {"x"}, length},
      {"int", {"x"}, toInt},
      {"float", {"x"}, toFloat},
      {"bool", {"x"}, toBool},
  };
  return table;
}

const Table &tritonTable() {
  static const Table table = {
      {"cdiv", {"x", "y"}, math::cdiv},
      {"next_power_of_2", {"n"}, nextPowerOfTwo},
      {"jit",
       {"fn?", "version?", "repr?", "launch_metadata?", "do_not_specialize?",
        "do_not_specialize_on_alignment?", "debug?", "noinline?"},
       jit},
      // For decorators; a kernel cannot call them.
      {"constexpr_function", {}, nullptr},
      {"autotune", {}, nullptr},
      {"heuristics", {}, nullptr},
      {"Config", {}, nullptr},
  };
  return table;
}

const Table &languageTable() {
  static const Table table = [] {
    Table entries = {
        {"program_id", {"axis"}, programInfo, OpKind::ProgramId},
        {"num_programs", {"axis"}, programInfo, OpKind::NumPrograms},
        {"arange", {"start", "end"}, arange},
        {"load", {"pointer", "mask?", "other?", "cache_modifier?", "eviction_policy?"}, load},
        {"store", {"pointer", "value", "mask?", "cache_modifier?", "eviction_policy?"}, store},
        {"cdiv", {"x", "div"}, math::cdiv},
        {"range",
         {"arg1", "arg2?", "step?", "num_stages?", "loop_unroll_factor?",
          "disallow_acc_multi_buffer?", "flatten?", "warp_specialize?", "disable_licm?"},
         range},
        {"static_range", {"arg1", "arg2?", "step?"}, staticRange},
        {"constexpr", {"value"}, constexprCall},
        {"pointer_type", {"element_ty"}, pointerType},
    };
    for (const Table &more :
         {math::functions(), math::selections(), blockBuiltins(), reductions(), noteBuiltins()})
      entries.insert(entries.end(), more.begin(), more.end());
    return entries;
  }();
  return table;
}

const Table &tableOf(Namespace space) {
  return space == Namespace::Triton     ? tritonTable()
         : space == Namespace::Language ? languageTable()
                                        : math::functions();
}

constexpr std::array<std::pair<std::string_view, DType>, 13> kDTypes = {{{"int1", DType::Bool},
                                                                         {"int8", DType::I8},
                                                                         {"int16", DType::I16},
                                                                         {"int32", DType::I32},
                                                                         {"int64", DType::I64},
                                                                         {"uint8", DType::U8},
                                                                         {"uint16", DType::U16},
                                                                         {"uint32", DType::U32},
                                                                         {"uint64", DType::U64},
                                                                         {"float16", DType::F16},
                                                                         {"bfloat16", DType::BF16},
                                                                         {"float32", DType::F32},
                                                                         {"float64", DType::F64}}};

std::optional<Object> find(const Table &table, std::string_view name) {
  for (const Builtin &builtin : table)
    if (builtin.name == name)
      return Object{&builtin};
  return std::nullopt;
}

} // namespace

std::optional<Object> memberOf(Namespace space, std::string_view name) {
  if (space == Namespace::Triton && name == "language")
    return Object{Namespace::Language};
  if (space == Namespace::PropagateNan) {
    if (name == "ALL" || name == "NONE")
      return Object{ConstexprValue{fmt::format("PropagateNan.{}", name)}};
    return std::nullopt;
  }
  if (space == Namespace::Language) {
    if (name == "math")
      return Object{Namespace::Math};
    if (name == "PropagateNan")
      return Object{Namespace::PropagateNan};
    for (const auto &[spelling, dtype] : kDTypes)
      if (spelling == name)
        return Object{ConstexprValue{dtype}};
  }
  return find(tableOf(space), name);
}

bool isEightBitFloat(std::string_view name) {
  return name.substr(0, 6) == "float8" || name.substr(0, 3) == "fp8";
}

std::optional<Object> pythonBuiltin(std::string_view name) { return find(pythonTable(), name); }

std::vector<std::string> memberNames(Namespace space) {
  if (space == Namespace::PropagateNan)
    return {"ALL", "NONE"};
  std::vector<std::string> names;
  for (const Builtin &builtin : tableOf(space))
    names.push_back(builtin.name);
  if (space == Namespace::Triton)
    names.push_back("language");
  if (space == Namespace::Language) {
    names.insert(names.end(), {"math", "PropagateNan"});
    for (const auto &[spelling, dtype] : kDTypes)
      names.emplace_back(spelling);
  }
  return names;
}

std::string_view namespaceName(Namespace space) {
  switch (space) {
  case Namespace::Triton:
    return "triton";
  case Namespace::Language:
    return "tl";
  case Namespace::Math:
    return "tl.math";
  case Namespace::PropagateNan:
    return "tl.PropagateNan";
  }
  return {};
}

bool isBuiltin(const Object &object, std::string_view name) {
  return object.builtin() && object.builtin()->name == name;
}

} // namespace mytriton
