// The concrete syntax tree to the typed one of ast.h.
#pragma once

#include "mytriton/frontend/ast.h"
#include "tree.h"

#include <optional>

namespace mytriton {

// The syntax of the tree is right. What nests too deep becomes a node that is an error where a
// kernel uses it.
class Converter {
public:
  explicit Converter(const SourceFile &file) : file_(file) {}

  std::unique_ptr<ast::Module> module(TSNode root);

private:
  // Counts the recursion of the conversion, and so the depth of what it makes.
  class Nesting {
  public:
    explicit Nesting(Converter &converter) : converter_(converter) { ++converter_.depth_; }
    ~Nesting() { --converter_.depth_; }
    Nesting(const Nesting &) = delete;
    Nesting &operator=(const Nesting &) = delete;
    bool tooDeep() const { return converter_.depth_ > kMaxNesting; }

  private:
    Converter &converter_;
  };

  std::string text(TSNode node) const { return std::string(file_.text(rangeOf(node))); }
  SourceRange placeOf(TSNode node) const {
    return {ts_node_start_byte(node), ts_node_end_byte(node), &file_};
  }
  ast::Identifier identifier(TSNode node) const { return {text(node), placeOf(node)}; }

  // convert_module.cpp
  using Items = std::vector<ast::ModuleItem>;
  void moduleItems(TSNode block, Items &items);
  void moduleItem(TSNode node, Items &items);
  void importStatement(TSNode node, Items &items);
  void fromImport(TSNode node, Items &items);
  std::optional<ast::Constant> moduleConstant(TSNode statement);
  ast::ModuleIf moduleIf(TSNode node);
  void moduleTry(TSNode node, Items &items);
  ast::FunctionDef function(TSNode whole, TSNode definition);
  std::vector<ast::Parameter> parameters(TSNode list);
  ast::Parameter parameter(TSNode node);

  // convert_statement.cpp
  ast::Block block(TSNode node);
  ast::Stmt statement(TSNode node);
  ast::Stmt expressionStatement(TSNode node);
  ast::Assign assignment(TSNode node);
  ast::Stmt augmentedAssignment(TSNode node);
  ast::If ifStatement(TSNode node);
  ast::For forStatement(TSNode node);

  // convert_expression.cpp
  template <typename Node>
  ast::ExprPtr make(TSNode at, Node node) const {
    return std::make_unique<ast::Expr>(ast::Expr{placeOf(at), std::move(node)});
  }
  ast::ExprPtr unsupportedExpression(TSNode node) const;
  ast::ExprPtr expression(TSNode node);
  ast::ExprPtr tuple(TSNode node);
  ast::ExprPtr binary(TSNode node);
  ast::ExprPtr unary(TSNode node);
  ast::ExprPtr comparison(TSNode node);
  ast::ExprPtr logical(TSNode node);
  ast::ExprPtr conditional(TSNode node);
  ast::ExprPtr attribute(TSNode node);
  ast::ExprPtr call(TSNode node);
  ast::ExprPtr subscript(TSNode node);
  ast::ExprPtr slice(TSNode node);
  // convert_string.cpp
  ast::ExprPtr string(TSNode node);
  bool interpolation(TSNode node, std::vector<ast::FormattedString::Part> &parts);
  // The child in that field; the grammar guarantees it.
  TSNode field(TSNode node, std::string_view name) const;
  bool has(TSNode node, std::string_view name) const;

  const SourceFile &file_;
  int depth_ = 0;
};

// The operator of `+` or `+=`; nullopt for one that kernels do not have.
std::optional<ast::BinaryOp> binaryOperator(std::string_view spelling);

} // namespace mytriton
