// The expression tree to tile-level SSA. See lower.h.
#include "mytriton/frontend/lower.h"

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace mytriton {

namespace {

// What an effect or a region demands, in the order in which it is lowered: the value of a store
// comes before its address.
template <typename Visit>
void forEachDemand(const Expr &effect, Visit &&visit) {
  if (effect.op == OpKind::Store)
    visit(effect.operands[1]);
  for (const Expr *operand : effect.operands)
    visit(operand);
}

// Has no place in the SSA.
bool isPlaceless(const Expr &expr) {
  return expr.kind == Expr::Kind::Constant || expr.kind == Expr::Kind::Parameter;
}

// For each region the expressions from outside it that it needs, in the order in which it demands
// them. A region looks at its own expressions and at what the regions inside it need, so that each
// expression is looked at once.
class Captures {
public:
  const std::vector<const Expr *> &of(const ExprRegion &region) {
    const auto [place, isNew] = captures_.try_emplace(&region);
    if (isNew) {
      std::vector<const Expr *> found = collect(region);
      // Regions inside may have made the table grow.
      return captures_[&region] = std::move(found);
    }
    return place->second;
  }

private:
  std::vector<const Expr *> collect(const ExprRegion &region) {
    std::vector<const Expr *> outer;
    std::unordered_set<const Expr *> seen;
    const auto need = [&](const Expr *root) {
      std::vector<const Expr *> stack{root};
      while (!stack.empty()) {
        const Expr *expr = stack.back();
        stack.pop_back();
        if (!expr || isPlaceless(*expr) || !seen.insert(expr).second)
          continue;
        if (!region.encloses(expr->region))
          outer.push_back(expr);
        else if (expr->kind == Expr::Kind::Operation && expr->regions.empty())
          for (auto operand = expr->operands.rbegin(); operand != expr->operands.rend(); ++operand)
            stack.push_back(*operand);
      }
    };
    for (const Expr *effect : region.effects) {
      forEachDemand(*effect, need);
      for (const auto &inner : effect->regions)
        for (const Expr *expr : of(*inner))
          need(expr);
    }
    for (const Expr *yield : region.yields)
      need(yield);
    return outer;
  }

  std::unordered_map<const ExprRegion *, std::vector<const Expr *>> captures_;
};

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
    for (const Expr *effect : source_.body.effects)
      lower(*effect);
    return std::move(kernel_);
  }

private:
  void lower(const Expr &effect) {
    forEachDemand(effect, [this](const Expr *expr) { demand(expr); });
    if (effect.regions.empty())
      create(effect);
    else
      lowerControl(effect);
  }

  // Recursion ends at the deepest nesting of regions, which the frontend bounds.
  void lowerControl(const Expr &expr) {
    for (const auto &region : expr.regions)
      for (const Expr *captured : captures_.of(*region))
        demand(captured);
    Operation *op = open(expr);
    for (unsigned r = 0; r < op->regionCount(); ++r)
      lowerRegion(*expr.regions[r], op->region(r));
    builder_.infer(op);
    results_[&expr] = op;
  }

  void lowerRegion(const ExprRegion &source, Region &region) {
    Region &outer = builder_.region();
    builder_.setInsertionEnd(region);
    for (const Expr *argument : source.arguments)
      values_[argument->id] = region.addArgument(argument->type, argument->name);
    for (const Expr *effect : source.effects)
      lower(*effect);
    std::vector<Value *> yields;
    for (const Expr *yield : source.yields) {
      demand(yield);
      yields.push_back(values_[yield->id]);
    }
    builder_.create(OpKind::Yield, yields);
    builder_.setInsertionEnd(outer);
  }

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
      if (top.expr->kind == Expr::Kind::Result || top.next == top.expr->operands.size()) {
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
    switch (expr.kind) {
    case Expr::Kind::Constant:
      values_[expr.id] = kernel_->constant(expr.constant);
      return;
    case Expr::Kind::Parameter:
      values_[expr.id] = kernel_->parameter(expr.index);
      return;
    case Expr::Kind::Result: // its owner was lowered where it stands
      values_[expr.id] = results_.at(expr.operands[0])->result(expr.index);
      values_[expr.id]->setName(expr.name);
      return;
    case Expr::Kind::Argument: // has its value since its region was entered
      return;
    case Expr::Kind::Operation:
      break;
    }
    Operation *op = open(expr);
    builder_.infer(op);
    if (op->resultCount() == 1) {
      op->result()->setName(expr.name);
      values_[expr.id] = op->result();
    }
  }

  Operation *open(const Expr &expr) {
    std::vector<Value *> operands;
    for (const Expr *operand : expr.operands)
      operands.push_back(operand ? values_[operand->id] : nullptr);
    builder_.setRange(expr.range);
    Operation *op = builder_.createOpen(expr.op, operands);
    for (const auto &[name, value] : expr.attributes)
      op->setAttribute(name, value);
    return op;
  }

  const ExprKernel &source_;
  std::vector<Value *> values_;                           // by Expr::id
  std::unordered_map<const Expr *, Operation *> results_; // of control flow
  Captures captures_;
  std::unique_ptr<Kernel> kernel_;
  Builder builder_;
};

} // namespace

std::unique_ptr<Kernel> lowerToSsa(const ExprKernel &kernel) { return Lowering(kernel).run(); }

} // namespace mytriton
