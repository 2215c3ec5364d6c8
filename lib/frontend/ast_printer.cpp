// The syntax tree as indented text: `KIND detail  @LINE:COL`, children two spaces further in.
#include "constant.h"
#include "mytriton/frontend/expr.h"
#include "mytriton/frontend/parse.h"
#include "mytriton/support/text.h"

#include <fmt/format.h>

namespace mytriton {

using namespace ast;

namespace {

class AstPrinter {
public:
  explicit AstPrinter(const SourceFile &file) : file_(file) {}

  void module(const Module &module) {
    line({}, "module");
    items(module.items);
  }

  void item(const FunctionDef &function, SourceRange) { this->function(function); }

  void function(const FunctionDef &function) {
    line(function.name.range, "function " + function.name.text);
    ++indent_;
    for (const ExprPtr &decorator : function.decorators)
      labelled("decorator", *decorator);
    for (const Parameter &parameter : function.parameters) {
      line(parameter.name.range, fmt::format("parameter {}{}", parameter.name.text,
                                             parameter.keywordOnly ? " keyword-only" : ""));
      ++indent_;
      if (parameter.annotation)
        labelled("annotation", *parameter.annotation);
      if (parameter.defaultValue)
        labelled("default", *parameter.defaultValue);
      --indent_;
    }
    labelled("body", function.body);
    --indent_;
  }

  std::string take() { return std::move(out_); }

private:
  void line(SourceRange range, std::string_view text) {
    out_.append(static_cast<std::size_t>(indent_) * 2, ' ');
    out_ += text;
    if (range.known()) {
      const LineColumn at = file_.locate(range.begin);
      out_ += fmt::format("  @{}:{}", at.line, at.column);
    }
    out_ += '\n';
  }

  void labelled(std::string_view label, const ast::Expr &value) {
    line({}, label);
    ++indent_;
    expression(value);
    --indent_;
  }
  void labelled(std::string_view label, const Block &block) {
    line({}, label);
    ++indent_;
    for (const Stmt &statement : block)
      std::visit([&](const auto &node) { this->statement(node, statement.range); }, statement.node);
    --indent_;
  }

  void item(const Import &node, SourceRange range) {
    line(range, "import " + node.module + (node.alias.empty() ? "" : " as " + node.alias));
  }
  void item(const FromImport &node, SourceRange range) {
    line(range, "from " + node.module + " import " + node.name +
                    (node.alias == node.name || node.alias.empty() ? "" : " as " + node.alias));
  }
  void item(const Constant &node, SourceRange range) {
    line(range, "constant " + node.name.text);
    ++indent_;
    expression(*node.value);
    --indent_;
  }
  void items(const std::vector<ModuleItem> &items) {
    ++indent_;
    for (const ModuleItem &item : items)
      std::visit([&](const auto &node) { this->item(node, item.range); }, item.node);
    --indent_;
  }
  void item(const ModuleIf &node, SourceRange range) {
    line(range, "if");
    ++indent_;
    for (const ModuleIf::Branch &branch : node.branches) {
      if (branch.condition)
        labelled("condition", *branch.condition);
      line({}, branch.condition ? "then" : "else");
      items(branch.items);
    }
    --indent_;
  }
  void item(const Skipped &node, SourceRange range) {
    std::string names;
    for (const std::string &name : node.names)
      names += (names.empty() ? ", binds " : " ") + name;
    line(range, "skipped" + names);
  }

  void statement(const ExprStatement &node, SourceRange range) {
    line(range, "expression");
    children({node.value.get()});
  }
  void statement(const Assign &node, SourceRange range) {
    line(range, "assign");
    ++indent_;
    for (const ExprPtr &target : node.targets)
      labelled("target", *target);
    if (node.annotation)
      labelled("annotation", *node.annotation);
    if (node.value)
      labelled("value", *node.value);
    --indent_;
  }
  void statement(const AugmentedAssign &node, SourceRange range) {
    line(range, fmt::format("assign {}=", spelling(node.op)));
    children({node.target.get(), node.value.get()});
  }
  void statement(const If &node, SourceRange range) {
    line(range, "if");
    ++indent_;
    for (const If::Branch &branch : node.branches) {
      labelled("condition", *branch.condition);
      labelled("then", branch.body);
    }
    if (!node.otherwise.empty())
      labelled("else", node.otherwise);
    --indent_;
  }
  void statement(const For &node, SourceRange range) {
    line(range, "for");
    ++indent_;
    labelled("target", *node.target);
    labelled("in", *node.iterable);
    labelled("body", node.body);
    --indent_;
  }
  void statement(const While &node, SourceRange range) {
    line(range, "while");
    ++indent_;
    labelled("condition", *node.condition);
    labelled("body", node.body);
    --indent_;
  }
  void statement(const Return &node, SourceRange range) {
    line(range, "return");
    children({node.value.get()});
  }
  void statement(const Pass &, SourceRange range) { line(range, "pass"); }
  void statement(const UnsupportedStatement &node, SourceRange range) {
    line(range, "unsupported " + node.what);
  }

