// The operators of Python on run-time values. See expr_builder.h.
#include "expr_builder.h"

#include "constant.h"

#include <array>
#include <fmt/format.h>

namespace mytriton {

using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;

namespace {

OpKind operationOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return OpKind::Add;
  case BinaryOp::Sub:
    return OpKind::Sub;
  case BinaryOp::Mul:
    return OpKind::Mul;
  case BinaryOp::Div:
    return OpKind::Div;
  case BinaryOp::FloorDiv:
    return OpKind::FloorDiv;
  case BinaryOp::Mod:
    return OpKind::Rem;
  case BinaryOp::And:
    return OpKind::And;
  case BinaryOp::Or:
    return OpKind::Or;
  case BinaryOp::Xor:
    return OpKind::Xor;
  case BinaryOp::ShiftLeft:
    return OpKind::Shl;
  default:
    return OpKind::Shr;
  }
}

// Bools add up modulo 2.
OpKind operationOnBools(OpKind op) {
  if (op == OpKind::Add || op == OpKind::Sub)
    return OpKind::Xor;
  return op == OpKind::Mul ? OpKind::And : op;
}

bool isBitwise(OpKind op) { return op == OpKind::And || op == OpKind::Or || op == OpKind::Xor; }
bool isShift(OpKind op) { return op == OpKind::Shl || op == OpKind::Shr; }

// The integer dtype of the same width and the other signedness.
DType otherSignedness(DType dtype) {
  static constexpr std::array<std::pair<DType, DType>, 4> kPairs = {{{DType::I8, DType::U8},
                                                                     {DType::I16, DType::U16},
                                                                     {DType::I32, DType::U32},
                                                                     {DType::I64, DType::U64}}};
  for (const auto &[withSign, without] : kPairs)
    if (dtype == withSign || dtype == without)
      return dtype == withSign ? without : withSign;
  return dtype;
}

} // namespace

// An offset is 32 or 64 bits wide and signed: what is unsigned or narrower is extended by its own
// sign, before it is negated.
Expr *ExprBuilder::addPointer(Expr *pointer, const Operand &offset, bool negative,
                              SourceRange range) {
  Expr *amount = materialize(offset, "+");
  if (amount->type.isNone())
    return make(negative ? OpKind::Sub : OpKind::Add, {pointer, amount}, range);
  if (amount->type.isPointer())
    fail(DiagnosticKind::PointerArithmetic, range,
         "two pointers cannot be added or subtracted; move one by an integer");
  if (!amount->type.isInteger() && !amount->type.isBool())
    fail(DiagnosticKind::PointerArithmetic, offset.range,
         fmt::format("a pointer is moved by an integer, and this is {}", describe(offset.value)));
  const DType given = amount->type.dtype();
  const bool fits = bitWidth(given) < 32 || given == DType::I32;
  amount = cast(amount, fits ? DType::I32 : DType::I64, offset.range);
  if (negative && amount->kind == Expr::Kind::Constant) {
    const auto bits = static_cast<std::uint64_t>(amount->constant.asInt());
    const Scalar moved = Scalar::ofInt(amount->type.dtype(), static_cast<std::int64_t>(0 - bits));
    if (moved.asInt() == amount->constant.asInt() && moved.asInt() != 0)
      fail(DiagnosticKind::LiteralRange, offset.range, fmt::format("-({})", moved.asInt()),
           tritonName(moved.dtype()));
    amount = constant(moved, offset.range);
  } else if (negative)
    amount = make(OpKind::Neg, {amount}, offset.range);
  return elementwise(OpKind::AddPtr, {pointer, amount}, range);
}

