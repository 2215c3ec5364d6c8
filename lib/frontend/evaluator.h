// Evaluates statements and expressions of a kernel: what is known at compile time is computed, the
// rest becomes expressions.
#pragma once

#include "ast_walk.h"
#include "builtins.h"
#include "expr_builder.h"
#include "module_scope.h"

#include <set>
#include <string>
#include <unordered_map>

namespace mytriton {

// Statements and expressions that one kernel may evaluate, loops unrolled: it bounds the time and
// the size of what comes out.
inline constexpr std::size_t kMaxSteps = 500'000;

// Thrown where the kernel asks for the type of a value that is not known yet, before types of
// parameters are inferred.
struct TypeNeeded {
  Expr *value;
};

class Evaluator {
public:
  Evaluator(const ModuleScope &scope, ExprKernel &kernel, Diagnostics &diagnostics)
      : scope_(scope), diagnostics_(diagnostics), builder_(kernel, diagnostics) {}

  Object evaluate(const ast::Expr &expr);
  // The body of a kernel whose parameters are bound.
  void run(const ast::Block &body);
  void bind(const std::string &name, Object object) { locals_[name] = std::move(object); }

  // For builtins.
  ExprBuilder &builder() { return builder_; }
  template <typename... Args>
  [[noreturn]] void fail(DiagnosticKind kind, SourceRange range, Args &&...args) {
    diagnostics_.fail(kind, range, std::forward<Args>(args)...);
  }
  // `what` names the value in the message where it is not known at compile time.
  ConstexprValue constant(const Operand &operand, std::string_view what);
  std::int64_t integer(const Operand &operand, std::string_view what);
  DType dtype(const Operand &operand, std::string_view what);
  bool truth(const Operand &operand, std::string_view user, std::string_view instead);
  Object fold(const struct Folded &folded, SourceRange range);

private:
  enum class Flow { Next, Return };

  void step(SourceRange range, std::size_t cost = 1);

  // evaluator_statement.cpp
  Flow block(const ast::Block &block);
  Flow statement(const ast::Stmt &statement);
  Flow execute(const ast::ExprStatement &node, SourceRange range);
  Flow execute(const ast::Assign &node, SourceRange range);
  Flow execute(const ast::AugmentedAssign &node, SourceRange range);
  Flow execute(const ast::If &node, SourceRange range);
  Flow execute(const ast::For &node, SourceRange range);
  Flow execute(const ast::While &node, SourceRange range);
  Flow execute(const ast::Return &node, SourceRange range);
  Flow execute(const ast::Pass &node, SourceRange range);
  Flow execute(const ast::UnsupportedStatement &node, SourceRange range);
  void assign(const ast::Expr &target, const Object &object);
  void assignName(const std::string &name, const Object &object, SourceRange range);

  // evaluator_expression.cpp
  Operand operand(const ast::Expr &expr) { return {evaluate(expr), expr.range}; }
  Object visit(const ast::Name &node, SourceRange range);
  Object visit(const ast::Integer &node, SourceRange range);
  Object visit(const ast::Float &node, SourceRange range);
  Object visit(const ast::String &node, SourceRange range);
  Object visit(const ast::Boolean &node, SourceRange range);
  Object visit(const ast::NoneLiteral &node, SourceRange range);
  Object visit(const ast::Tuple &node, SourceRange range);
  Object visit(const ast::Unary &node, SourceRange range);
  Object visit(const ast::Binary &node, SourceRange range);
  Object visit(const ast::Compare &node, SourceRange range);
  Object visit(const ast::Logical &node, SourceRange range);
  Object visit(const ast::Conditional &node, SourceRange range);
  Object visit(const ast::Attribute &node, SourceRange range);
  Object visit(const ast::Call &node, SourceRange range);
  Object visit(const ast::Slice &node, SourceRange range);
  Object visit(const ast::Subscript &node, SourceRange range);
  Object visit(const ast::Unsupported &node, SourceRange range);
  Object binary(ast::BinaryOp op, const Operand &left, const Operand &right, SourceRange range);
  Object elementOf(const Object::Tuple &tuple, const ast::Subscript &node, SourceRange range);
  Object expandDims(Expr *expr, const ast::Subscript &node, SourceRange range);
  // The member of a value or type; `range` is that of the whole `value.name`.
  Object member(Object object, const ast::Attribute &node, SourceRange range);
  // `self` is the first argument of a method, null for a function.
  BoundCall bindArguments(const Builtin &builtin, const Operand *self, const ast::Call &node,
                          SourceRange range);

  const ModuleScope &scope_;
  Diagnostics &diagnostics_;
  ExprBuilder builder_;
  std::unordered_map<std::string, Object> locals_;
  std::set<std::string> assigned_;      // all that the kernel assigns to anywhere
  std::set<std::string> loopVariables_; // of the loops around the current statement
  std::size_t steps_ = 0;
};

} // namespace mytriton
