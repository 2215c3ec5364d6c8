// The concrete syntax tree to the typed one of ast.h.
#pragma once

#include "mytriton/frontend/ast.h"
#include "mytriton/support/diagnostics.h"
#include "tree.h"

#include <optional>

namespace mytriton {

// How deep expressions and blocks may nest: what lets later stages recurse over them.
inline constexpr int kMaxNesting = 250;

// The syntax of the tree is right. Throws Diagnosed where a kernel nests too deep.
class Converter {
public:
  Converter(const SourceFile &file, Diagnostics &diagnostics)
      : file_(file), diagnostics_(diagnostics) {}

  std::unique_ptr<ast::Module> module(TSNode root);

private:
  // Counts the recursion of the conversion, and so the depth of what it makes.
  class Nesting {
  public:
    Nesting(Converter &converter, TSNode node);
    ~Nesting() { --converter_.depth_; }
    Nesting(const Nesting &) = delete;
    Nesting &operator=(const Nesting &) = delete;

  private:
    Converter &converter_;
  };

  std::string text(TSNode node) const { return std::string(file_.text(rangeOf(node))); }
  SourceRange placeOf(TSNode node) const {
    return {ts_node_start_byte(node), ts_node_end_byte(node), &file_};
  }
  ast::Identifier identifier(TSNode node) const { return {text(node), placeOf(node)}; }

  // convert_module.cpp
  void moduleItem(TSNode node, ast::Module &module);
  void importStatement(TSNode node, ast::Module &module);
  void fromImport(TSNode node, ast::Module &module);
  std::optional<ast::Constant> moduleConstant(TSNode statement);
  ast::FunctionDef function(TSNode decorated, TSNode definition);
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
  ast::ExprPtr string(TSNode node);
  ast::ExprPtr binary(TSNode node);
  ast::ExprPtr unary(TSNode node);
  ast::ExprPtr comparison(TSNode node);
  ast::ExprPtr logical(TSNode node);
  ast::ExprPtr conditional(TSNode node);
  ast::ExprPtr attribute(TSNode node);
  ast::ExprPtr call(TSNode node);
  ast::ExprPtr subscript(TSNode node);
  ast::ExprPtr slice(TSNode node);
  // The child in that field; the grammar guarantees it.
  TSNode field(TSNode node, std::string_view name) const;
  bool has(TSNode node, std::string_view name) const;

  const SourceFile &file_;
  Diagnostics &diagnostics_;
  int depth_ = 0;
};

// The operator of `+` or `+=`; nullopt for one that kernels do not have.
std::optional<ast::BinaryOp> binaryOperator(std::string_view spelling);

} // namespace mytriton
