// Statements of the concrete syntax tree. See converter.h.
#include "converter.h"

#include <utility>

namespace mytriton {

using namespace ast;

namespace {

// "break" from `break_statement`.
UnsupportedStatement unsupported(TSNode node) {
  std::string_view type = typeOf(node);
  if (type == "function_definition" || type == "decorated_definition")
    return {"a nested function"};
  if (type == "class_definition")
    return {"a class"};
  if (type == "assert_statement")
    return {"'assert', unlike tl.static_assert,"};
  const std::size_t suffix = type.find("_statement");
  if (suffix != std::string_view::npos)
    type = type.substr(0, suffix);
  return {"'" + std::string(type) + "'"};
}

} // namespace

Block Converter::block(TSNode node) {
  const Nesting nesting(*this);
  Block result;
  if (nesting.tooDeep())
    result.push_back({placeOf(node), UnsupportedStatement{{}, true}});
  else
    for (const Child &child : childrenOf(node))
      if (ts_node_is_named(child.node))
        result.push_back(statement(child.node));
  return result;
}

Stmt Converter::statement(TSNode node) {
  const SourceRange range = placeOf(node);
  const std::string_view type = typeOf(node);
  if (type == "expression_statement")
    return expressionStatement(node);
  if (type == "pass_statement")
    return {range, Pass{}};
  if (type == "if_statement")
    return {range, ifStatement(node)};
  if (type == "for_statement")
    return {range, forStatement(node)};
  if (type == "while_statement" && !has(node, "alternative")) {
    ExprPtr condition = expression(field(node, "condition"));
    return {range, While{std::move(condition), block(field(node, "body"))}};
  }
  if (type == "return_statement") {
    Return result;
    for (const Child &child : childrenOf(node))
      if (ts_node_is_named(child.node))
        result.value = expression(child.node);
    return {range, std::move(result)};
  }
  return {range, unsupported(node)};
}

Stmt Converter::expressionStatement(TSNode node) {
  std::vector<TSNode> parts;
  for (const Child &child : childrenOf(node))
    if (ts_node_is_named(child.node))
      parts.push_back(child.node);
  const SourceRange range = placeOf(node);
  if (parts.size() != 1) // `a, b`
    return {range, ExprStatement{tuple(node)}};
  if (typeOf(parts[0]) == "assignment")
    return {range, assignment(parts[0])};
  if (typeOf(parts[0]) == "augmented_assignment")
    return augmentedAssignment(parts[0]);
  return {range, ExprStatement{expression(parts[0])}};
}

Assign Converter::assignment(TSNode node) {
  Assign result;
  // `a = b = value`: the second assignment is the value of the first.
  for (;;) {
    result.targets.push_back(expression(field(node, "left")));
    if (has(node, "type"))
      result.annotation = expression(field(node, "type"));
    if (!has(node, "right"))
      return result;
    const TSNode right = field(node, "right");
    if (typeOf(right) != "assignment") {
      result.value = expression(right);
      return result;
    }
    node = right;
  }
}

Stmt Converter::augmentedAssignment(TSNode node) {
  const std::string spelling = text(field(node, "operator"));
  const auto op = binaryOperator(std::string_view(spelling).substr(0, spelling.size() - 1));
  if (!op)
    return {placeOf(node), UnsupportedStatement{"'" + spelling + "'"}};
  ExprPtr target = expression(field(node, "left"));
  return {placeOf(node), AugmentedAssign{std::move(target), *op, expression(field(node, "right"))}};
}

If Converter::ifStatement(TSNode node) {
  If result;
  ExprPtr condition = expression(field(node, "condition"));
  result.branches.push_back({std::move(condition), block(field(node, "consequence"))});
  for (const Child &child : childrenOf(node)) {
    if (typeOf(child.node) == "elif_clause") {
      condition = expression(field(child.node, "condition"));
      result.branches.push_back({std::move(condition), block(field(child.node, "consequence"))});
    } else if (typeOf(child.node) == "else_clause") {
      result.otherwise = block(field(child.node, "body"));
    }
  }
  return result;
}

For Converter::forStatement(TSNode node) {
  ExprPtr target = expression(field(node, "left"));
  ExprPtr iterable = expression(field(node, "right"));
  For result{std::move(target), std::move(iterable), block(field(node, "body")), std::nullopt};
  if (has(node, "alternative"))
    result.otherwise = placeOf(field(node, "alternative"));
  return result;
}

} // namespace mytriton
