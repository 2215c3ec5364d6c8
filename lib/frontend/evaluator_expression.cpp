// Expressions of a kernel. See evaluator.h.
#include "constant.h"
#include "evaluator.h"
#include "members.h"
#include "mytriton/support/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace mytriton {

using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;

namespace {

// What it costs to copy an object: tuples may nest, and double with each assignment.
std::size_t weight(const Object &object) {
  std::size_t total = 1;
  if (const Object::Tuple *tuple = object.tuple())
    for (const Object &element : *tuple)
      total += weight(element);
  if (const ConstexprValue *constant = object.constant())
    if (const auto *text = get<std::string>(*constant))
      total += text->size() / 16;
  return total;
}

} // namespace

Object Evaluator::evaluate(const ast::Expr &expr) {
  descend(expr.range);
  Object object = std::visit([&](const auto &node) { return visit(node, expr.range); }, expr.node);
  --depth_;
  step(expr.range, weight(object));
  return object;
}

// --- what is known at compile time ------------------------------------------------------------

ConstexprValue Evaluator::constant(const Operand &operand, std::string_view what) {
  if (std::optional<ConstexprValue> known = constexprValue(operand.value))
    return std::move(*known);
  if (const Expr *expr = operand.value.expr())
    blame(expr);
  fail(DiagnosticKind::NotConstexpr, operand.range, what,
       operand.value.expr() ? "a run-time value" : describe(operand.value));
}

std::int64_t Evaluator::integer(const Operand &operand, std::string_view what) {
  const ConstexprValue known = constant(operand, what);
  if (const auto *number = get<std::int64_t>(known))
    return *number;
  if (const bool *flag = get<bool>(known))
    return *flag;
  fail(DiagnosticKind::CallArguments, operand.range,
       fmt::format("{} must be an integer, and this is {}", what, describe(operand.value)));
}

DType Evaluator::dtype(const Operand &operand, std::string_view what) {
  const ConstexprValue *known = operand.value.constant();
  if (const DType *dtype = known ? get<DType>(*known) : nullptr)
    return *dtype;
  fail(DiagnosticKind::CallArguments, operand.range,
       fmt::format("{} must be a dtype such as tl.float32, and this is {}", what,
                   describe(operand.value)));
}

std::optional<bool> Evaluator::knownTruth(const Object &object) {
  if (const std::optional<ConstexprValue> known = constexprValue(object))
    return isTruthy(*known);
  if (object.expr())
    return std::nullopt;
  const Object::Tuple *tuple = object.tuple();
  return !tuple || !tuple->empty();
}

Object Evaluator::fold(const Folded &folded, SourceRange range) {
  if (!folded.ok())
    fail(folded.kind, range, folded.error);
  return objectOf(folded.value);
}

// --- names and literals -----------------------------------------------------------------------

Object Evaluator::visit(const ast::Name &node, SourceRange range) {
  if (const Locals::Variable *local = frame_.locals.find(node.id)) {
    if (local->value)
      return *local->value;
    failLost(node.id, local->range, range);
  }
  if (frame_.assigned && frame_.assigned->count(node.id))
    fail(DiagnosticKind::UnboundName, range, node.id);
  if (std::optional<ModuleScope::Meaning> meaning = scope_->find(node.id))
    return use(std::move(*meaning), range);
  if (std::optional<Object> builtin = pythonBuiltin(node.id))
    return *builtin;
  if (diagnostics_.isSilent())
    throw Diagnosed{};
  std::vector<std::string> names = scope_->names();
  for (const std::string &name : frame_.locals.names())
    names.push_back(name);
  std::sort(names.begin(), names.end());
  fail(DiagnosticKind::UndefinedName, range, node.id, didYouMean(node.id, names));
}

void Evaluator::failLost(const std::string &name, SourceRange assigned, SourceRange range) {
  if (const auto loop = frame_.lostIn.find(name); loop != frame_.lostIn.end())
    if (const auto candidate = candidates_.find(loop->second); candidate != candidates_.end())
      blamed_ = blamed_ ? blamed_ : candidate->second;
  Diagnostic diagnostic = Diagnostics::make(DiagnosticKind::LostName, range.file, range, name);
  diagnostic.notes.push_back({assigned.file, assigned, "assigned here"});
  diagnostics_.report(std::move(diagnostic));
  throw Diagnosed{};
}

