// Type rules of operations with regions.
#include "op_rules.h"

namespace mytriton {

namespace {

// The yield that ends the region, or null.
const Operation *terminator(const Region &region) {
  const Operation *last = region.back();
  return last && last->is(OpKind::Yield) ? last : nullptr;
}

// The types of what the region yields, or what is wrong with it.
TypeResult yieldedTypes(const Region &region) {
  const Operation *yield = terminator(region);
  if (!yield)
    return TypeResult::bad("a region does not end in yield");
  TypeResult result;
  for (unsigned i = 0; i < yield->operandCount(); ++i) {
    if (!yield->operand(i))
      return TypeResult::bad("a region yields a missing value");
    result.types.push_back(yield->operand(i)->type());
  }
  return result;
}

// The types that a loop carries: those of its operands from `first` on, of the arguments of its
// last region from `firstArgument` on, and of what that region yields.
TypeResult carriedTypes(const Operation &op, unsigned first, unsigned firstArgument) {
  const Region &body = op.region(op.regionCount() - 1);
  const unsigned carried = op.operandCount() - first;
  TypeResult result = yieldedTypes(body);
  if (!result.error.empty())
    return result;
  if (result.types.size() != carried)
    return TypeResult::bad(
        fmt::format("its region yields {} values, not {}", result.types.size(), carried));
  for (unsigned i = 0; i < carried; ++i) {
    const Type initial = operandType(op, i + first);
    const Type argument = body.argument(i + firstArgument)->type();
    if (initial.isShared())
      return TypeResult::bad("does not carry shared buffers");
    if (!(argument == initial) || !(result.types[i] == initial))
      return TypeResult::bad(fmt::format("carried value {} starts as {}, enters the region as {} "
                                         "and is yielded as {}",
                                         i + 1, initial.str(), argument.str(),
                                         result.types[i].str()));
  }
  return result;
}

// Why the inits, arguments and yields of an `each` do not fit; empty where they do. `result` holds
// the types of all yields.
std::string checkCarried(const Operation &op, int axes, const TypeResult &result) {
  const Region &body = op.region(0);
  if (result.types.size() < op.operandCount())
    return fmt::format("its region yields {} values, not the {} that are carried",
                       result.types.size(), op.operandCount());
  const std::size_t first = result.types.size() - op.operandCount();
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    const Type initial = operandType(op, i);
    const Type argument = body.argument(static_cast<unsigned>(axes) + i)->type();
    if (!initial.isScalar() || !(argument == initial) || !(result.types[first + i] == initial))
      return fmt::format("carried value {} starts as {}, enters the region as {} and is yielded as "
                         "{}",
                         i + 1, initial.str(), argument.str(), result.types[first + i].str());
  }
  return {};
}

} // namespace

TypeResult typeYield(const Operation &op) {
  for (unsigned i = 0; i < op.operandCount(); ++i)
    if (operandType(op, i).isShared())
      return TypeResult::bad("does not yield shared buffers");
  return TypeResult::ok();
}

TypeResult typeIf(const Operation &op) {
  if (!(operandType(op, 0) == Type::scalar(DType::Bool)))
    return TypeResult::bad(fmt::format("condition is {}, not bool", operandType(op, 0).str()));
  if (op.region(0).argumentCount() != 0 || op.region(1).argumentCount() != 0)
    return TypeResult::bad("its regions take no arguments");
  TypeResult yes = yieldedTypes(op.region(0)), no = yieldedTypes(op.region(1));
  if (!yes.error.empty())
    return yes;
  if (!no.error.empty())
    return no;
  if (yes.types.size() != no.types.size())
    return TypeResult::bad(
        fmt::format("its regions yield {} and {} values", yes.types.size(), no.types.size()));
  for (std::size_t i = 0; i < yes.types.size(); ++i)
    if (!(yes.types[i] == no.types[i]))
      return TypeResult::bad(
          fmt::format("its regions yield {} and {}", yes.types[i].str(), no.types[i].str()));
  return yes;
}

