// Loops. See evaluator.h.
//
// What is known at compile time is unrolled; any other loop is a region whose arguments are the
// variables that existed before it and are assigned in it. A range() whose bounds are known unrolls
// where it is short, or where something needs to know at compile time what only unrolling tells:
// then the loop is blamed, and the kernel is evaluated once more. That may never be seen in a
// result, so the index and the variables that such a loop assigns have the types of run time in
// either case.
#include "constant.h"
#include "evaluator.h"

#include <algorithm>
#include <unordered_set>

namespace mytriton {

namespace {

// A range() of at most this many trips is unrolled.
constexpr std::uint64_t kShortLoop = 16;

bool isNumber(const Object &object) {
  const ConstexprValue *constant = object.constant();
  return object.expr() || (constant && literalDType(*constant));
}

// Numbers, and tuples of what can be carried.
bool isCarriable(const Object &object) {
  const Object::Tuple *tuple = object.tuple();
  return tuple ? std::all_of(tuple->begin(), tuple->end(), isCarriable) : isNumber(object);
}

void flatten(const Object &object, std::vector<const Object *> &leaves) {
  if (const Object::Tuple *tuple = object.tuple())
    for (const Object &element : *tuple)
      flatten(element, leaves);
  else
    leaves.push_back(&object);
}

bool sameStructure(const Object &a, const Object &b) {
  const Object::Tuple *x = a.tuple(), *y = b.tuple();
  if (!x || !y)
    return !x && !y;
  return x->size() == y->size() && std::equal(x->begin(), x->end(), y->begin(), sameStructure);
}

// An object of the same structure, with a new leaf for each old one.
template <typename Leaf>
Object rebuild(const Object &object, const Leaf &leaf) {
  const Object::Tuple *tuple = object.tuple();
  if (!tuple)
    return {leaf(object)};
  Object::Tuple elements;
  for (const Object &element : *tuple)
    elements.push_back(rebuild(element, leaf));
  return {std::move(elements)};
}

std::uint64_t tripCount(const Range &range) {
  const auto start = static_cast<std::uint64_t>(range.start),
             stop = static_cast<std::uint64_t>(range.stop),
             step = static_cast<std::uint64_t>(range.step);
  if (range.step > 0)
    return range.start < range.stop ? (stop - start - 1) / step + 1 : 0;
  return range.start > range.stop ? (start - stop - 1) / (0 - step) + 1 : 0;
}

} // namespace

Evaluator::Flow Evaluator::execute(const ast::For &node, SourceRange) {
  if (node.otherwise)
    fail(DiagnosticKind::UnsupportedSyntax, *node.otherwise, "the 'else' of a loop");
  const Object iterable = evaluate(*node.iterable);
  const auto *range = std::get_if<Range>(&iterable.data);
  if (!range)
    fail(DiagnosticKind::UnsupportedSyntax, node.iterable->range,
         "a loop over anything but range() or tl.static_range()");
  const auto *name = std::get_if<ast::Name>(&node.target->node);
  if (!name)
    fail(DiagnosticKind::UnsupportedSyntax, node.target->range,
         "a loop variable that is no simple name");
  if (frame_.loopVariables.count(name->id))
    fail(DiagnosticKind::InductionAssignment, node.target->range, name->id);
  if (!range->isKnown) {
    runtimeFor(node, name->id, *range);
  } else if (range->bounds[0] && tripCount(*range) > kShortLoop && !isUnrolled(&node)) {
    try {
      runtimeFor(node, name->id, *range);
    } catch (const Diagnosed &) {
      blamed_ = blamed_ ? blamed_ : &node;
      throw;
    }
  } else {
    unroll(node, name->id, *range);
  }
  return Flow::Next;
}

void Evaluator::unroll(const ast::For &node, const std::string &name, const Range &range) {
  const std::uint64_t trips = tripCount(range);
  checkTrips(trips, *node.iterable);
  const bool typed = range.bounds[0] != nullptr;
  if (typed && trips > 0)
    giveTypes(node.body);
  std::int64_t index = range.start;
  ++frame_.loops;
  for (std::uint64_t trip = 0; trip < trips; ++trip) {
    step(node.iterable->range);
    frame_.locals.set(name, indexObject(range, index, node.target->range), node.target->range);
    frame_.loopVariables.insert(name);
    block(node.body);
    frame_.loopVariables.erase(name);
    if (trip + 1 < trips)
      index += range.step;
  }
  --frame_.loops;
}

// The index of tl.static_range is a constexpr, that of range() a number of the type of its bounds.
Object Evaluator::indexObject(const Range &range, std::int64_t index, SourceRange place) {
  if (!range.bounds[0])
    return {constexprOf(index)};
  return {builder_.constant(Scalar::ofInt(range.bounds[0]->type.dtype(), index), place)};
}

// A number that a loop assigns anew has the type of run time from its start on.
void Evaluator::giveTypes(const ast::Block &body) {
  for (const std::string &name : assignmentsIn(body)) {
    const Locals::Variable *variable = frame_.locals.find(name);
    if (!variable || !variable->value || !isCarriable(*variable->value))
      continue;
    const SourceRange range = variable->range;
    frame_.locals.set(name,
                      rebuild(*variable->value,
                              [&](const Object &leaf) {
                                return builder_.materialize({leaf, range}, name);
                              }),
                      range);
  }
}

// --- loops at run time ------------------------------------------------------------------------

std::vector<Evaluator::Carried> Evaluator::carriedBy(const ast::Block &body) {
  std::vector<Carried> carried;
  for (const std::string &name : assignmentsIn(body)) {
    const Locals::Variable *variable = frame_.locals.find(name);
    if (!variable || !variable->value || !isCarriable(*variable->value))
      continue;
    Carried each{name, *variable->value, {}, {}};
    std::vector<const Object *> leaves;
    flatten(each.initial, leaves);
    for (const Object *leaf : leaves)
      each.initials.push_back(builder_.materialize({*leaf, variable->range}, name));
    if (!leaves.empty())
      carried.push_back(std::move(each));
  }
  return carried;
}

void Evaluator::bindArguments(ExprRegion &region, std::vector<Carried> &carried,
                              SourceRange range) {
  for (Carried &each : carried) {
    each.arguments.clear();
    for (const Expr *initial : each.initials)
      each.arguments.push_back(builder_.argument(region, initial->type, each.name, range));
    std::size_t next = 0;
    frame_.locals.set(each.name,
                      rebuild(each.initial, [&](const Object &) { return each.arguments[next++]; }),
                      range);
  }
}

void Evaluator::runtimeFor(const ast::For &node, const std::string &name, const Range &range) {
  const SourceRange place = node.iterable->range;
  std::vector<Carried> carried = carriedBy(node.body);
  // The index is no variable of before.
  std::erase_if(carried, [&](const Carried &each) { return each.name == name; });
  std::vector<Expr *> operands(range.bounds.begin(), range.bounds.end());
  for (const Carried &each : carried)
    operands.insert(operands.end(), each.initials.begin(), each.initials.end());
  Expr *owner = builder_.control(OpKind::For, operands, place);
  if (range.isKnown)
    candidates_[owner] = &node;
  ExprRegion &region = *owner->regions[0];
  builder_.enter(region);
  frame_.locals.begin();
  frame_.locals.set(name,
                    {builder_.argument(region, range.bounds[0]->type, name, node.target->range)},
                    node.target->range);
  bindArguments(region, carried, place);
  frame_.loopVariables.insert(name);
  runBody(owner, node.body, carried);
  frame_.loopVariables.erase(name);
  // A range() that is known makes at least one trip here, and Python's variable keeps its last
  // index.
  if (range.isKnown) {
    const auto last =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(range.start) +
                                  (tripCount(range) - 1) * static_cast<std::uint64_t>(range.step));
    frame_.locals.set(name, indexObject(range, last, node.target->range), node.target->range);
  } else {
    frame_.locals.lose(name, node.target->range);
  }
}

