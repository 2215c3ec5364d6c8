// What stands at module level: imports, constants, functions, conditions, and the rest, of which
// only the names matter. See converter.h.
#include "converter.h"

#include <algorithm>
#include <utility>

namespace mytriton {

using namespace ast;

namespace {

// Adds every identifier under `target`, but not those of subscripts and attributes.
void addTargetNames(TSNode target, const SourceFile &file, std::vector<std::string> &names) {
  Cursor cursor(target);
  for (bool more = true; more;) {
    const std::string_view type = typeOf(cursor.node());
    if (type == "identifier")
      names.emplace_back(file.text(rangeOf(cursor.node())));
    const bool opaque = type == "subscript" || type == "attribute" || type == "call";
    more = opaque ? cursor.nextOutside() : cursor.next();
  }
}

// The names that a skipped statement binds in the module, wherever in it they are bound.
std::vector<std::string> boundNames(TSNode statement, const SourceFile &file) {
  std::vector<std::string> names;
  Cursor cursor(statement);
  bool importing = false;
  for (bool more = true; more;) {
    const TSNode node = cursor.node();
    const std::string_view type = typeOf(node), field = cursor.field();
    const bool scope = type == "function_definition" || type == "class_definition";
    if (scope) {
      addTargetNames(ts_node_child_by_field_name(node, "name", 4), file, names);
    } else if (type == "assignment" || type == "augmented_assignment" || type == "for_statement") {
      addTargetNames(ts_node_child_by_field_name(node, "left", 4), file, names);
    } else if (field == "alias" || type == "as_pattern_target") {
      addTargetNames(node, file, names);
    } else if (type == "named_expression") {
      addTargetNames(ts_node_child_by_field_name(node, "name", 4), file, names);
    } else if (type == "import_statement" || type == "import_from_statement") {
      importing = true;
    } else if (importing && field == "name" && type == "dotted_name") {
      const std::string_view dotted = file.text(rangeOf(node));
      names.emplace_back(dotted.substr(0, dotted.find('.')));
    }
    // What a function or lambda assigns stays inside it.
    more = scope || type == "lambda" ? cursor.nextOutside() : cursor.next();
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

bool definesFunctions(TSNode block) {
  Cursor cursor(block);
  while (cursor.next())
    if (typeOf(cursor.node()) == "function_definition")
      return true;
  return false;
}

} // namespace

std::unique_ptr<Module> Converter::module(TSNode root) {
  auto result = std::make_unique<Module>();
  moduleItems(root, result->items);
  return result;
}

void Converter::moduleItems(TSNode block, Items &items) {
  for (const Child &child : childrenOf(block))
    if (ts_node_is_named(child.node))
      moduleItem(child.node, items);
}

void Converter::moduleItem(TSNode node, Items &items) {
  const Nesting nesting(*this);
  const std::string_view type = typeOf(node);
  if (nesting.tooDeep()) {
    // Only its names are of use.
  } else if (type == "import_statement") {
    return importStatement(node, items);
  } else if (type == "import_from_statement") {
    return fromImport(node, items);
  } else if (type == "if_statement") {
    items.push_back({placeOf(node), moduleIf(node)});
    return;
  } else if (type == "try_statement") {
    return moduleTry(node, items);
  } else if (type == "decorated_definition" || type == "function_definition") {
    const TSNode definition = type == "function_definition" ? node : field(node, "definition");
    if (typeOf(definition) == "function_definition" &&
        typeOf(ts_node_child(definition, 0)) == "def") {
      items.push_back({placeOf(node), function(node, definition)});
      return;
    }
  } else if (type == "expression_statement") {
    if (std::optional<Constant> constant = moduleConstant(node)) {
      items.push_back({placeOf(node), std::move(*constant)});
      return;
    }
  }
  items.push_back({placeOf(node), Skipped{boundNames(node, file_)}});
}

ModuleIf Converter::moduleIf(TSNode node) {
  ModuleIf result;
  const auto add = [&](TSNode clause, std::string_view body) {
    ModuleIf::Branch branch;
    if (has(clause, "condition"))
      branch.condition = expression(field(clause, "condition"));
    moduleItems(field(clause, body), branch.items);
    result.branches.push_back(std::move(branch));
  };
  add(node, "consequence");
  for (const Child &child : childrenOf(node)) {
    if (typeOf(child.node) == "elif_clause")
      add(child.node, "consequence");
    else if (typeOf(child.node) == "else_clause")
      add(child.node, "body");
  }
  return result;
}

// What is tried is taken to succeed: its handlers only bind names that it does not.
void Converter::moduleTry(TSNode node, Items &items) {
  const std::vector<Child> children = childrenOf(node);
  for (const Child &child : children)
    if (typeOf(child.node) == "except_clause" || typeOf(child.node) == "except_group_clause")
      items.push_back({placeOf(child.node), Skipped{boundNames(child.node, file_)}});
  for (const Child &child : children) {
    const std::string_view type = typeOf(child.node);
    if (type == "block")
      moduleItems(child.node, items);
    else if (type == "else_clause")
      moduleItems(field(child.node, "body"), items);
    else if (type == "finally_clause")
      for (const Child &part : childrenOf(child.node))
        if (typeOf(part.node) == "block")
          moduleItems(part.node, items);
  }
}

void Converter::importStatement(TSNode node, Items &items) {
  for (const Child &child : childrenOf(node)) {
    if (typeOf(child.node) == "dotted_name")
      items.push_back({placeOf(node), Import{text(child.node), {}}});
    else if (typeOf(child.node) == "aliased_import")
      items.push_back({placeOf(node),
                       Import{text(field(child.node, "name")), text(field(child.node, "alias"))}});
  }
}

void Converter::fromImport(TSNode node, Items &items) {
  const std::string from = text(field(node, "module_name"));
  for (const Child &child : childrenOf(node)) {
    const std::string_view type = typeOf(child.node);
    if (type == "wildcard_import")
      items.push_back({placeOf(node), FromImport{from, "*", {}}});
    else if (child.field != "name")
      continue;
    else if (type == "aliased_import")
      items.push_back({placeOf(node), FromImport{from, text(field(child.node, "name")),
                                                 text(field(child.node, "alias"))}});
    else
      items.push_back({placeOf(node), FromImport{from, text(child.node), text(child.node)}});
  }
}

// `NAME = value`. Values of any other kind than literals, names and operators on them belong to the
// host program: they may nest as deep as they like, and are not looked at.
std::optional<Constant> Converter::moduleConstant(TSNode statement) {
  const std::vector<Child> children = childrenOf(statement);
  if (children.size() != 1 || typeOf(children[0].node) != "assignment")
    return std::nullopt;
  const TSNode assignment = children[0].node;
  if (typeOf(field(assignment, "left")) != "identifier" || !has(assignment, "right"))
    return std::nullopt;
  const TSNode right = field(assignment, "right");
  int depth = 0, nodes = 0;
  Cursor cursor(right);
  while (true) {
    if (++nodes > 4 * kMaxNesting || depth >= kMaxNesting || typeOf(cursor.node()) == "assignment")
      return std::nullopt;
    if (cursor.firstChild()) {
      ++depth;
      continue;
    }
    bool more = true;
    while (more && !cursor.nextSibling()) {
      more = cursor.parent();
      --depth;
    }
    if (!more)
      break;
  }
  Identifier name = identifier(field(assignment, "left"));
  return Constant{std::move(name), expression(right)};
}

FunctionDef Converter::function(TSNode whole, TSNode definition) {
  FunctionDef result;
  result.name = identifier(field(definition, "name"));
  result.range = placeOf(whole);
  for (const Child &child : childrenOf(whole))
    if (typeOf(child.node) == "decorator")
      for (const Child &part : childrenOf(child.node))
        if (ts_node_is_named(part.node))
          result.decorators.push_back(expression(part.node));
  result.parameters = parameters(field(definition, "parameters"));
  const TSNode body = field(definition, "body");
  result.body = block(body);
  if (definesFunctions(body))
    moduleItems(body, result.scope);
  return result;
}

std::vector<Parameter> Converter::parameters(TSNode list) {
  std::vector<Parameter> result;
  bool keywordOnly = false;
  for (const Child &child : childrenOf(list)) {
    const std::string_view type = typeOf(child.node);
    if (type == "keyword_separator")
      keywordOnly = true;
    if (!ts_node_is_named(child.node) || type == "keyword_separator" ||
        type == "positional_separator")
      continue;
    result.push_back(parameter(child.node));
    result.back().keywordOnly = keywordOnly;
  }
  return result;
}

Parameter Converter::parameter(TSNode node) {
  const std::string_view type = typeOf(node);
  Parameter result;
  if (type == "identifier") {
    result.name = identifier(node);
    return result;
  }
  if (has(node, "type"))
    result.annotation = expression(field(node, "type"));
  if (has(node, "value"))
    result.defaultValue = expression(field(node, "value"));
  if (has(node, "name")) {
    result.name = identifier(field(node, "name"));
    return result;
  }
  // A typed parameter has no name field: it is its first child, which may be `*args`.
  TSNode name = node;
  if (type == "typed_parameter")
    name = childrenOf(node).front().node;
  result.name = identifier(name);
  if (typeOf(name) != "identifier")
    result.special = result.name.text;
  return result;
}

} // namespace mytriton