TypeResult typeFor(const Operation &op) {
  const Type index = operandType(op, 0);
  if (!(index == Type::scalar(DType::I32)) && !(index == Type::scalar(DType::I64)))
    return TypeResult::bad(fmt::format("bounds are {}, not i32 or i64", index.str()));
  if (!(operandType(op, 1) == index) || !(operandType(op, 2) == index))
    return TypeResult::bad("start, stop and step must have one type");
  const Value *step = op.operand(2);
  if (step->isConstant() && step->constant().asInt() == 0)
    return TypeResult::bad("the step must not be zero");

  const Region &body = op.region(0);
  const unsigned carried = op.operandCount() - 3;
  if (body.argumentCount() != carried + 1)
    return TypeResult::bad(
        fmt::format("its region takes {} arguments, not {}", body.argumentCount(), carried + 1));
  if (!(body.argument(0)->type() == index))
    return TypeResult::bad(
        fmt::format("its index is {}, not {}", body.argument(0)->type().str(), index.str()));
  return carriedTypes(op, 3, 1);
}

TypeResult typeWhile(const Operation &op) {
  const Region &condition = op.region(0);
  for (unsigned r = 0; r < 2; ++r)
    if (op.region(r).argumentCount() != op.operandCount())
      return TypeResult::bad(fmt::format("a region takes {} arguments, not {}",
                                         op.region(r).argumentCount(), op.operandCount()));
  for (unsigned i = 0; i < op.operandCount(); ++i)
    if (!(condition.argument(i)->type() == operandType(op, i)))
      return TypeResult::bad(fmt::format("carried value {} starts as {} and enters the condition "
                                         "as {}",
                                         i + 1, operandType(op, i).str(),
                                         condition.argument(i)->type().str()));
  TypeResult decides = yieldedTypes(condition);
  if (!decides.error.empty())
    return decides;
  if (decides.types.size() != 1 || !(decides.types[0] == Type::scalar(DType::Bool)))
    return TypeResult::bad("its first region must yield one bool");
  return carriedTypes(op, 0, 0);
}

TypeResult typeEach(const Operation &op) {
  const auto *extents = attributeAs<Shape>(op, "extents");
  if (!extents || !isValidShape(*extents))
    return TypeResult::bad(fmt::format("needs extents of 1 to {} elements", Shape::kMaxElements));
  const Region &body = op.region(0);
  const int axes = extents->rank();
  if (body.argumentCount() != static_cast<unsigned>(axes) + op.operandCount())
    return TypeResult::bad(
        fmt::format("its region takes {} arguments, not one of each of {} axes and {} carried",
                    body.argumentCount(), axes, op.operandCount()));
  for (int i = 0; i < axes; ++i)
    if (!(body.argument(static_cast<unsigned>(i))->type() == Type::scalar(DType::I32)))
      return TypeResult::bad("the indices of its region must be i32");
  TypeResult result = yieldedTypes(body);
  if (!result.error.empty())
    return result;
  if (std::string error = checkCarried(op, axes, result); !error.empty())
    return TypeResult::bad(std::move(error));
  const std::size_t registers = result.types.size() - op.operandCount();
  if (op.attribute("start")) {
    const auto *start = attributeAs<std::int64_t>(op, "start");
    if (!start || *start < 0 || axes != 1 || *start > (*extents)[0] || registers > 0)
      return TypeResult::bad("start must lie within the only axis, and all results be carried");
  }
  for (std::size_t i = 0; i < registers; ++i) {
    Type &type = result.types[i];
    if (!type.isScalar() && !type.isRegisters())
      return TypeResult::bad(
          fmt::format("its region yields {}, not a scalar or registers", type.str()));
    Shape shape = *extents;
    if (shape.rank() + type.shape().rank() > Shape::kMaxRank)
      return TypeResult::bad(fmt::format("more than {} register axes", Shape::kMaxRank));
    for (std::int32_t extent : type.shape())
      shape.append(extent);
    if (!isValidShape(shape))
      return TypeResult::bad(fmt::format("more than {} registers", Shape::kMaxElements));
    type = Type::registers(type.element(), shape);
  }
  return result;
}

} // namespace mytriton
