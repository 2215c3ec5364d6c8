// Expressions of the concrete syntax tree. See converter.h.
#include "converter.h"
#include "literal.h"

#include <array>
#include <utility>

namespace mytriton {

using namespace ast;

std::optional<BinaryOp> binaryOperator(std::string_view spelling) {
  static constexpr std::array<std::pair<std::string_view, BinaryOp>, 12> kTable = {
      {{"+", BinaryOp::Add},
       {"-", BinaryOp::Sub},
       {"*", BinaryOp::Mul},
       {"/", BinaryOp::Div},
       {"//", BinaryOp::FloorDiv},
       {"%", BinaryOp::Mod},
       {"**", BinaryOp::Power},
       {"&", BinaryOp::And},
       {"|", BinaryOp::Or},
       {"^", BinaryOp::Xor},
       {"<<", BinaryOp::ShiftLeft},
       {">>", BinaryOp::ShiftRight}}};
  for (const auto &[text, op] : kTable)
    if (text == spelling)
      return op;
  return std::nullopt;
}

// "a list comprehension" from `list_comprehension`.
ExprPtr Converter::unsupportedExpression(TSNode node) const {
  std::string what(typeOf(node));
  for (char &c : what)
    c = c == '_' ? ' ' : c;
  const bool vowel = std::string_view("aeiou").find(what[0]) != std::string_view::npos;
  return make(node, Unsupported{(vowel ? "an " : "a ") + what});
}

TSNode Converter::field(TSNode node, std::string_view name) const {
  return ts_node_child_by_field_name(node, name.data(), static_cast<std::uint32_t>(name.size()));
}

bool Converter::has(TSNode node, std::string_view name) const {
  return !ts_node_is_null(field(node, name));
}

ExprPtr Converter::expression(TSNode node) {
  const Nesting nesting(*this);
  if (nesting.tooDeep())
    return make(node, Unsupported{{}, true});
  const std::string_view type = typeOf(node);
  if (type == "identifier")
    return make(node, Name{text(node)});
  if (type == "integer") {
    const std::string digits = text(node);
    if (digits.back() == 'j' || digits.back() == 'J')
      return make(node, Unsupported{"a complex number"});
    return make(node, Integer{parseInteger(digits)});
  }
  if (type == "float") {
    const std::string digits = text(node);
    if (digits.back() == 'j' || digits.back() == 'J')
      return make(node, Unsupported{"a complex number"});
    return make(node, Float{parseFloat(digits)});
  }
  if (type == "true" || type == "false")
    return make(node, Boolean{type == "true"});
  if (type == "none")
    return make(node, NoneLiteral{});
  if (type == "ellipsis")
    return make(node, Unsupported{"'...'"});
  if (type == "string" || type == "concatenated_string")
    return string(node);
  if (type == "tuple" || type == "list" || type == "expression_list" || type == "pattern_list" ||
      type == "tuple_pattern" || type == "list_pattern")
    return tuple(node);
  if (type == "binary_operator")
    return binary(node);
  if (type == "unary_operator" || type == "not_operator")
    return unary(node);
  if (type == "comparison_operator")
    return comparison(node);
  if (type == "boolean_operator")
    return logical(node);
  if (type == "conditional_expression")
    return conditional(node);
  if (type == "attribute")
    return attribute(node);
  if (type == "call")
    return call(node);
  if (type == "subscript")
    return subscript(node);
  if (type == "slice")
    return slice(node);
  if (type == "parenthesized_expression" || type == "type") {
    for (const Child &child : childrenOf(node))
      if (ts_node_is_named(child.node))
        return expression(child.node);
  }
  return unsupportedExpression(node);
}

ExprPtr Converter::tuple(TSNode node) {
  Tuple result;
  for (const Child &child : childrenOf(node))
    if (ts_node_is_named(child.node))
      result.elements.push_back(expression(child.node));
  return make(node, std::move(result));
}

ExprPtr Converter::binary(TSNode node) {
  const std::string spelling = text(field(node, "operator"));
  const std::optional<BinaryOp> op = binaryOperator(spelling);
  if (!op)
    return make(node, Unsupported{"the operator '" + spelling + "'"});
  ExprPtr left = expression(field(node, "left"));
  return make(node, Binary{*op, std::move(left), expression(field(node, "right"))});
}

ExprPtr Converter::unary(TSNode node) {
  UnaryOp op = UnaryOp::Not;
  if (typeOf(node) == "unary_operator") {
    const std::string spelling = text(field(node, "operator"));
    op = spelling == "-" ? UnaryOp::Negate : spelling == "+" ? UnaryOp::Plus : UnaryOp::Invert;
  }
  return make(node, Unary{op, expression(field(node, "argument"))});
}

ExprPtr Converter::comparison(TSNode node) {
  static constexpr std::array<std::pair<std::string_view, CompareOp>, 10> kTable = {
      {{"==", CompareOp::Eq},
       {"!=", CompareOp::Ne},
       {"<", CompareOp::Lt},
       {"<=", CompareOp::Le},
       {">", CompareOp::Gt},
       {">=", CompareOp::Ge},
       {"is", CompareOp::Is},
       {"is not", CompareOp::IsNot},
       {"in", CompareOp::In},
       {"not in", CompareOp::NotIn}}};
  const std::vector<Child> children = childrenOf(node);
  if (children.size() != 3)
    return make(node, Unsupported{"a chained comparison"});
  const std::string_view spelling = typeOf(children[1].node);
  for (const auto &[name, op] : kTable)
    if (name == spelling) {
      ExprPtr left = expression(children[0].node);
      return make(node, Compare{op, std::move(left), expression(children[2].node)});
    }
  return make(node, Unsupported{"the operator '" + std::string(spelling) + "'"});
}

ExprPtr Converter::logical(TSNode node) {
  const bool isOr = typeOf(field(node, "operator")) == "or";
  ExprPtr left = expression(field(node, "left"));
  return make(node, Logical{isOr, std::move(left), expression(field(node, "right"))});
}

ExprPtr Converter::conditional(TSNode node) {
  std::vector<ExprPtr> parts; // then, condition, otherwise: without fields
  for (const Child &child : childrenOf(node))
    if (ts_node_is_named(child.node))
      parts.push_back(expression(child.node));
  return make(node, Conditional{std::move(parts[1]), std::move(parts[0]), std::move(parts[2])});
}

ExprPtr Converter::attribute(TSNode node) {
  ExprPtr object = expression(field(node, "object"));
  return make(node, Attribute{std::move(object), identifier(field(node, "attribute"))});
}

ExprPtr Converter::call(TSNode node) {
  const TSNode list = field(node, "arguments");
  if (typeOf(list) != "argument_list")
    return unsupportedExpression(list);
  Call result{expression(field(node, "function")), {}};
  for (const Child &child : childrenOf(list)) {
    if (!ts_node_is_named(child.node))
      continue;
    if (typeOf(child.node) == "keyword_argument") {
      result.arguments.push_back(
          {identifier(field(child.node, "name")), expression(field(child.node, "value"))});
      continue;
    }
    const bool spread = typeOf(child.node) == "list_splat";
    const std::vector<Child> parts = spread ? childrenOf(child.node) : std::vector{child};
    result.arguments.push_back({std::nullopt, expression(parts.back().node), spread});
  }
  return make(node, std::move(result));
}

ExprPtr Converter::subscript(TSNode node) {
  Subscript result{expression(field(node, "value")), {}};
  for (const Child &child : childrenOf(node))
    if (child.field == "subscript")
      result.indices.push_back(expression(child.node));
  return make(node, std::move(result));
}

// Slices have no fields: the colons before a part tell which it is.
ExprPtr Converter::slice(TSNode node) {
  std::array<ExprPtr, 3> parts;
  std::size_t colons = 0;
  for (const Child &child : childrenOf(node)) {
    if (typeOf(child.node) == ":")
      ++colons;
    else if (colons < parts.size())
      parts[colons] = expression(child.node);
  }
  return make(node, Slice{std::move(parts[0]), std::move(parts[1]), std::move(parts[2])});
}

} // namespace mytriton
