// Loops and conditions of the program.

#include "mlir_printer.h"
#include "mlir_types.h"

#include "mytriton/ir/slots.h"

#include <fmt/format.h>

namespace mytriton {

namespace {

constexpr std::size_t kLineWidth = 100; // with what stands before it, a little more

std::string listOf(const std::vector<std::string> &items) {
  return fmt::format("{}", fmt::join(items, ", "));
}

// `%a, %b = `; nothing where there are no results.
std::string assignedTo(const std::vector<std::string> &results) {
  return results.empty() ? "" : listOf(results) + " = ";
}

// `%a = %start, …`
std::string initialized(const std::vector<std::string> &arguments,
                        const std::vector<std::string> &starts) {
  std::vector<std::string> items;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    items.push_back(fmt::format("{} = {}", arguments[i], starts[i]));
  return listOf(items);
}

} // namespace

void MlirPrinter::openLoop(const std::string &head, const std::vector<std::string> &arguments,
                           const Carried &carried, std::string_view indexType) {
  std::string text = assignedTo(carried.results) + head;
  std::string values;
  if (!arguments.empty())
    values = fmt::format(" iter_args({}) -> ({})", initialized(arguments, carried.starts),
                         listOf(carried.types));
  values += fmt::format(" : {} {{", indexType);
  if (text.size() + values.size() <= kLineWidth || arguments.empty()) {
    line(text + values);
  } else {
    line(text);
    line("   " + values);
  }
  ++indent_;
}

// `unroll`: the copies of the body that the loop asks for; 0: all, 1: no more than one.
void MlirPrinter::closeLoop(std::int64_t unroll) {
  --indent_;
  if (unroll == 1)
    return line("}");
  unrolls_.insert(unroll);
  line(fmt::format("}} {{loop_annotation = #unroll{}}}",
                   unroll == 0 ? "" : fmt::format("_{}", unroll)));
}

void MlirPrinter::yieldLine(const std::vector<std::string> &values,
                            const std::vector<std::string> &types) {
  if (!values.empty())
    line(fmt::format("scf.yield {} : {}", listOf(values), listOf(types)));
}

// Names the results of a loop or condition; those in local memory are made, and filled with what
// the loop starts with.
MlirPrinter::Carried MlirPrinter::carry(const Operation &op) {
  Carried carried;
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    const Value *result = op.result(i);
    const Value *initial = isLoop(op) ? initialValue(op, i) : nullptr;
    if (!isLocal(result->type())) {
      carried.results.push_back(nameFor(result));
      carried.types.push_back(mlirType(result->type()));
      if (initial != nullptr)
        carried.starts.push_back(operand(initial));
      continue;
    }
    const std::string array = localArray(result->type(), localName(result));
    values_[result] = array;
    if (initial == nullptr)
      continue;
    copyLocal(array, operand(initial), result->type());
    for (unsigned r = 0; r < op.regionCount(); ++r)
      values_[carriedArgument(op, r, i)] = array;
  }
  return carried;
}

// The carried arguments of a region that are no arrays in local memory.
std::vector<std::string> MlirPrinter::nameArguments(const Operation &loop, unsigned region) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < carriedCount(loop); ++i)
    if (const Value *argument = carriedArgument(loop, region, i); !isLocal(argument->type()))
      names.push_back(nameFor(argument));
  return names;
}

void MlirPrinter::branch(const Operation &op) {
  const Carried results = carry(op);
  line(fmt::format("{}scf.if {}{} {{", assignedTo(results.results), operand(op.operand(0)),
                   results.types.empty() ? "" : fmt::format(" -> ({})", listOf(results.types))));
  for (unsigned side = 0; side < 2; ++side) {
    if (side == 1) {
      if (op.region(1).size() == 1 && op.resultCount() == 0)
        break;
      line("} else {");
    }
    nested(op.region(side), op);
  }
  line("}");
}

void MlirPrinter::nested(const Region &body, const Operation &owner) {
  names_.openScope();
  ++indent_;
  region(body, &owner);
  --indent_;
  names_.closeScope();
}

void MlirPrinter::forLoop(const Operation &op) {
  const Value *step = op.operand(2);
  const bool rises = step->isConstant() ? step->constant().asInt() > 0 : op.flag("rising");
  if (!rises)
    return fallingLoop(op);
  const Region &body = op.region();
  const Carried carried = carry(op);
  names_.openScope();
  const std::string index = nameFor(body.argument(0), "i");
  const std::string head =
      fmt::format("scf.for {} = {} to {} step {}", index, operand(op.operand(0)),
                  operand(op.operand(1)), operand(step));
  openLoop(head, nameArguments(op, 0), carried, mlirType(body.argument(0)->type()));
  region(body, &op);
  closeLoop(op.flag("unroll") ? 0 : op.intAttribute("unroll", 1));
  names_.closeScope();
}