Evaluator::Flow Evaluator::execute(const ast::While &node, SourceRange) {
  if (isUnrolled(&node)) {
    unroll(node);
    return Flow::Next;
  }
  std::vector<Carried> carried = carriedBy(node.body);
  std::vector<Expr *> operands;
  for (const Carried &each : carried)
    operands.insert(operands.end(), each.initials.begin(), each.initials.end());
  const SourceRange place = node.condition->range;
  Expr *owner = builder_.control(OpKind::While, operands, place);
  candidates_[owner] = &node;
  builder_.enter(*owner->regions[0]);
  frame_.locals.begin();
  bindArguments(*owner->regions[0], carried, place);
  const Operand condition = operand(*node.condition);
  if (const std::optional<bool> known = knownTruth(condition.value)) {
    if (*known)
      fail(DiagnosticKind::EndlessLoop, place);
    frame_.locals.end();
    builder_.enter(*owner->region);
    owner->region->effects.pop_back(); // the loop: nothing was put after it
    return Flow::Next;
  }
  owner->regions[0]->yields.push_back(builder_.condition(condition, "'while'"));
  builder_.enter(*owner->regions[1]);
  bindArguments(*owner->regions[1], carried, place);
  runBody(owner, node.body, carried);
  return Flow::Next;
}