// What a name of a module means, or the reason why it means nothing.
Object Evaluator::use(ModuleScope::Meaning meaning, SourceRange range) {
  if (meaning.object)
    return std::move(*meaning.object);
  Diagnostic diagnostic = std::move(*meaning.problem);
  diagnostic.file = range.file;
  diagnostic.range = range;
  diagnostics_.report(std::move(diagnostic));
  throw Diagnosed{};
}

Object Evaluator::visit(const ast::Integer &node, SourceRange range) {
  if (!node.magnitude || *node.magnitude > std::numeric_limits<std::int64_t>::max())
    fail(DiagnosticKind::IntegerOverflow, range, "this integer needs more than 64 bits");
  return {constexprOf(static_cast<std::int64_t>(*node.magnitude))};
}

Object Evaluator::visit(const ast::Float &node, SourceRange) { return {constexprOf(node.value)}; }
Object Evaluator::visit(const ast::String &node, SourceRange) {
  return {ConstexprValue{node.value}};
}
Object Evaluator::visit(const ast::Boolean &node, SourceRange) { return {constexprOf(node.value)}; }
Object Evaluator::visit(const ast::NoneLiteral &, SourceRange) {
  return {ConstexprValue{ConstexprValue::None{}}};
}

Object Evaluator::visit(const ast::Tuple &node, SourceRange) {
  Object::Tuple elements;
  for (const ast::ExprPtr &element : node.elements)
    elements.push_back(evaluate(*element));
  return {std::move(elements)};
}

Object Evaluator::visit(const ast::Unsupported &node, SourceRange range) {
  if (node.tooDeep)
    fail(DiagnosticKind::NestingTooDeep, range, "expressions and blocks are", kMaxNesting);
  fail(DiagnosticKind::UnsupportedSyntax, range, node.what);
}

Object Evaluator::visit(const ast::Slice &, SourceRange range) {
  fail(DiagnosticKind::BadIndex, range, "a slice cannot stand here");
}

// --- operators --------------------------------------------------------------------------------

Object Evaluator::visit(const ast::Unary &node, SourceRange range) {
  // The least integer has no positive counterpart of 64 bits.
  const auto *literal = std::get_if<ast::Integer>(&node.operand->node);
  if (node.op == UnaryOp::Negate && literal && literal->magnitude == std::uint64_t{1} << 63)
    return {constexprOf(std::numeric_limits<std::int64_t>::min())};
  const Operand value = operand(*node.operand);
  if (value.value.expr())
    return builder_.unary(node.op, value, range);
  return fold(foldUnary(node.op, constant(value, "an operand")), range);
}

Object Evaluator::binary(BinaryOp op, const Operand &left, const Operand &right,
                         SourceRange range) {
  if (left.value.expr() || right.value.expr())
    return builder_.binary(op, left, right, range);
  // Tuples may hold what is known only at run time, and can still be joined.
  const Object::Tuple *a = left.value.tuple(), *b = right.value.tuple();
  if (a && b && op == BinaryOp::Add) {
    Object::Tuple joined = *a;
    joined.insert(joined.end(), b->begin(), b->end());
    return {std::move(joined)};
  }
  return fold(foldBinary(op, constant(left, "an operand"), constant(right, "an operand")), range);
}

Object Evaluator::visit(const ast::Binary &node, SourceRange range) {
  const Operand left = operand(*node.left);
  return binary(node.op, left, operand(*node.right), range);
}

Object Evaluator::visit(const ast::Compare &node, SourceRange range) {
  const Operand left = operand(*node.left), right = operand(*node.right);
  const bool runtime = left.value.expr() || right.value.expr();
  // Types of pointers and blocks are equal or not; they have no order.
  if (const Type *a = left.value.type(), *b = right.value.type(); !runtime && (a || b)) {
    const bool equal = a && b && *a == *b;
    if (node.op == CompareOp::Eq || node.op == CompareOp::Is)
      return {constexprOf(equal)};
    if (node.op == CompareOp::Ne || node.op == CompareOp::IsNot)
      return {constexprOf(!equal)};
  }
  if (!runtime)
    return fold(foldCompare(node.op, constant(left, "an operand"), constant(right, "an operand")),
                range);
  if (node.op != CompareOp::Is && node.op != CompareOp::IsNot)
    return builder_.compare(node.op, left, right, range);
  // What exists at run time is never None; of anything else identity is not known.
  const ConstexprValue *other =
      left.value.constant() ? left.value.constant() : right.value.constant();
  if (!other || !get<ConstexprValue::None>(*other))
    fail(DiagnosticKind::OperandTypes, range,
         fmt::format("'{}' compares a run-time value only with None", spelling(node.op)));
  return {constexprOf(node.op == CompareOp::IsNot)};
}

