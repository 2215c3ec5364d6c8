// Evaluates statements and expressions of a kernel: what is known at compile time is computed, the
// rest becomes expressions.
#pragma once

#include "ast_walk.h"
#include "builtins.h"
#include "expr_builder.h"
#include "locals.h"
#include "module_scope.h"
#include "mytriton/frontend/evaluate.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

namespace mytriton {

// Thrown where the kernel asks for the type of a value that is not known yet, before types of
// parameters are inferred.
struct TypeNeeded {
  Expr *value;
};

class Evaluator {
public:
  Evaluator(ModuleScope &scope, ExprKernel &kernel, Diagnostics &diagnostics)
      : kernel_(kernel), scope_(&scope), diagnostics_(diagnostics), builder_(kernel, diagnostics) {}

  Object evaluate(const ast::Expr &expr);
  // The body of a kernel whose parameters are bound.
  void run(const ast::Block &body);
  void bind(const std::string &name, Object object) {
    frame_.locals.set(name, std::move(object), {});
  }

  // Loops that are to be unrolled although they could stay loops, and the one that has to be as
  // well where the evaluation failed; null: the error is the kernel's.
  void setUnrolled(const std::set<const void *> *loops) { unrolled_ = loops; }
  const void *blamed() const { return blamed_; }

  // How many statements and expressions may be evaluated, loops unrolled. What becomes an operation
  // of the kernel counts for several: later stages take longer over it.
  void setMaxSteps(std::size_t steps) { maxSteps_ = steps; }
  std::size_t steps() const { return steps_ + kStepsOfOperation * builder_.operations(); }

  // For builtins.
  ExprBuilder &builder() { return builder_; }
  Diagnostics &diagnostics() { return diagnostics_; }
  ModuleScope &scope() { return *scope_; }
  template <typename... Args>
  [[noreturn]] void fail(DiagnosticKind kind, SourceRange range, Args &&...args) {
    diagnostics_.fail(kind, range, std::forward<Args>(args)...);
  }
  // `what` names the value in the message where it is not known at compile time.
  ConstexprValue constant(const Operand &operand, std::string_view what);
  std::int64_t integer(const Operand &operand, std::string_view what);
  DType dtype(const Operand &operand, std::string_view what);
  // What bool() of it is; nullopt where that is known only at run time.
  static std::optional<bool> knownTruth(const Object &object);
  Object fold(const struct Folded &folded, SourceRange range);

private:
  enum class Flow { Next, Return };

  void step(SourceRange range, std::size_t cost = 1);
  // Refuses a loop that would take more steps than are left, before it takes any.
  void checkTrips(std::uint64_t trips, const ast::Expr &iterable);
  void descend(SourceRange range);

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
  const std::set<std::string> &assignedIn(const ast::Block &body);
  void assign(const ast::Expr &target, const Object &object);
  void assignName(const std::string &name, const Object &object, SourceRange range);

  // evaluator_branch.cpp
  struct Arm { // a branch that was evaluated
    Flow flow = Flow::Next;
    Expr *returned = nullptr; // where some way through it returns: whether it did
    Locals::Changes changes;
  };
  struct Open { // a condition of which one branch returned, and the other goes on
    Expr *owner;
    unsigned branch; // that goes on
    Object value;    // that the other returned
  };
  struct Merging { // what two branches give different values, for names and messages
    std::string name;
    std::string_view otherwise; // where it is no variable
    SourceRange range;
  };
  Object body(const ast::Block &statements);
  Flow branches(const ast::If &node, std::size_t first);
  Flow runtimeIf(const Operand &condition, const std::function<Flow()> &then,
                 const std::function<Flow()> &otherwise);
  Arm arm(ExprRegion &region, const std::function<Flow()> &body);
  Object closeOpen(std::size_t from, Object value);
  Expr *closePartly(std::size_t from);
  Flow continueUnlessReturned(Expr *owner, const Arm (&arms)[2]);
  void mergeChanges(Expr *owner, const Arm (&arms)[2]);
  // The value after a condition; null: it does not matter what it is after that branch.
  Object merge(Expr *owner, const Object *yes, const Object *no, const Merging &merging);
  [[noreturn]] void failBranchTypes(const Merging &merging, const std::string &yes,
                                    const std::string &no);