void Evaluator::unroll(const ast::While &node) {
  giveTypes(node.body);
  ++frame_.loops;
  for (;;) {
    step(node.condition->range);
    const Operand condition = operand(*node.condition);
    const std::optional<bool> known = knownTruth(condition.value);
    if (!known)
      constant(condition, "the condition of a loop whose values are used at compile time");
    if (!*known)
      break;
    block(node.body);
  }
  --frame_.loops;
}

// Evaluates the body in the region that was entered, and gives the carried variables the values
// that they have after the loop.
void Evaluator::runBody(Expr *owner, const ast::Block &body, const std::vector<Carried> &carried) {
  ExprRegion &region = builder_.region();
  ++frame_.loops;
  block(body);
  --frame_.loops;
  std::vector<bool> changed;
  for (const Carried &each : carried)
    changed.push_back(yield(region, each));
  const Locals::Changes changes = frame_.locals.end();
  builder_.enter(*owner->region);

  std::unordered_set<std::string> names;
  unsigned slot = 0;
  for (std::size_t i = 0; i < carried.size(); ++i) {
    const Carried &each = carried[i];
    names.insert(each.name);
    std::vector<Expr *> results;
    for (const Expr *initial : each.initials)
      results.push_back(builder_.result(owner, slot++, initial->type, each.name, owner->range));
    std::size_t next = 0;
    if (changed[i])
      frame_.locals.set(each.name,
                        rebuild(each.initial, [&](const Object &) { return results[next++]; }),
                        owner->range);
  }
  for (const Locals::Change &change : changes) {
    const std::optional<Object> before = change.before ? change.before->value : std::nullopt;
    const std::optional<Object> after = change.after ? change.after->value : std::nullopt;
    const SourceRange range = change.after ? change.after->range : owner->range;
    if (before && after) {
      // What no loop can carry stays as it is.
      if (!names.count(change.name) && !frame_.loopVariables.count(change.name) &&
          !isSame(*before, *after))
        fail(DiagnosticKind::CarriedTypes, range, change.name, describe(*before), describe(*after));
      continue;
    }
    frame_.locals.lose(change.name, range);
    frame_.lostIn[change.name] = owner;
  }
}

// Hands a variable on to the next trip. False where the body leaves it as it was.
bool Evaluator::yield(ExprRegion &region, const Carried &carried) {
  const Locals::Variable variable = *frame_.locals.find(carried.name);
  if (!variable.value) { // no matter where nothing reads it
    for (Expr *argument : carried.arguments) {
      if (builder_.isUsed(argument))
        fail(DiagnosticKind::LostName, variable.range, carried.name);
      region.yields.push_back(argument);
    }
    return false;
  }
  std::vector<const Object *> leaves;
  flatten(*variable.value, leaves);
  if (!isCarriable(*variable.value) || !sameStructure(carried.initial, *variable.value))
    fail(DiagnosticKind::CarriedTypes, variable.range, carried.name, describe(carried.initial),
         describe(*variable.value));
  bool changed = false;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    Expr *argument = carried.arguments[i];
    Expr *next = builder_.like({*leaves[i], variable.range}, argument->type, carried.name);
    if (!next->type.isNone() && !argument->type.isNone() && !(next->type == argument->type))
      fail(DiagnosticKind::CarriedTypes, variable.range, carried.name, argument->type.str(),
           next->type.str());
    region.yields.push_back(next);
    changed = changed || next != argument;
  }
  return changed;
}

// --- blame --------------------------------------------------------------------------------------

// Finds a loop that would have to be unrolled for the value to be known at compile time; none where
// that would not do.
void Evaluator::blame(const Expr *root) {
  const void *found = nullptr;
  std::unordered_set<const Expr *> seen;
  std::vector<const Expr *> stack{root};
  while (!stack.empty()) {
    const Expr *expr = stack.back();
    stack.pop_back();
    if (!seen.insert(expr).second || expr->kind == Expr::Kind::Constant)
      continue;
    if (expr->kind == Expr::Kind::Operation && opInfo(expr->op).has(trait::Elementwise)) {
      stack.insert(stack.end(), expr->operands.begin(), expr->operands.end());
      continue;
    }
    if (expr->kind != Expr::Kind::Argument && expr->kind != Expr::Kind::Result)
      return; // memory, parameters, blocks
    const Expr *owner = expr->kind == Expr::Kind::Result ? expr->operands[0] : expr->region->owner;
    if (const auto candidate = candidates_.find(owner); candidate != candidates_.end()) {
      found = found ? found : candidate->second;
    } else if (owner->op == OpKind::If) {
      stack.push_back(owner->operands[0]);
      for (const auto &region : owner->regions)
        stack.push_back(region->yields[expr->index]);
    } else {
      return;
    }
  }
  blamed_ = blamed_ ? blamed_ : found;
}

} // namespace mytriton