  void children(std::initializer_list<const ast::Expr *> list) {
    ++indent_;
    for (const ast::Expr *child : list)
      if (child)
        expression(*child);
    --indent_;
  }
  void children(const std::vector<ExprPtr> &list) {
    ++indent_;
    for (const ExprPtr &child : list)
      expression(*child);
    --indent_;
  }

  void expression(const ast::Expr &expr) {
    std::visit([&](const auto &node) { this->expression(node, expr.range); }, expr.node);
  }
  void expression(const Name &node, SourceRange range) { line(range, "name " + node.id); }
  void expression(const Integer &node, SourceRange range) {
    line(range, node.magnitude ? fmt::format("integer {}", *node.magnitude) : "integer, too large");
  }
  void expression(const Float &node, SourceRange range) {
    line(range, "float " + constexprText(constexprOf(node.value)));
  }
  void expression(const String &node, SourceRange range) {
    line(range, "string " + jsonString(node.value));
  }
  void expression(const FormattedString &node, SourceRange range) {
    line(range, "f-string");
    ++indent_;
    for (const FormattedString::Part &part : node.parts) {
      if (!part.text.empty())
        line(range, "text " + jsonString(part.text));
      if (part.value)
        labelled(part.repr ? "repr" : "value", *part.value);
    }
    --indent_;
  }
  void expression(const Boolean &node, SourceRange range) {
    line(range, node.value ? "True" : "False");
  }
  void expression(const NoneLiteral &, SourceRange range) { line(range, "None"); }
  void expression(const Tuple &node, SourceRange range) {
    line(range, "tuple");
    children(node.elements);
  }
  void expression(const Unary &node, SourceRange range) {
    line(range, fmt::format("unary {}", spelling(node.op)));
    children({node.operand.get()});
  }
  void expression(const Binary &node, SourceRange range) {
    line(range, fmt::format("binary {}", spelling(node.op)));
    children({node.left.get(), node.right.get()});
  }
  void expression(const Compare &node, SourceRange range) {
    line(range, fmt::format("compare {}", spelling(node.op)));
    children({node.left.get(), node.right.get()});
  }
  void expression(const Logical &node, SourceRange range) {
    line(range, node.isOr ? "or" : "and");
    children({node.left.get(), node.right.get()});
  }
  void expression(const Conditional &node, SourceRange range) {
    line(range, "conditional");
    children({node.condition.get(), node.then.get(), node.otherwise.get()});
  }
  void expression(const Attribute &node, SourceRange range) {
    line(range, "attribute " + node.name.text);
    children({node.object.get()});
  }
  void expression(const Call &node, SourceRange range) {
    line(range, "call");
    children({node.callee.get()});
    ++indent_;
    for (const Argument &argument : node.arguments)
      labelled(argument.keyword ? "argument " + argument.keyword->text : "argument",
               *argument.value);
    --indent_;
  }
  void expression(const Slice &node, SourceRange range) {
    line(range, "slice");
    ++indent_;
    if (node.start)
      labelled("start", *node.start);
    if (node.stop)
      labelled("stop", *node.stop);
    if (node.step)
      labelled("step", *node.step);
    --indent_;
  }
  void expression(const Subscript &node, SourceRange range) {
    line(range, "subscript");
    children({node.object.get()});
    children(node.indices);
  }
  void expression(const Unsupported &node, SourceRange range) {
    line(range, "unsupported " + node.what);
  }

  const SourceFile &file_;
  std::string out_;
  int indent_ = 0;
};

} // namespace

std::string printAst(const FunctionDef &function, const SourceFile &file) {
  AstPrinter printer(file);
  printer.function(function);
  return printer.take();
}

std::string printAst(const Module &module, const SourceFile &file) {
  AstPrinter printer(file);
  printer.module(module);
  return printer.take();
}

} // namespace mytriton