Object ExprBuilder::unary(UnaryOp op, const Operand &operand, SourceRange range) {
  Expr *expr = operand.value.expr();
  if (op == UnaryOp::Not)
    return {make(OpKind::Not, {checkedBool(operand, "not")}, range)};
  const bool invert = op == UnaryOp::Invert;
  if (!expr->type.isNone() && (expr->type.isPointer() || (invert && expr->type.isFloat())))
    fail(DiagnosticKind::OperandTypes, range,
         fmt::format("'{}' does not take {}", spelling(op), expr->type.str()));
  // Modulo 2 a bool is its own negative.
  const bool unchanged =
      op == UnaryOp::Plus || (!invert && !expr->type.isNone() && expr->type.isBool());
  return {unchanged ? expr : make(invert ? OpKind::Not : OpKind::Neg, {expr}, range)};
}

Object ExprBuilder::binary(BinaryOp op, const Operand &left, const Operand &right,
                           SourceRange range) {
  const std::string_view symbol = spelling(op);
  if (op == BinaryOp::Power)
    fail(DiagnosticKind::OperandTypes, range,
         fmt::format("'{}' is not supported on values that are known only at run time", symbol));

  const auto isPointer = [](const Operand &operand) {
    return operand.value.expr() && operand.value.expr()->type.isPointer();
  };
  if (op == BinaryOp::Add || op == BinaryOp::Sub) {
    if (isPointer(left))
      return {addPointer(left.value.expr(), right, op == BinaryOp::Sub, range)};
    if (isPointer(right) && op == BinaryOp::Add)
      return {addPointer(right.value.expr(), left, false, range)};
  }
  const OpKind kind = operationOf(op);
  const bool divides = kind == OpKind::Div || kind == OpKind::FloorDiv || kind == OpKind::Rem;
  auto [a, b] =
      promote(left, right, symbol, range, Literals::Weak, divides ? Division::Yes : Division::No);
  if (a->type.isNone() || b->type.isNone())
    return {make(kind, {a, b}, range)};

  const Type type = a->type;
  if (kind == OpKind::Div && !type.isFloat())
    return {elementwise(kind, {cast(a, DType::F32, left.range), cast(b, DType::F32, right.range)},
                        range)};
  const bool integral = kind == OpKind::FloorDiv || isBitwise(kind) || isShift(kind);
  const bool integerOnly = isShift(kind) || kind == OpKind::FloorDiv || kind == OpKind::Rem;
  if ((integral && type.isFloat()) || (integerOnly && type.isBool()))
    fail(DiagnosticKind::OperandTypes, range,
         fmt::format("'{}' takes {}, not {} and {}", symbol,
                     isBitwise(kind)       ? "integers or bools"
                     : kind == OpKind::Rem ? "integers or floats"
                                           : "integers",
                     describe(left.value), describe(right.value)));
  if (kind == OpKind::Shr)
    return {shiftRight(a, b, left, right, range)};
  return {elementwise(type.isBool() ? operationOnBools(kind) : kind, {a, b}, range)};
}

// Whether the sign moves in is for the value to say whose operator it is, also where promotion has
// made it unsigned: the left one, or the right one of a literal.
Expr *ExprBuilder::shiftRight(Expr *value, Expr *count, const Operand &left, const Operand &right,
                              SourceRange range) {
  const Expr *owner = left.value.expr() ? left.value.expr() : right.value.expr();
  const DType dtype = value->type.dtype();
  if (isSigned(dtype) || !isSigned(owner->type.dtype()))
    return elementwise(OpKind::Shr, {value, count}, range);
  const DType withSign = otherSignedness(dtype);
  Expr *shifted = elementwise(
      OpKind::Shr, {cast(value, withSign, left.range), cast(count, withSign, right.range)}, range);
  return cast(shifted, dtype, range);
}

Object ExprBuilder::compare(CompareOp op, const Operand &left, const Operand &right,
                            SourceRange range) {
  static constexpr std::array<OpKind, 6> kKinds = {OpKind::CmpEq, OpKind::CmpNe, OpKind::CmpLt,
                                                   OpKind::CmpLe, OpKind::CmpGt, OpKind::CmpGe};
  const auto [a, b] = promote(left, right, spelling(op), range, Literals::Strong, Division::No);
  return {elementwise(kKinds[static_cast<std::size_t>(op)], {a, b}, range)};
}

} // namespace mytriton