// --- members and elements ----------------------------------------------------------------------

Object Evaluator::visit(const ast::Attribute &node, SourceRange range) {
  Object object;
  try {
    object = evaluate(*node.object);
  } catch (const TypeNeeded &needed) {
    // Who asks what it points to says that it is a pointer, as one who reads through it does.
    if (node.name.text == "element_ty")
      builder_.load({{needed.value}, range}, nullptr, nullptr, range);
    throw;
  }
  if (object.expr() && node.name.text == "T")
    return builder_.permute({object, node.object->range}, std::nullopt, range);
  if (ModuleScope *module = object.module()) {
    if (std::optional<ModuleScope::Meaning> meaning = module->member(node.name.text))
      return use(std::move(*meaning), range);
    fail(DiagnosticKind::ImportedName, range, module->name(), node.name.text,
         didYouMean(node.name.text, module->names()));
  }
  const auto *space = std::get_if<Namespace>(&object.data);
  if (!space)
    return member(object, node, range);
  if (std::optional<Object> found = memberOf(*space, node.name.text))
    return *found;
  if (*space == Namespace::Language && isEightBitFloat(node.name.text))
    fail(DiagnosticKind::UnsupportedDType, range, node.name.text);
  fail(DiagnosticKind::UnknownOperation, range,
       fmt::format("{}.{}", namespaceName(*space), node.name.text),
       didYouMean(node.name.text, memberNames(*space)));
}

Object Evaluator::member(Object object, const ast::Attribute &node, SourceRange range) {
  const std::string &name = node.name.text;
  const ConstexprValue *constant = object.constant();
  if (constant && literalDType(*constant))
    object = {builder_.materialize({object, node.object->range}, name)};
  const Expr *expr = object.expr();
  const bool unknown = expr && expr->type.isNone();
  if (unknown && (name == "dtype" || name == "type" || name == "shape" || name == "numel"))
    throw TypeNeeded{object.expr()};
  if (std::optional<Object> found = memberOfValue(object, name))
    return *found;
  fail(DiagnosticKind::UnknownOperation, range, fmt::format(".{}", name),
       fmt::format(" on {}{}", describe(object), didYouMean(name, memberNames(object))));
}

Object Evaluator::visit(const ast::Subscript &node, SourceRange range) {
  const Object object = evaluate(*node.object);
  if (const Object::Tuple *tuple = object.tuple())
    return elementOf(*tuple, node, range);
  if (Expr *expr = object.expr())
    return expandDims(expr, node, range);
  fail(DiagnosticKind::BadIndex, range, fmt::format("{} has no elements", describe(object)));
}

Object Evaluator::elementOf(const Object::Tuple &tuple, const ast::Subscript &node,
                            SourceRange range) {
  if (node.indices.size() != 1)
    fail(DiagnosticKind::BadIndex, range, "a tuple takes one index");
  const ast::Expr &at = *node.indices[0];
  std::int64_t index = integer(operand(at), "the index of a tuple");
  const auto size = static_cast<std::int64_t>(tuple.size());
  if (index < -size || index >= size)
    fail(DiagnosticKind::BadIndex, at.range,
         fmt::format("the index {} is outside a tuple of {}", index, size));
  return tuple[static_cast<std::size_t>(index < 0 ? index + size : index)];
}

// `x[:, None]`: each `:` keeps a dimension, each None adds one of extent 1.
Object Evaluator::expandDims(Expr *expr, const ast::Subscript &node, SourceRange range) {
  int kept = 0;
  std::int64_t axis = 0;
  const Type type = expr->type;
  for (const ast::ExprPtr &index : node.indices) {
    const auto *slice = std::get_if<ast::Slice>(&index->node);
    if (slice && !slice->start && !slice->stop && !slice->step) {
      ++kept;
    } else if (std::holds_alternative<ast::NoneLiteral>(index->node)) {
      if (!type.isNone() && !type.isBlock())
        fail(DiagnosticKind::BadIndex, range,
             fmt::format("only a block takes new dimensions, and this is {}", type.str()));
      expr = builder_.expandDims(expr, axis, range);
    } else {
      fail(DiagnosticKind::BadIndex, index->range,
           "a block is indexed with ':' and None only; its elements cannot be picked");
    }
    ++axis;
  }
  if (!type.isNone() && kept > type.shape().rank())
    fail(DiagnosticKind::BadIndex, range,
         fmt::format("{} ':' for a value of {} dimensions", kept, type.shape().rank()));
  return {expr};
}

} // namespace mytriton
