// Pointers as a base and an index, and what is loaded through them.

#include "cuda_printer.h"

namespace mytriton {

bool CudaPrinter::throughConst(const Value *pointer) const { return roots_.readOnly(pointer); }

// A pointer as a base and an index into it; an empty index is 0. Only the last step is the index:
// two offsets are not added, since their sum may not fit where the address does.
std::pair<std::string, std::string> CudaPrinter::pointerParts(const Value *pointer) {
  if (variables_.of(pointer) != nullptr)
    return {*variables_.of(pointer), ""};
  const Operation &op = *pointer->definingOp();
  if (!op.is(OpKind::AddPtr)) // one of several in registers
    return {expression(pointer).text, ""};
  return movedParts(op);
}

// Those of the result of an addptr, wherever that may be held.
std::pair<std::string, std::string> CudaPrinter::movedParts(const Operation &op) {
  auto [base, index] = pointerParts(op.operand(0));
  if (!index.empty())
    base = "(" + base + " + " + index + ")";
  return {base, indexText(op.operand(1))};
}

std::string CudaPrinter::indexText(const Value *value) {
  const Expression index = expression(value);
  return index.isNonNegative ? index.text : asSigned(index).text;
}

std::string CudaPrinter::element(const Value *pointer) {
  const auto [base, index] = pointerParts(pointer);
  return base + "[" + (index.empty() ? "0" : index) + "]";
}

std::string CudaPrinter::address(const Value *pointer) {
  const auto [base, index] = pointerParts(pointer);
  return index.empty() ? base : base + " + " + index;
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
