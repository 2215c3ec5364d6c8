// Conditions that are known only at run time. See evaluator.h.
//
// Both branches are evaluated, each in a region of its own, and what they assigned is merged after
// them. Where one branch returns, the rest of the function goes into the other: its region stays
// open, and nothing is evaluated twice. A region that is open inside a branch is closed where that
// branch ends; it then yields whether the function has returned, and the rest goes into a condition
// on that.
#include "evaluator.h"

#include <fmt/format.h>

namespace mytriton {

namespace {

// The variable that holds what a function returned: no name of Python's.
const std::string kReturned = "(returned)";
constexpr std::string_view kWhatIsReturned = "what the function returns";

const Object *valueOf(const std::optional<Locals::Variable> &variable) {
  return variable && variable->value ? &*variable->value : nullptr;
}

} // namespace

Evaluator::Flow Evaluator::execute(const ast::If &node, SourceRange) { return branches(node, 0); }

// From branch `first` on.
Evaluator::Flow Evaluator::branches(const ast::If &node, std::size_t first) {
  for (std::size_t i = first; i < node.branches.size(); ++i) {
    const ast::If::Branch &branch = node.branches[i];
    const Operand condition = operand(*branch.condition);
    if (const std::optional<bool> known = knownTruth(condition.value)) {
      if (*known)
        return block(branch.body);
      continue;
    }
    return runtimeIf(
        condition, [&] { return block(branch.body); }, [&] { return branches(node, i + 1); });
  }
  return block(node.otherwise);
}

Evaluator::Flow Evaluator::execute(const ast::Return &node, SourceRange range) {
  if (callDepth_ == 0 && node.value && !std::holds_alternative<ast::NoneLiteral>(node.value->node))
    fail(DiagnosticKind::KernelReturn, node.value->range);
  if (frame_.loops > 0)
    fail(DiagnosticKind::UnsupportedSyntax, range, "a 'return' inside a loop");
  Object value =
      node.value ? evaluate(*node.value) : Object{ConstexprValue{ConstexprValue::None{}}};
  frame_.locals.set(kReturned, std::move(value), range);
  return Flow::Return;
}

// The body of a function that is called; what it returns.
Object Evaluator::body(const ast::Block &statements) {
  frame_.assigned = &assignedIn(statements);
  const Flow flow = block(statements);
  Object value = flow == Flow::Return ? *frame_.locals.find(kReturned)->value
                                      : Object{ConstexprValue{ConstexprValue::None{}}};
  return closeOpen(0, std::move(value));
}

// --- one branch -------------------------------------------------------------------------------

Evaluator::Arm Evaluator::arm(ExprRegion &region, const std::function<Flow()> &body) {
  builder_.enter(region);
  frame_.locals.begin();
  const std::size_t open = frame_.open.size();
  Arm arm;
  arm.flow = body();
  if (frame_.open.size() > open) {
    if (arm.flow == Flow::Return)
      frame_.locals.set(kReturned, closeOpen(open, *frame_.locals.find(kReturned)->value), {});
    else
      arm.returned = closePartly(open);
  }
  arm.changes = frame_.locals.end();
  return arm;
}

Object Evaluator::closeOpen(std::size_t from, Object value) {
  while (frame_.open.size() > from) {
    const Open open = std::move(frame_.open.back());
    frame_.open.pop_back();
    const Object *values[2] = {&open.value, &value};
    if (open.branch == 0)
      std::swap(values[0], values[1]);
    builder_.enter(*open.owner->region);
    value = merge(open.owner, values[0], values[1], {"", kWhatIsReturned, open.owner->range});
  }
  return value;
}

// The variables that the branch has changed so far come out of the open regions with their values,
// or with any value where the function has returned.
Expr *Evaluator::closePartly(std::size_t from) {
  Expr *returned = builder_.constant(Scalar::ofBool(false), {});
  std::optional<Object> value; // that was returned
  while (frame_.open.size() > from) {
    const Open open = std::move(frame_.open.back());
    frame_.open.pop_back();
    builder_.enter(*open.owner->region);
    const auto pass = [&](const Object *inside, const Object *outside, const Merging &merging) {
      return open.branch == 0 ? merge(open.owner, inside, outside, merging)
                              : merge(open.owner, outside, inside, merging);
    };
    for (const std::string &name : frame_.locals.changed()) {
      const Locals::Variable *variable = frame_.locals.find(name);
      if (name == kReturned || !variable || !variable->value)
        continue;
      const Object inside = *variable->value;
      const SourceRange range = variable->range;
      frame_.locals.set(name, pass(&inside, nullptr, {name, "", range}), range);
    }
    const Object so{returned}, yes{builder_.constant(Scalar::ofBool(true), {})};
    returned = pass(&so, &yes, {"", kWhatIsReturned, open.owner->range}).expr();
    value = pass(value ? &*value : nullptr, &open.value, {"", kWhatIsReturned, open.owner->range});
  }
  frame_.locals.set(kReturned, *value, {});
  return returned;
}

// --- two branches -----------------------------------------------------------------------------

Evaluator::Flow Evaluator::runtimeIf(const Operand &condition, const std::function<Flow()> &then,
                                     const std::function<Flow()> &otherwise) {
  Expr *owner =
      builder_.control(OpKind::If, {builder_.condition(condition, "'if'")}, condition.range);
  Arm arms[2] = {arm(*owner->regions[0], then), arm(*owner->regions[1], otherwise)};
  builder_.enter(*owner->region);
  if (arms[0].returned || arms[1].returned)
    return continueUnlessReturned(owner, arms);
  for (unsigned i = 0; i < 2; ++i) {
    Arm &returning = arms[i], &other = arms[1 - i];
    if (returning.flow != Flow::Return || other.flow == Flow::Return)
      continue;
    Object value;
    for (const Locals::Change &change : returning.changes)
      if (change.name == kReturned)
        value = *valueOf(change.after);
    frame_.open.push_back({owner, 1 - i, std::move(value)});
    frame_.locals.apply(other.changes);
    builder_.enter(*owner->regions[1 - i]);
    return Flow::Next;
  }
  mergeChanges(owner, arms);
  return arms[0].flow;
}

// Some way through the branches has returned, and some has not.
Evaluator::Flow Evaluator::continueUnlessReturned(Expr *owner, const Arm (&arms)[2]) {
  Object flags[2];
  for (unsigned i = 0; i < 2; ++i)
    flags[i].data = arms[i].returned
                        ? arms[i].returned
                        : builder_.constant(Scalar::ofBool(arms[i].flow == Flow::Return), {});
  const Object returned = merge(owner, &flags[0], &flags[1], {"", kWhatIsReturned, owner->range});
  mergeChanges(owner, arms);
  const Object value = *frame_.locals.find(kReturned)->value;
  Expr *guard = builder_.control(OpKind::If, {returned.expr()}, owner->range);
  frame_.open.push_back({guard, 1, value});
  builder_.enter(*guard->regions[1]);
  return Flow::Next;
}

// A variable has a value after both branches if it has one at the end of each that gets there.
void Evaluator::mergeChanges(Expr *owner, const Arm (&arms)[2]) {
  struct Merged {
    std::string name;
    std::optional<Locals::Variable> ends[2];
    SourceRange range; // of the last assignment
  };
  std::vector<Merged> merged;
  std::unordered_map<std::string, std::size_t> index;
  for (unsigned i = 0; i < 2; ++i)
    for (const Locals::Change &change : arms[i].changes) {
      const auto [place, isNew] = index.emplace(change.name, merged.size());
      if (isNew)
        merged.push_back({change.name, {change.before, change.before}, {}});
      Merged &variable = merged[place->second];
      variable.ends[i] = change.after;
      if (change.after)
        variable.range = change.after->range;
    }
  const bool bothReturn = arms[0].flow == Flow::Return && arms[1].flow == Flow::Return;
  for (const Merged &variable : merged) {
    const bool isReturned = variable.name == kReturned;
    if (bothReturn && !isReturned)
      continue;
    const Object *values[2];
    bool lost = false;
    for (unsigned i = 0; i < 2; ++i) {
      const bool gone = arms[i].flow == Flow::Return; // what it holds does not matter
      values[i] = gone && !isReturned ? nullptr : valueOf(variable.ends[i]);
      lost = lost || (!values[i] && !gone && !isReturned);
    }
    if (lost || (!values[0] && !values[1])) {
      frame_.locals.lose(variable.name, variable.range);
      continue;
    }
    const Merging merging{isReturned ? "" : variable.name, kWhatIsReturned, variable.range};
    frame_.locals.set(variable.name, merge(owner, values[0], values[1], merging), variable.range);
  }
}

// --- one value --------------------------------------------------------------------------------

Object Evaluator::merge(Expr *owner, const Object *yes, const Object *no, const Merging &merging) {
  if (yes && no && isSame(*yes, *no))
    return *yes;
  const Object &some = yes ? *yes : *no;
  const Object *other = yes ? no : yes;
  if (const Object::Tuple *tuple = some.tuple();
      tuple && (!other || (other->tuple() && other->tuple()->size() == tuple->size()))) {
    Object::Tuple merged;
    for (std::size_t i = 0; i < tuple->size(); ++i)
      merged.push_back(merge(owner, yes ? &(*yes->tuple())[i] : nullptr,
                             no ? &(*no->tuple())[i] : nullptr, merging));
    return {std::move(merged)};
  }
  const auto isNumber = [](const Object &object) {
    const ConstexprValue *constant = object.constant();
    return object.expr() || (constant && literalDType(*constant));
  };
  if (!yes || !no) {
    // What is known at compile time, or comes from before the condition, needs no passing on.
    const Expr *expr = some.expr();
    if (!expr || expr->kind == Expr::Kind::Constant || expr->kind == Expr::Kind::Parameter ||
        expr->region->encloses(owner->region))
      return some;
  } else if (!isNumber(*yes) || !isNumber(*no)) {
    failBranchTypes(merging, describe(*yes), describe(*no));
  }

  const SourceRange range = merging.range;
  Expr *values[2] = {};
  const Object *objects[2] = {yes, no};
  for (unsigned i = 0; i < 2; ++i) {
    builder_.enter(*owner->regions[i]);
    const Expr *counterpart = objects[1 - i] ? objects[1 - i]->expr() : nullptr;
    if (!objects[i])
      values[i] = counterpart->type.isNone() ? objects[1 - i]->expr()
                                             : builder_.anyValue(counterpart->type, range);
    else
      values[i] = counterpart ? builder_.like({*objects[i], range}, counterpart->type, "if")
                              : builder_.materialize({*objects[i], range}, "if");
  }
  builder_.enter(*owner->region);
  const Type type = values[0]->type.isNone() ? values[1]->type : values[0]->type;
  if (!values[0]->type.isNone() && !values[1]->type.isNone() &&
      !(values[0]->type == values[1]->type))
    failBranchTypes(merging, values[0]->type.str(), values[1]->type.str());
  for (unsigned i = 0; i < 2; ++i)
    owner->regions[i]->yields.push_back(values[i]);
  return {builder_.result(owner, static_cast<unsigned>(owner->regions[0]->yields.size()) - 1, type,
                          merging.name, range)};
}

void Evaluator::failBranchTypes(const Merging &merging, const std::string &yes,
                                const std::string &no) {
  const std::string what =
      merging.name.empty() ? std::string(merging.otherwise) : fmt::format("'{}'", merging.name);
  fail(DiagnosticKind::BranchTypes, merging.range, what, yes, no);
}

// --- expressions ------------------------------------------------------------------------------

Object Evaluator::visit(const ast::Conditional &node, SourceRange range) {
  const Operand condition = operand(*node.condition);
  if (const std::optional<bool> known = knownTruth(condition.value))
    return evaluate(*known ? *node.then : *node.otherwise);
  Expr *owner = builder_.control(
      OpKind::If, {builder_.condition(condition, "a conditional expression")}, range);
  const ast::Expr *branches[2] = {node.then.get(), node.otherwise.get()};
  Object values[2];
  for (unsigned i = 0; i < 2; ++i) {
    builder_.enter(*owner->regions[i]);
    values[i] = evaluate(*branches[i]);
  }
  builder_.enter(*owner->region);
  return merge(owner, &values[0], &values[1], {"", "the conditional expression", range});
}

Object Evaluator::visit(const ast::Logical &node, SourceRange range) {
  const Operand left = operand(*node.left);
  if (const std::optional<bool> known = knownTruth(left.value))
    return *known == node.isOr ? left.value : evaluate(*node.right);
  return builder_.logical(node.isOr, left, operand(*node.right), range);
}

} // namespace mytriton
