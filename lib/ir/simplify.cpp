// Identities of single operations. Floats appear only where the identity is exact for NaN, signed
// zeros and infinities: x * 1.0 is x, but x + 0.0 is not.
#include "simplify.h"

#include <algorithm>

namespace mytriton {

namespace {

const Scalar *constantOf(const Value *value) {
  return value && value->isConstant() ? &value->constant() : nullptr;
}

bool isInt(const Value *value, std::int64_t wanted) {
  const Scalar *scalar = constantOf(value);
  return scalar && !scalar->isFloat() && *scalar == Scalar::ofInt(scalar->dtype(), wanted);
}

bool isZero(const Value *value) { return isInt(value, 0); }
bool isAllOnes(const Value *value) { return isInt(value, -1); }

bool isOne(const Value *value) {
  const Scalar *scalar = constantOf(value);
  return scalar && (scalar->isFloat() ? scalar->asFloat() == 1 : isInt(value, 1));
}

Value *evaluated(const Operation &op) {
  std::vector<Scalar> operands;
  for (unsigned i = 0; i < op.operandCount(); ++i) {
    const Scalar *scalar = constantOf(op.operand(i));
    if (!scalar)
      return nullptr;
    operands.push_back(*scalar);
  }
  return op.kernel().constant(op.info().evaluate(op.result()->type().dtype(), operands));
}

// The operand of the operation of the same kind that defines `value`, as in -(-x).
Value *undone(const Operation &op) {
  const Operation *inner = op.operand(0)->definingOp();
  return inner && inner->is(op.kind()) ? inner->operand(0) : nullptr;
}

Value *zeroOf(const Operation &op) {
  const DType dtype = op.result()->type().dtype();
  return op.kernel().constant(isFloat(dtype) ? Scalar::ofFloat(dtype, 0) : Scalar::ofInt(dtype, 0));
}

// Whether every value of `from` is one of `to`, so that converting there and back changes nothing.
bool holdsEvery(DType to, DType from) {
  if (isFloat(from))
    return to == from || to == DType::F64 || (to == DType::F32 && from != DType::F64);
  if (to == DType::Bool || from == DType::Bool)
    return from == DType::Bool;
  const int digits = bitWidth(from) - (isSigned(from) ? 1 : 0);
  if (!isFloat(to))
    return bitWidth(to) - (isSigned(to) ? 1 : 0) >= digits && (isSigned(to) || !isSigned(from));
  // A power of two more is the least integer, which every float of as many digits holds.
  return digits <= (to == DType::F64 ? 53 : to == DType::F32 ? 24 : to == DType::F16 ? 11 : 8);
}

Value *simplifyCast(const Operation &op) {
  if (op.operand(0)->type() == op.result()->type())
    return op.operand(0);
  Value *original = undone(op);
  const bool back = original && original->type() == op.result()->type();
  return back && holdsEvery(op.operand(0)->type().dtype(), original->type().dtype()) ? original
                                                                                     : nullptr;
}

// A shift by a constant; by the width or more only the sign of a signed value is left.
Value *simplifyShift(const Operation &op) {
  if (isZero(op.operand(1)) || isZero(op.operand(0)))
    return op.operand(0);
  const Scalar *count = constantOf(op.operand(1));
  const DType dtype = op.result()->type().dtype();
  const bool keepsSign = op.is(OpKind::Shr) && isSigned(dtype);
  const bool all = count && static_cast<std::uint64_t>(count->asInt()) >=
                                static_cast<std::uint64_t>(bitWidth(dtype));
  return all && !keepsSign ? zeroOf(op) : nullptr;
}

bool keepsOrder(const Operation &permute) {
  const auto &order = std::get<Shape>(*permute.attribute("order"));
  return std::is_sorted(order.begin(), order.end());
}

// The rules for `a op b` where one side is constant or both are one value.
Value *simplifyBinary(const Operation &op) {
  Value *a = op.operand(0), *b = op.operand(1);
  const bool same = a == b;
  switch (op.kind()) {
  case OpKind::Add:
    return isZero(b) ? a : isZero(a) ? b : nullptr;
  case OpKind::Sub:
    if (same && !op.result()->type().isFloat())
      return zeroOf(op);
    return isZero(b) ? a : nullptr;
  case OpKind::Mul:
    if (isOne(b) || isZero(a))
      return a;
    return isOne(a) || isZero(b) ? b : nullptr;
  case OpKind::Div:
  case OpKind::FloorDiv:
    return isOne(b) ? a : nullptr;
  case OpKind::Rem:
    return isInt(b, 1) ? zeroOf(op) : nullptr;
  case OpKind::Minimum:
  case OpKind::Maximum:
  case OpKind::MinNum:
  case OpKind::MaxNum:
    return same ? a : nullptr;
  case OpKind::Shl:
  case OpKind::Shr:
    return simplifyShift(op);
  case OpKind::And:
    if (same || isAllOnes(b) || isZero(a))
      return a;
    return isAllOnes(a) || isZero(b) ? b : nullptr;
  case OpKind::Or:
    if (same || isZero(b) || isAllOnes(a))
      return a;
    return isZero(a) || isAllOnes(b) ? b : nullptr;
  case OpKind::Xor:
    if (same)
      return zeroOf(op);
    return isZero(b) ? a : isZero(a) ? b : nullptr;
  case OpKind::AddPtr:
    return isZero(b) ? a : nullptr;
  default:
    return nullptr;
  }
}

} // namespace

Value *simplify(const Operation &op) {
  if (op.has(trait::Elementwise) && !op.has(trait::Inexact))
    if (Value *value = evaluated(op))
      return value;
  switch (op.kind()) {
  case OpKind::Neg:
  case OpKind::Not:
    return undone(op);
  case OpKind::Abs:
  case OpKind::Floor:
  case OpKind::Ceil:
    return undone(op) ? op.operand(0) : nullptr; // twice is once
  case OpKind::Select:
    if (const Scalar *condition = constantOf(op.operand(0)))
      return op.operand(condition->asBool() ? 1 : 2);
    return op.operand(1) == op.operand(2) ? op.operand(1) : nullptr;
  case OpKind::Cast:
    return simplifyCast(op);
  case OpKind::Broadcast:
    return op.operand(0);
  case OpKind::Permute:
    return keepsOrder(op) ? op.operand(0) : nullptr;
  case OpKind::ReduceSum:
  case OpKind::ReduceMax:
  case OpKind::ReduceMin: {
    // Along an axis that was only just added there is one element.
    const Operation *made = op.operand(0)->definingOp();
    const bool added = made && made->is(OpKind::ExpandDims) &&
                       made->intAttribute("axis") == op.intAttribute("axis");
    return added ? made->operand(0) : nullptr;
  }
  case OpKind::Load:
    // A load that is off everywhere gives what it has instead, or zero.
    if (!isZero(op.operand(1)))
      return nullptr;
    return op.operand(2) ? op.operand(2) : zeroOf(op);
  default:
    return op.operandCount() == 2 ? simplifyBinary(op) : nullptr;
  }
}

} // namespace mytriton
