// Statements of a kernel. See evaluator.h.
#include "constant.h"
#include "evaluator.h"

#include <algorithm>
#include <fmt/format.h>

namespace mytriton {

void Evaluator::run(const ast::Block &body) {
  frame_.assigned = &assignedIn(body);
  block(body);
}

const std::set<std::string> &Evaluator::assignedIn(const ast::Block &body) {
  const auto [entry, isNew] = assigned_.try_emplace(&body);
  if (isNew)
    entry->second = namesAssignedIn(body);
  return entry->second;
}

void Evaluator::step(SourceRange range, std::size_t cost) {
  steps_ += cost;
  if (steps() > maxSteps_)
    fail(DiagnosticKind::KernelTooLarge, range, maxSteps_);
}

void Evaluator::checkTrips(std::uint64_t trips, const ast::Expr &iterable) {
  const std::size_t left = maxSteps_ - std::min(steps(), maxSteps_);
  if (trips <= left)
    return;
  std::string names;
  if (callDepth_ == 0)
    for (const std::string &name : namesUsedIn(iterable))
      for (const auto &[constexprName, value] : kernel_.constexprs)
        if (name == constexprName)
          names += (names.empty() ? "" : ", ") + name;
  fail(DiagnosticKind::UnrollBudget, iterable.range, trips, left,
       names.empty() ? std::string("make it shorter")
                     : fmt::format("change the constexpr {}", names));
}

// Calls and what they evaluate nest as deep as the source likes, and the stack is finite.
void Evaluator::descend(SourceRange range) {
  constexpr int kMaxDepth = 2 * kMaxNesting;
  if (++depth_ > kMaxDepth)
    fail(DiagnosticKind::NestingTooDeep, range,
         "expressions and blocks of functions that call each other are", kMaxDepth);
}

Evaluator::Flow Evaluator::block(const ast::Block &block) {
  for (const ast::Stmt &each : block)
    if (statement(each) == Flow::Return)
      return Flow::Return;
  return Flow::Next;
}

Evaluator::Flow Evaluator::statement(const ast::Stmt &statement) {
  step(statement.range);
  descend(statement.range);
  const Flow flow =
      std::visit([&](const auto &node) { return execute(node, statement.range); }, statement.node);
  --depth_;
  return flow;
}

Evaluator::Flow Evaluator::execute(const ast::ExprStatement &node, SourceRange) {
  evaluate(*node.value);
  return Flow::Next;
}

Evaluator::Flow Evaluator::execute(const ast::Assign &node, SourceRange) {
  if (!node.value) // `x: tl.constexpr` alone
    return Flow::Next;
  Object object = evaluate(*node.value);
  if (node.annotation) {
    const std::optional<Object> type = evaluateQuietly(*scope_, *node.annotation);
    if (type && isBuiltin(*type, "constexpr") && !constexprValue(object))
      fail(DiagnosticKind::NotConstexpr, node.value->range, "the value of a constexpr",
           object.expr() ? "a run-time value" : describe(object));
  }
  for (const ast::ExprPtr &target : node.targets)
    assign(*target, object);
  return Flow::Next;
}

Evaluator::Flow Evaluator::execute(const ast::AugmentedAssign &node, SourceRange range) {
  const auto *name = std::get_if<ast::Name>(&node.target->node);
  if (!name)
    assign(*node.target, {}); // says why it cannot be
  const Operand left = operand(*node.target);
  assignName(name->id, binary(node.op, left, operand(*node.value), range), node.target->range);
  return Flow::Next;
}

Evaluator::Flow Evaluator::execute(const ast::Pass &, SourceRange) { return Flow::Next; }

Evaluator::Flow Evaluator::execute(const ast::UnsupportedStatement &node, SourceRange range) {
  if (node.tooDeep)
    fail(DiagnosticKind::NestingTooDeep, range, "expressions and blocks are", kMaxNesting);
  fail(DiagnosticKind::UnsupportedSyntax, range, node.what);
}

void Evaluator::assign(const ast::Expr &target, const Object &object) {
  if (const auto *name = std::get_if<ast::Name>(&target.node))
    return assignName(name->id, object, target.range);
  if (std::holds_alternative<ast::Attribute>(target.node))
    fail(DiagnosticKind::AssignmentTarget, target.range, "an attribute");
  if (std::holds_alternative<ast::Subscript>(target.node))
    fail(DiagnosticKind::AssignmentTarget, target.range, "an element");
  const auto *pattern = std::get_if<ast::Tuple>(&target.node);
  if (!pattern)
    fail(DiagnosticKind::UnsupportedSyntax, target.range, "this assignment");
  const Object::Tuple *tuple = object.tuple();
  if (!tuple)
    fail(DiagnosticKind::Unpacking, target.range,
         fmt::format("{} names take the elements of a tuple, and this is {}",
                     pattern->elements.size(), describe(object)));
  if (tuple->size() != pattern->elements.size())
    fail(
        DiagnosticKind::Unpacking, target.range,
        fmt::format("{} names cannot take a tuple of {}", pattern->elements.size(), tuple->size()));
  for (std::size_t i = 0; i < tuple->size(); ++i)
    assign(*pattern->elements[i], (*tuple)[i]);
}

void Evaluator::assignName(const std::string &name, const Object &object, SourceRange range) {
  if (frame_.loopVariables.count(name))
    fail(DiagnosticKind::InductionAssignment, range, name);
  if (Expr *expr = object.expr(); expr && expr->name.empty())
    expr->name = name;
  frame_.locals.set(name, object, range);
}

} // namespace mytriton