// scf.for only counts upwards. Down, or in a direction that is not known before, counts a while,
// with the index as the first value that it carries.
void MlirPrinter::fallingLoop(const Operation &op) {
  const Value *step = op.operand(2);
  const std::string stop = operand(op.operand(1)), by = operand(step);
  const std::string type = mlirType(step->type());
  std::string up, down;
  if (!step->isConstant()) {
    const std::string zero = constant(Scalar::ofInt(step->type().dtype(), 0));
    up = temporary(fmt::format("arith.cmpi sgt, {}, {} : {}", by, zero, type));
    down = temporary(fmt::format("arith.cmpi slt, {}, {} : {}", by, zero, type));
  }
  Carried carried = carry(op);
  carried.results.insert(carried.results.begin(), names_.unique("end"));
  carried.starts.insert(carried.starts.begin(), operand(op.operand(0)));
  carried.types.insert(carried.types.begin(), type);

  names_.openScope();
  const std::string index = nameFor(op.region().argument(0), "i");
  std::vector<std::string> arguments = nameArguments(op, 0);
  arguments.insert(arguments.begin(), index);
  openWhile(carried, arguments);
  std::string more = temporary(fmt::format("arith.cmpi sgt, {}, {} : {}", index, stop, type));
  if (!step->isConstant()) {
    const std::string below =
        temporary(fmt::format("arith.cmpi slt, {}, {} : {}", index, stop, type));
    const std::string rising = temporary(fmt::format("arith.andi {}, {} : i1", up, below));
    const std::string falling = temporary(fmt::format("arith.andi {}, {} : i1", down, more));
    more = temporary(fmt::format("arith.ori {}, {} : i1", rising, falling));
  }
  condition(more, arguments, carried.types);
  openBody(arguments, carried.types);
  indices_[&op] = index;
  region(op.region(), &op);
  closeLoop(1);
  names_.closeScope();
}

void MlirPrinter::whileLoop(const Operation &op) {
  const Carried carried = carry(op);
  names_.openScope();
  conditions_[&op] = {nameArguments(op, 0), carried.types};
  openWhile(carried, conditions_[&op].first);
  region(op.region(0), &op);
  names_.closeScope();
  names_.openScope();
  openBody(nameArguments(op, 1), carried.types);
  region(op.region(1), &op);
  closeLoop(1);
  names_.closeScope();
}

void MlirPrinter::openWhile(const Carried &carried, const std::vector<std::string> &arguments) {
  const std::string types = listOf(carried.types);
  const std::string list =
      arguments.empty() ? "" : fmt::format(" ({})", initialized(arguments, carried.starts));
  line(
      fmt::format("{0}scf.while{1} : ({2}) -> ({2}) {{", assignedTo(carried.results), list, types));
  ++indent_;
}

void MlirPrinter::condition(const std::string &holds, const std::vector<std::string> &arguments,
                            const std::vector<std::string> &types) {
  line(fmt::format("scf.condition({}){}", holds,
                   arguments.empty() ? ""
                                     : fmt::format(" {} : {}", listOf(arguments), listOf(types))));
}

void MlirPrinter::openBody(const std::vector<std::string> &arguments,
                           const std::vector<std::string> &types) {
  --indent_;
  line("} do {");
  if (!arguments.empty()) {
    std::vector<std::string> declared;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      declared.push_back(fmt::format("{}: {}", arguments[i], types[i]));
    line(fmt::format("^body({}):", listOf(declared)));
  }
  ++indent_;
}

// Hands on what a region ends with.
void MlirPrinter::yield(const Operation &op, const Operation &owner) {
  if (owner.is(OpKind::Each))
    return yieldEach(op, owner);
  if (owner.is(OpKind::While) && op.parent() == &owner.region(0)) {
    const auto &[arguments, types] = conditions_.at(&owner);
    return condition(operand(op.operand(0)), arguments, types);
  }
  std::vector<std::string> handed, types;
  if (const auto index = indices_.find(&owner); index != indices_.end()) {
    const std::string type = mlirType(owner.operand(2)->type());
    handed.push_back(temporary(
        fmt::format("arith.addi {}, {} : {}", index->second, operand(owner.operand(2)), type)));
    types.push_back(type);
  }
  std::vector<unsigned> local;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    if (isLocal(op.operand(i)->type())) {
      local.push_back(i);
      continue;
    }
    handed.push_back(operand(op.operand(i)));
    types.push_back(mlirType(op.operand(i)->type()));
  }
  yieldLocal(op, owner, local);
  if (handed.empty() && owner.is(OpKind::While))
    return line("scf.yield");
  yieldLine(handed, types);
}

// Copies arrays in local memory into those that the next iteration, or what follows, reads. Where
// there are several, all are read before any is written, since they may change places.
void MlirPrinter::yieldLocal(const Operation &op, const Operation &owner,
                             const std::vector<unsigned> &slots) {
  std::vector<std::string> arrays;
  for (const unsigned slot : slots) {
    const Value *value = op.operand(slot);
    std::string array = operand(value);
    if (isLoop(owner) && slots.size() > 1 && array != values_.at(owner.result(slot))) {
      const std::string aside = localArray(value->type(), "next_" + localName(owner.result(slot)));
      copyLocal(aside, array, value->type());
      array = aside;
    }
    arrays.push_back(std::move(array));
  }
  for (std::size_t i = 0; i < slots.size(); ++i)
    copyLocal(values_.at(owner.result(slots[i])), arrays[i], op.operand(slots[i])->type());
}

} // namespace mytriton
