// Operations on the bits of numbers: those of a product's upper half, of another dtype, and of the
// number before one.

#include "mlir_printer.h"
#include "mlir_types.h"

#include <fmt/format.h>

namespace mytriton {

void MlirPrinter::mulHi(const Operation &op) {
  const std::string low = names_.number(), high = names_.number();
  line(fmt::format("{}, {} = arith.mului_extended {} : {}", low, high,
                   operands({op.operand(0), op.operand(1)}), mlirType(op.result()->type())));
  values_[op.result()] = high;
}

// The nearest number, or where it lies away from zero the one before it: arith.truncf has no other
// rounding that every target takes.
void MlirPrinter::castRtz(const Operation &op) {
  const DType from = op.operand(0)->type().dtype(), to = op.result()->type().dtype();
  const DType bits = bitWidth(to) == 16 ? DType::I16 : DType::I32;
  const std::string_view wide = mlirType(from), narrow = mlirType(to), integer = mlirType(bits);
  const std::string value = operand(op.operand(0));
  const std::string nearest =
      temporary(fmt::format("arith.truncf {} : {} to {}", value, wide, narrow));
  const std::string back =
      temporary(fmt::format("arith.extf {} : {} to {}", nearest, narrow, wide));
  const std::string size = temporary(fmt::format("math.absf {} : {}", value, wide));
  const std::string backSize = temporary(fmt::format("math.absf {} : {}", back, wide));
  const std::string away =
      temporary(fmt::format("arith.cmpf ogt, {}, {} : {}", backSize, size, wide));
  const std::string number =
      temporary(fmt::format("arith.bitcast {} : {} to {}", nearest, narrow, integer));
  const std::string before = temporary(
      fmt::format("arith.subi {}, {} : {}", number, constant(Scalar::ofInt(bits, 1)), integer));
  const std::string chosen =
      temporary(fmt::format("arith.select {}, {}, {} : {}", away, before, number, integer));
  define(op.result(), fmt::format("arith.bitcast {} : {} to {}", chosen, integer, narrow));
}

void MlirPrinter::bitcast(const Operation &op) {
  const std::string_view from = mlirType(op.operand(0)->type().dtype()),
                         to = mlirType(op.result()->type().dtype());
  if (from == to) // signedness is not MLIR's
    values_[op.result()] = operand(op.operand(0));
  else
    define(op.result(),
           fmt::format("arith.bitcast {} : {} to {}", operand(op.operand(0)), from, to));
}

} // namespace mytriton
