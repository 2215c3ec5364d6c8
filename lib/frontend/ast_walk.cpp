// Names used and assigned in a block. See ast_walk.h.
#include "ast_walk.h"

namespace mytriton {

using namespace ast;

namespace {

class NameCollector {
public:
  std::set<std::string> used, assigned;
  std::vector<std::string> order; // of assigned

  void expression(const Expr &expr) {
    std::visit([&](const auto &node) { visit(node); }, expr.node);
  }
  void block(const Block &block) {
    for (const Stmt &statement : block)
      std::visit([&](const auto &node) { visit(node); }, statement.node);
  }

private:
  void expression(const ExprPtr &expr) {
    if (expr)
      expression(*expr);
  }

  void target(const Expr &expr) {
    if (const auto *name = std::get_if<Name>(&expr.node)) {
      if (assigned.insert(name->id).second)
        order.push_back(name->id);
    } else if (const auto *tuple = std::get_if<Tuple>(&expr.node))
      for (const ExprPtr &element : tuple->elements)
        target(*element);
  }

  template <typename Node>
  void visit(const Node &) {} // literals, and what has no parts

  void visit(const Name &node) { used.insert(node.id); }
  void visit(const FormattedString &node) {
    for (const FormattedString::Part &part : node.parts)
      expression(part.value);
  }
  void visit(const Tuple &node) {
    for (const ExprPtr &element : node.elements)
      expression(element);
  }
  void visit(const Unary &node) { expression(node.operand); }
  void visit(const Binary &node) { expression(node.left), expression(node.right); }
  void visit(const Compare &node) { expression(node.left), expression(node.right); }
  void visit(const Logical &node) { expression(node.left), expression(node.right); }
  void visit(const Conditional &node) {
    expression(node.condition), expression(node.then), expression(node.otherwise);
  }
  void visit(const Attribute &node) { expression(node.object); }
  void visit(const Call &node) {
    expression(node.callee);
    for (const Argument &argument : node.arguments)
      expression(argument.value);
  }
  void visit(const Slice &node) {
    expression(node.start), expression(node.stop), expression(node.step);
  }
  void visit(const Subscript &node) {
    expression(node.object);
    for (const ExprPtr &index : node.indices)
      expression(index);
  }

  void visit(const ExprStatement &node) { expression(node.value); }
  void visit(const Assign &node) {
    for (const ExprPtr &each : node.targets)
      target(*each);
    expression(node.value);
  }
  void visit(const AugmentedAssign &node) {
    target(*node.target);
    expression(node.target), expression(node.value);
  }
  void visit(const If &node) {
    for (const If::Branch &branch : node.branches) {
      expression(branch.condition);
      block(branch.body);
    }
    block(node.otherwise);
  }
  void visit(const For &node) {
    target(*node.target);
    expression(node.iterable);
    block(node.body);
  }
  void visit(const While &node) {
    expression(node.condition);
    block(node.body);
  }
  void visit(const Return &node) { expression(node.value); }
};

} // namespace

std::set<std::string> namesUsedIn(const Block &block) {
  NameCollector collector;
  collector.block(block);
  return std::move(collector.used);
}

std::set<std::string> namesUsedIn(const Expr &expr) {
  NameCollector collector;
  collector.expression(expr);
  return std::move(collector.used);
}

std::vector<std::string> assignmentsIn(const Block &block) {
  NameCollector collector;
  collector.block(block);
  return std::move(collector.order);
}

std::set<std::string> namesAssignedIn(const Block &block) {
  NameCollector collector;
  collector.block(block);
  return std::move(collector.assigned);
}

} // namespace mytriton
