// Expressions of a kernel. See evaluator.h.
#include "constant.h"
#include "evaluator.h"
#include "members.h"
#include "mytriton/support/text.h"

#include <algorithm>
#include <fmt/format.h>

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
  if (get<std::uint64_t>(known))
    fail(DiagnosticKind::CallArguments, operand.range,
         fmt::format("{} is too large: {}", what, constexprText(known)));
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
  if (node.id == "print" || node.id == "isinstance" || node.id == "hasattr" || node.id == "getattr")
    fail(DiagnosticKind::NotSupported, range, node.id, *notSupported(node.id));
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
  if (!node.magnitude)
    fail(DiagnosticKind::IntegerOverflow, range, "this integer needs more than 64 bits");
  return {constexprOf(*node.magnitude)};
}

Object Evaluator::visit(const ast::Float &node, SourceRange) { return {constexprOf(node.value)}; }
Object Evaluator::visit(const ast::String &node, SourceRange) {
  return {ConstexprValue{node.value}};
}
Object Evaluator::visit(const ast::FormattedString &node, SourceRange range) {
  ConstexprValue text{std::string()};
  const auto append = [&](std::string more) {
    const Folded joined = foldBinary(BinaryOp::Add, text, {std::move(more)});
    text = *fold(joined, range).constant();
  };
  for (const ast::FormattedString::Part &part : node.parts) {
    append(part.text);
    if (!part.value)
      continue;
    const ConstexprValue value = constant(operand(*part.value), "a value in an f-string");
    append(part.repr ? constexprText(value) : plainText(value));
  }
  return {std::move(text)};
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
  const bool member = node.op == CompareOp::In || node.op == CompareOp::NotIn;
  const bool runtime = !member && (left.value.expr() || right.value.expr());
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
  const std::string name = fmt::format("{}.{}", namespaceName(*space), node.name.text);
  if (const std::optional<std::string_view> instead = notSupported(node.name.text))
    fail(DiagnosticKind::NotSupported, range, name, *instead);
  fail(DiagnosticKind::UnknownOperation, range, name,
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
  if (const auto instead = expr ? notSupported(name) : std::nullopt)
    fail(DiagnosticKind::NotSupported, range, fmt::format(".{}", name), *instead);
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
  if (const auto *slice = std::get_if<ast::Slice>(&at.node))
    return sliceOf(tuple, *slice, at.range);
  std::int64_t index = integer(operand(at), "the index of a tuple");
  const auto size = static_cast<std::int64_t>(tuple.size());
  if (index < -size || index >= size)
    fail(DiagnosticKind::BadIndex, at.range,
         fmt::format("the index {} is outside a tuple of {}", index, size));
  return tuple[static_cast<std::size_t>(index < 0 ? index + size : index)];
}

// `tuple[start:stop:step]`, by Python's rules: bounds count from the end where they are negative,
// and what lies outside is left out.
Object Evaluator::sliceOf(const Object::Tuple &tuple, const ast::Slice &slice, SourceRange range) {
  const auto part = [&](const ast::ExprPtr &expr) -> std::optional<std::int64_t> {
    if (!expr || std::holds_alternative<ast::NoneLiteral>(expr->node))
      return std::nullopt;
    return integer(operand(*expr), "a bound of a slice");
  };
  const auto size = static_cast<std::int64_t>(tuple.size());
  const std::int64_t step = part(slice.step).value_or(1);
  if (step == 0)
    fail(DiagnosticKind::BadIndex, range, "the step of a slice is zero");
  const std::int64_t least = step > 0 ? 0 : -1, most = step > 0 ? size : size - 1;
  const auto bound = [&](const ast::ExprPtr &expr, std::int64_t otherwise) {
    const std::optional<std::int64_t> given = part(expr);
    return given ? std::clamp(*given < 0 ? *given + size : *given, least, most) : otherwise;
  };
  const std::int64_t start = bound(slice.start, step > 0 ? least : most);
  const std::int64_t stop = bound(slice.stop, step > 0 ? most : least);
  // A step beyond the size goes past the end just as one of the size does.
  const std::int64_t stride = std::clamp(step, -size - 1, size + 1);
  Object::Tuple result;
  for (std::int64_t i = start; stride > 0 ? i < stop : i > stop; i += stride)
    result.push_back(tuple[static_cast<std::size_t>(i)]);
  return {std::move(result)};
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
