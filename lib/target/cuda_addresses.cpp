// Pointers as a base and an index, and what is loaded through them.

#include "cuda_printer.h"

namespace mytriton {

bool CudaPrinter::throughConst(const Value *pointer) const { return roots_.readOnly(pointer); }

// A pointer as a base and an index into it; an index without a text is 0. Only the last step is the
// index: two offsets are not added, since their sum may not fit where the address does.
CudaPrinter::Address CudaPrinter::addressParts(const Value *pointer) {
  if (variables_.of(pointer) != nullptr)
    return {*variables_.of(pointer), {}};
  const Operation &op = *pointer->definingOp();
  if (!op.is(OpKind::AddPtr)) // one of several in registers
    return {expression(pointer).text, {}};
  return movedParts(op);
}

// Those of the result of an addptr, wherever that may be held.
CudaPrinter::Address CudaPrinter::movedParts(const Operation &op) {
  const Address from = addressParts(op.operand(0));
  return {from.index.text.empty() ? from.base : "(" + addressText(from) + ")",
          indexExpression(op.operand(1))};
}

std::string CudaPrinter::addressText(const Address &address) const {
  return address.index.text.empty()
             ? address.base
             : address.base + " + " + operandText(address.index, Binding::Sum, false);
}

Expression CudaPrinter::indexExpression(const Value *value) {
  const Expression index = expression(value);
  return index.isNonNegative ? index : asSigned(index);
}

std::string CudaPrinter::indexText(const Value *value) { return indexExpression(value).text; }

std::string CudaPrinter::element(const Value *pointer) {
  const Address address = addressParts(pointer);
  return address.base + "[" + (address.index.text.empty() ? "0" : address.index.text) + "]";
}

std::string CudaPrinter::address(const Value *pointer) {
  return addressText(addressParts(pointer));
}

std::string CudaPrinter::loadText(const Operation &op) {
  std::string loaded = element(op.operand(0));
  // Any byte but 0 is true.
  if (op.result()->type().isBool())
    loaded += " != 0";
  if (op.operand(1) == nullptr)
    return loaded;
  const std::string mask =
      operandText(asSigned(expression(op.operand(1))), Binding::Conditional, true);
  const std::string other =
      operandText(asSigned(expression(op.operand(2))), Binding::Conditional, true);
  const std::string result = mask + " ? " + loaded + " : " + other;
  return options_.ssaNames ? "(" + result + ")" : result;
}

} // namespace mytriton
