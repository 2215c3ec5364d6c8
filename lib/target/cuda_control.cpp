// Loops and conditions of the program, and the assignments at the end of regions.

#include "cuda_printer.h"

#include "mytriton/ir/slots.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_set>
#include <utility>

namespace mytriton {

namespace {

// Operations whose expression is a sign between operands, with the assignment that contains it.
std::string_view compoundSign(OpKind kind) {
  switch (kind) {
  case OpKind::Add:
    return "+";
  case OpKind::Sub:
    return "-";
  case OpKind::Mul:
    return "*";
  case OpKind::Div:
    return "/";
  default:
    return "";
  }
}

} // namespace

// The values whose variables an expression reads.
std::vector<const Value *> CudaPrinter::variablesRead(const Value *value) const {
  std::vector<const Value *> roots, work{value};
  std::unordered_set<const Value *> seen{value};
  while (!work.empty()) {
    const Value *next = work.back();
    work.pop_back();
    if (variables_.of(next) != nullptr) {
      const Value *root = variables_.root(next);
      if (root != nullptr && std::find(roots.begin(), roots.end(), root) == roots.end())
        roots.push_back(root);
      continue;
    }
    if (const Operation *op = next->definingOp())
      for (unsigned i = 0; i < op->operandCount(); ++i)
        if (op->operand(i) != nullptr && seen.insert(op->operand(i)).second)
          work.push_back(op->operand(i));
  }
  return roots;
}

void CudaPrinter::assign(const std::string &target, const Value *value, SourceRange range) {
  if (value->type().isRegisters())
    return copy(target, expression(value).text, value->type().shape());
  const Operation *op = value->definingOp();
  std::string assigned = value->type().isPointer() ? address(value) : text(value);
  std::string sign = "=";
  if (op != nullptr && variables_.of(value) == nullptr && !options_.ssaNames) {
    const std::string_view compound =
        op->is(OpKind::AddPtr) ? std::string_view("+") : compoundSign(op->kind());
    const std::string left = fmt::format("{} {} ", target, compound);
    if (!compound.empty() && expression(op->operand(0)).text == target &&
        assigned.rfind(left, 0) == 0) {
      sign = std::string(compound) + "=";
      assigned = text(op->operand(1));
    }
  }
  line(fmt::format("{} {} {};", target, sign, assigned), range);
}

void CudaPrinter::assignTogether(const std::vector<Assignment> &assignments, SourceRange range) {
  struct Pending {
    const Assignment *assignment;
    std::vector<std::size_t> reads; // pending assignments whose targets its value reads
    std::size_t waitsFor = 0;       // pending values that still read its target
    std::string aside;              // the variable that keeps its value meanwhile
    bool done = false;
  };
  std::vector<Pending> pending;
  std::unordered_map<const Value *, std::vector<std::size_t>> byRoot;
  for (const Assignment &each : assignments) {
    const std::string *place = variables_.of(each.value);
    if (place != nullptr && *place == each.place)
      continue; // written there already
    byRoot[variables_.root(each.target)].push_back(pending.size());
    pending.push_back({&each, {}, 0, {}, false});
  }
  for (std::size_t i = 0; i < pending.size(); ++i)
    for (const Value *root : variablesRead(pending[i].assignment->value))
      if (const auto found = byRoot.find(root); found != byRoot.end())
        for (const std::size_t target : found->second)
          if (target != i) {
            pending[i].reads.push_back(target);
            ++pending[target].waitsFor;
          }

  std::vector<std::size_t> ready;
  const auto valueRead = [&](std::size_t i) {
    for (const std::size_t target : std::exchange(pending[i].reads, {}))
      if (--pending[target].waitsFor == 0)
        ready.push_back(target);
  };
  for (std::size_t i = pending.size(); i-- > 0;)
    if (pending[i].waitsFor == 0)
      ready.push_back(i);
  std::size_t next = 0; // of a cycle
  for (std::size_t left = pending.size(); left > 0;) {
    if (ready.empty()) { // all wait for each other: one value is kept aside
      while (pending[next].done || !pending[next].aside.empty())
        ++next;
      pending[next].aside = keepAside(*pending[next].assignment, range);
      valueRead(next);
      continue;
    }
    Pending &now = pending[ready.back()];
    ready.pop_back();
    const Assignment &each = *now.assignment;
    if (now.aside.empty())
      assign(each.place, each.value, range);
    else
      copy(each.place, now.aside, each.value->type().shape());
    now.done = true;
    --left;
    valueRead(static_cast<std::size_t>(&now - pending.data()));
  }
}

std::string CudaPrinter::keepAside(const Assignment &assignment, SourceRange range) {
  const Value *value = assignment.value;
  const Type type = value->type();
  std::string name =
      variables_.temporary("next_" + *variables_.of(variables_.root(assignment.target)));
  const std::string head =
      (type.isPointer() && throughConst(value) ? "const " : "") + cudaType(type) + " " + name;
  if (type.isRegisters()) {
    line(head + arraySuffix(type.shape()) + ";");
    assign(name, value, range);
  } else if (type.isPointer()) {
    line(head + " = " + address(value) + ";", range);
  } else {
    line("const " + head + " = " + text(value) + ";", range);
  }
  return name;
}

// Registers that live elsewhere are copied one by one.
void CudaPrinter::copy(const std::string &to, const std::string &from, const Shape &shape) {
  std::string indices;
  for (int dim = 0; dim < shape.rank(); ++dim) {
    const auto known = static_cast<std::size_t>(dim);
    if (known == copyIndices_.size())
      copyIndices_.push_back(variables_.temporary(fmt::format("c{}", dim)));
    line(fmt::format("for (int {0} = 0; {0} < {1}; ++{0})", copyIndices_[known], shape[dim]));
    ++indent_;
    indices += "[" + copyIndices_[known] + "]";
  }
  line(to + indices + " = " + from + indices + ";");
  indent_ -= shape.rank();
}

void CudaPrinter::start(const Operation &loop) {
  std::vector<Assignment> assignments;
  for (unsigned i = 0; i < loop.resultCount(); ++i) {
    const Value *result = loop.result(i);
    const Value *initial = loop.operand(decidingOperands(loop) + i);
    if (!variables_.declares(result)) {
      assignments.push_back({result, *variables_.of(result), initial});
      continue;
    }
    const Type type = result->type();
    const std::string head = alignment(result, "alignas") +
                             (type.isPointer() && throughConst(result) ? "const " : "") +
                             cudaType(type) + " " + *variables_.of(result);
    if (type.isRegisters()) {
      line(head + arraySuffix(type.shape()) + ";", loop.range());
      assign(*variables_.of(result), initial, loop.range());
    } else {
      line(fmt::format("{} = {};", head, type.isPointer() ? address(initial) : text(initial)),
           loop.range());
    }
  }
  assignTogether(assignments, loop.range());
}

void CudaPrinter::forLoop(const Operation &op) {
  start(op);
  const Region &body = op.region();
  const std::string &index = *variables_.of(body.argument(0));
  const Value *step = op.operand(2);
  const auto bound = [&](unsigned i, Binding around) {
    return operandText(asSigned(expression(op.operand(i))), around, true);
  };
  std::string condition, advance;
  if (step->isConstant()) {
    const std::int64_t by = step->constant().asInt();
    condition = fmt::format("{} {} {}", index, by > 0 ? "<" : ">", bound(1, Binding::Order));
    advance = by == 1    ? "++" + index
              : by == -1 ? "--" + index
                         : fmt::format("{} {} {}", index, by > 0 ? "+=" : "-=", by > 0 ? by : -by);
  } else {
    const std::string stop = bound(1, Binding::Order), stride = bound(2, Binding::Order);
    if (op.flag("rising"))
      condition = fmt::format("{} < {}", index, stop);
    else
      condition = fmt::format("{2} > 0 ? {0} < {1} : {2} < 0 && {0} > {1}", index, stop, stride);
    advance = fmt::format("{} += {}", index, indexText(step));
  }
  if (op.flag("unroll"))
    line("#pragma unroll");
  else if (const std::int64_t trips = op.intAttribute("unroll"); trips > 1)
    line(fmt::format("#pragma unroll {}", trips));
  const std::string type = cudaType(body.argument(0)->type());
  block(
      fmt::format("for ({} {} = {}; {}; {})", type, index, text(op.operand(0)), condition, advance),
      op.range(), body, op);
}

void CudaPrinter::whileLoop(const Operation &op) {
  start(op);
  const Region &condition = op.region(0), &body = op.region(1);
  const Operation *yield = condition.back();
  const bool expressionOnly = std::all_of(
      condition.operations().begin(), condition.operations().end(), [&](const auto &each) {
        return each.get() == yield ||
               (each->has(trait::Pure) && variables_.of(each->result()) == nullptr);
      });
  if (expressionOnly) {
    block("while (" + text(yield->operand(0)) + ")", op.range(), body, op);
    return;
  }
  line("while (true) {", op.range());
  ++indent_;
  for (const auto &each : condition.operations())
    if (each.get() != yield)
      statement(*each);
  line("if (!(" + text(yield->operand(0)) + "))");
  ++indent_;
  line("break;");
  --indent_;
  region(body, &op);
  --indent_;
  line("}");
}

} // namespace mytriton
