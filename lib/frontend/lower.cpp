// The expression tree to tile-level SSA. See lower.h.
#include "mytriton/frontend/lower.h"

#include <vector>

namespace mytriton {

namespace {

class Lowering {
public:
  explicit Lowering(const ExprKernel &source)
      : source_(source), values_(source.exprs.size()),
        kernel_(std::make_unique<Kernel>(source.name)), builder_(kernel_->body()) {}

  std::unique_ptr<Kernel> run() {
    for (const ExprParameter &parameter : source_.parameters) {
      Value *value = kernel_->addParameter(parameter.name, parameter.type, parameter.info);
      value->setName(parameter.name);
    }
    for (const Expr *effect : source_.effects) {
      // The value of a store is demanded before its address.
      if (effect->op == OpKind::Store)
        demand(effect->operands[1]);
      for (const Expr *operand : effect->operands)
        demand(operand);
      create(*effect);
    }
    return std::move(kernel_);
  }

private:
  // Lowers an expression and all that it needs, operands first. Not by recursion: a chain of
  // assignments makes expressions of any depth.
  void demand(const Expr *root) {
    if (!root || values_[root->id])
      return;
    struct Pending {
      const Expr *expr;
      std::size_t next; // the operand to look at
    };
    std::vector<Pending> stack{{root, 0}};
    while (!stack.empty()) {
      Pending &top = stack.back();
      if (top.next == top.expr->operands.size()) {
        create(*top.expr);
        stack.pop_back();
        continue;
      }
      const Expr *operand = top.expr->operands[top.next++];
      if (operand && !values_[operand->id])
        stack.push_back({operand, 0});
    }
  }

  void create(const Expr &expr) {
    if (expr.kind == Expr::Kind::Constant) {
      values_[expr.id] = kernel_->constant(expr.constant);
      return;
    }
    if (expr.kind == Expr::Kind::Parameter) {
      values_[expr.id] = kernel_->parameter(expr.parameter);
      return;
    }
    std::vector<Value *> operands;
    for (const Expr *operand : expr.operands)
      operands.push_back(operand ? values_[operand->id] : nullptr);
    builder_.setRange(expr.range);
    Operation *op = builder_.createOpen(expr.op, operands);
    for (const auto &[name, value] : expr.attributes)
      op->setAttribute(name, value);
    builder_.infer(op);
    if (op->resultCount() == 1) {
      op->result()->setName(expr.name);
      values_[expr.id] = op->result();
    }
  }

  const ExprKernel &source_;
  std::vector<Value *> values_; // by Expr::id
  std::unique_ptr<Kernel> kernel_;
  Builder builder_;
};

} // namespace

std::unique_ptr<Kernel> lowerToSsa(const ExprKernel &kernel) { return Lowering(kernel).run(); }

} // namespace mytriton