  // evaluator_loop.cpp
  struct Carried { // a variable
    std::string name;
    Object initial;
    std::vector<Expr *> initials, arguments; // its numbers
  };
  bool isUnrolled(const void *loop) const { return unrolled_ && unrolled_->count(loop) > 0; }
  void unroll(const ast::For &node, const std::string &name, const Range &range);
  void unroll(const ast::While &node);
  Object indexObject(const Range &range, std::int64_t index, SourceRange place);
  void giveTypes(const ast::Block &body);
  std::vector<Carried> carriedBy(const ast::Block &body);
  void bindArguments(ExprRegion &region, std::vector<Carried> &carried, SourceRange range);
  void runtimeFor(const ast::For &node, const std::string &name, const Range &range);
  void runBody(Expr *owner, const ast::Block &body, const std::vector<Carried> &carried);
  bool yield(ExprRegion &region, const Carried &carried);
  void blame(const Expr *root);

  // evaluator_expression.cpp
  [[noreturn]] void failLost(const std::string &name, SourceRange assigned, SourceRange range);
  Object use(ModuleScope::Meaning meaning, SourceRange range);
  Operand operand(const ast::Expr &expr) { return {evaluate(expr), expr.range}; }
  Object visit(const ast::Name &node, SourceRange range);
  Object visit(const ast::Integer &node, SourceRange range);
  Object visit(const ast::Float &node, SourceRange range);
  Object visit(const ast::String &node, SourceRange range);
  Object visit(const ast::FormattedString &node, SourceRange range);
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
  Object sliceOf(const Object::Tuple &tuple, const ast::Slice &slice, SourceRange range);
  Object expandDims(Expr *expr, const ast::Subscript &node, SourceRange range);
  // The member of a value or type; `range` is that of the whole `value.name`.
  Object member(Object object, const ast::Attribute &node, SourceRange range);

  // calls.cpp
  class Entered;
  struct Signature {
    std::string_view name;
    std::vector<std::string_view> names; // of the parameters
    std::size_t positional;              // that many take arguments by position
    bool variadic;                       // takes more of them
  };
  // The arguments in the order of the parameters, then those beyond them. `self` is the first
  // argument of a method, null for a function.
  std::vector<std::optional<Operand>> matchArguments(const Signature &signature,
                                                     const Operand *self, const ast::Call &node);
  Object call(const Function &function, const ast::Call &node, SourceRange range);
  BoundCall bindArguments(const Builtin &builtin, const Operand *self, const ast::Call &node,
                          SourceRange range);

  const ExprKernel &kernel_;
  ModuleScope *scope_; // of the function that is evaluated
  Diagnostics &diagnostics_;
  ExprBuilder builder_;
  // What belongs to one function while its body is evaluated.
  struct Frame {
    Locals locals;
    const std::set<std::string> *assigned = nullptr; // all that the body assigns to anywhere
    std::set<std::string> loopVariables;             // of the loops around the current statement
    std::vector<Open> open;
    int loops = 0;                                        // around the current statement
    std::unordered_map<std::string, const Expr *> lostIn; // the loop that left a name without value
  };
  Frame frame_;
  std::size_t callDepth_ = 0; // 0: in the kernel itself
  std::unordered_map<const ast::Block *, std::set<std::string>> assigned_; // by body
  std::unordered_map<const Expr *, const void *> candidates_; // loops that could be unrolled
  const std::set<const void *> *unrolled_ = nullptr;
  const void *blamed_ = nullptr;
  static constexpr std::size_t kStepsOfOperation = 10;
  std::size_t steps_ = 0, maxSteps_ = kMaxSteps;
  int depth_ = 0; // of expressions and statements in each other, those of callers included
};

} // namespace mytriton
