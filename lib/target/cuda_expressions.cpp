// Values as CUDA C++ expressions, with no more parentheses than are read easily.

#include "cuda_printer.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace mytriton {

std::string cudaType(Type type) {
  static constexpr std::string_view kNames[] = {"bool",
                                                "signed char",
                                                "short",
                                                "int",
                                                "long long",
                                                "unsigned char",
                                                "unsigned short",
                                                "unsigned int",
                                                "unsigned long long",
                                                "__half",
                                                "__nv_bfloat16",
                                                "float",
                                                "double"};
  const std::string name(kNames[static_cast<std::size_t>(type.dtype())]);
  return type.isPointer() ? name + "*" : name;
}

std::string cudaVectorType(DType dtype, int elements) {
  const int bytes = elements * byteSize(dtype);
  if (elements > 1 && elements <= 4 && (dtype == DType::F32 || dtype == DType::I32))
    return fmt::format("{}{}", dtype == DType::F32 ? "float" : "int", elements);
  switch (bytes) {
  case 16:
    return "uint4";
  case 8:
    return "uint2";
  case 4:
    return "unsigned int";
  case 2:
    return "unsigned short";
  default:
    return "unsigned char";
  }
}

std::string cudaLiteral(const Scalar &scalar) {
  if (scalar.dtype() == DType::Bool)
    return scalar.asBool() ? "true" : "false";
  if (!scalar.isFloat()) {
    if (scalar.dtype() == DType::I32)
      return scalar.asInt() == INT32_MIN ? "(-2147483647 - 1)" : fmt::format("{}", scalar.asInt());
    if (scalar.dtype() == DType::I64)
      return scalar.asInt() == INT64_MIN ? "(-9223372036854775807LL - 1)"
                                         : fmt::format("{}LL", scalar.asInt());
    if (scalar.dtype() == DType::U64)
      return fmt::format("{}ULL", static_cast<std::uint64_t>(scalar.asInt()));
    return scalar.dtype() == DType::U32
               ? fmt::format("{}u", scalar.asInt())
               : fmt::format("({}){}", cudaType(Type::scalar(scalar.dtype())), scalar.asInt());
  }
  const double value = scalar.asFloat();
  if (scalar.dtype() == DType::F64) {
    if (std::isfinite(value)) {
      std::string digits = fmt::format("{}", value);
      return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
    }
    return fmt::format("__longlong_as_double(0x{:x}LL)", std::bit_cast<std::uint64_t>(value));
  }
  if (std::isnan(value))
    return "__int_as_float(0x7fc00000)";
  if (std::isinf(value))
    return value > 0 ? "__int_as_float(0x7f800000)" : "-__int_as_float(0x7f800000)";
  std::string digits = fmt::format("{}", static_cast<float>(value));
  return digits + (digits.find_first_of(".e") == std::string::npos ? ".0f" : "f");
}

std::string CudaPrinter::operandText(const Expression &operand, Binding around, bool right) const {
  // && inside || and the like are legal without parentheses and misread all the same.
  const bool mixed = operand.binding >= Binding::Shift && around >= Binding::Shift &&
                     operand.binding != around && around != Binding::Conditional &&
                     !(operand.binding <= Binding::Equality && around >= Binding::And);
  const bool loose = operand.binding > around || (right && operand.binding == around);
  return loose || mixed ? "(" + operand.text + ")" : operand.text;
}

Expression CudaPrinter::asSigned(Expression operand) const {
  if (!operand.isUnsigned)
    return operand;
  const bool tight = operand.binding <= Binding::Unary;
  return {"(int)" + (tight ? operand.text : "(" + operand.text + ")"), Binding::Unary, false,
          operand.isNonNegative};
}

Expression CudaPrinter::expression(const Value *value) {
  if (value->isConstant()) {
    const Scalar &scalar = value->constant();
    std::string literal = cudaLiteral(scalar);
    const Binding binding = literal[0] == '-' || (literal[0] == '(' && literal[1] != '-')
                                ? Binding::Unary
                                : Binding::Primary;
    return {std::move(literal), binding, false, !scalar.isFloat() && scalar.asInt() >= 0};
  }
  if (const std::string *place = variables_.of(value)) {
    const bool index = value->isArgument() && value->owner()->parentOp() != nullptr;
    return {*place, Binding::Primary, false, index};
  }
  return operation(*value->definingOp());
}

Expression CudaPrinter::binary(const Operation &op, std::string_view sign, Binding binding) {
  Expression left = expression(op.operand(0)), right = expression(op.operand(1));
  const bool comparison = op.result()->type().isBool() && !op.operand(0)->type().isBool();
  const bool both = left.isNonNegative && right.isNonNegative;
  const bool ring = op.is(OpKind::Add) || op.is(OpKind::Sub) || op.is(OpKind::Mul);
  // Sums and products are the same bits signed or unsigned; comparisons and quotients are the same
  // where both sides are known not to be negative.
  // An unsigned number is never below zero, which compilers remark on.
  const auto isZero = [](const Value *value) {
    return value->isConstant() && !value->constant().isFloat() && value->constant().asInt() == 0;
  };
  const bool againstZero = comparison && !op.is(OpKind::CmpEq) && !op.is(OpKind::CmpNe) &&
                           (isZero(op.operand(0)) || isZero(op.operand(1)));
  if (!ring && (!both || againstZero)) {
    left = asSigned(left);
    right = asSigned(right);
  }
  // `i - 5`, and not `i + -5`.
  const Value *added = op.operand(1);
  if (op.is(OpKind::Add) && op.result()->type().isInteger() && added->isConstant() &&
      added->constant().asInt() < 0 && added->constant().asInt() > INT32_MIN) {
    sign = "-";
    right = {fmt::format("{}", -added->constant().asInt()), Binding::Primary, false, false};
  }
  const bool associative = sign == "+" && op.result()->type().isInteger();
  Expression result{operandText(left, binding, false) + " " + std::string(sign) + " " +
                        operandText(right, binding, !associative),
                    binding, !comparison && (left.isUnsigned || right.isUnsigned),
                    both && !op.is(OpKind::Sub) && !comparison};
  if (options_.ssaNames && op.origin() >= 0) {
    result.text = "(" + result.text + ")";
    result.binding = Binding::Primary;
  }
  return result;
}

Expression CudaPrinter::call(std::string_view function, const Operation &op) {
  std::string arguments;
  for (unsigned i = 0; i < op.operandCount(); ++i)
    arguments += (i > 0 ? ", " : "") + text(op.operand(i));
  return {fmt::format("{}({})", function, arguments)};
}

Expression CudaPrinter::helper(std::string_view name, const Operation &op) {
  helpers_.emplace(name, op.operand(0)->type().dtype());
  return call(name, op);
}

Expression CudaPrinter::operation(const Operation &op) {
  static constexpr std::string_view kAxes[] = {"x", "y", "z"};
  const auto axis = [&] { return kAxes[op.intAttribute("axis")]; };
  const auto unary = [&](std::string_view sign) {
    Expression operand = asSigned(expression(op.operand(0)));
    const bool again = operand.text[0] == sign.back();
    std::string inner = operandText(operand, Binding::Unary, again);
    return Expression{std::string(sign) + inner, Binding::Unary};
  };
  const Type type = op.resultCount() > 0 ? op.result()->type() : Type();
  const bool integer = type.isInteger();
  const bool plain = op.flag("nsw") || !integer;
  switch (op.kind()) {
  case OpKind::ProgramId:
    return {fmt::format("blockIdx.{}", axis()), Binding::Primary, true, true};
  case OpKind::NumPrograms:
    return {fmt::format("gridDim.{}", axis()), Binding::Primary, true, true};
  case OpKind::ThreadId:
    return {"threadIdx.x", Binding::Primary, true, true};
  case OpKind::Add:
    return plain ? binary(op, "+", Binding::Sum) : helper("wrap_add", op);
  case OpKind::Sub:
    return plain ? binary(op, "-", Binding::Sum) : helper("wrap_sub", op);
  case OpKind::Mul:
    return plain ? binary(op, "*", Binding::Product) : helper("wrap_mul", op);
  case OpKind::Neg:
    return plain ? unary("-") : helper("wrap_neg", op);
  case OpKind::Div:
    return binary(op, "/", Binding::Product);
  case OpKind::FloorDiv:
    return plain ? binary(op, "/", Binding::Product) : helper("int_div", op);
  case OpKind::Rem:
    return plain ? binary(op, "%", Binding::Product) : helper("int_rem", op);
  case OpKind::Minimum:
    return helper("minimum", op);
  case OpKind::Maximum:
    return helper("maximum", op);
  case OpKind::Exp:
    return call("expf", op);
  case OpKind::And:
    return type.isBool() ? binary(op, "&&", Binding::And) : binary(op, "&", Binding::BitAnd);
  case OpKind::Or:
    return type.isBool() ? binary(op, "||", Binding::Or) : binary(op, "|", Binding::BitOr);
  case OpKind::Xor:
    return type.isBool() ? binary(op, "!=", Binding::Equality) : binary(op, "^", Binding::BitXor);
  case OpKind::Not:
    return unary(type.isBool() ? "!" : "~");
  case OpKind::CmpEq:
    return binary(op, "==", Binding::Equality);
  case OpKind::CmpNe:
    return binary(op, "!=", Binding::Equality);
  case OpKind::CmpLt:
    return binary(op, "<", Binding::Order);
  case OpKind::CmpLe:
    return binary(op, "<=", Binding::Order);
  case OpKind::CmpGt:
    return binary(op, ">", Binding::Order);
  case OpKind::CmpGe:
    return binary(op, ">=", Binding::Order);
  case OpKind::Select: {
    const auto part = [&](unsigned i) {
      return operandText(asSigned(expression(op.operand(i))), Binding::Conditional, true);
    };
    return {part(0) + " ? " + part(1) + " : " + part(2), Binding::Conditional};
  }
  case OpKind::Cast: {
    const Type from = op.operand(0)->type();
    if (type.isBool())
      return {operandText(asSigned(expression(op.operand(0))), Binding::Equality, false) +
                  (from.isFloat() ? " != 0.0f" : " != 0"),
              Binding::Equality};
    if (from.isFloat() && type.isInteger())
      return call("__float2int_rz", op);
    return unary("(" + cudaType(type) + ")");
  }
  case OpKind::AddPtr:
    return {address(op.result()), Binding::Sum};
  case OpKind::Aligned: {
    const Expression pointer{address(op.operand(0)),
                             op.operand(0)->isArgument() ? Binding::Primary : Binding::Sum};
    return {fmt::format("(size_t){} % {} == 0", operandText(pointer, Binding::Unary, false),
                        op.intAttribute("bytes")),
            Binding::Equality};
  }
  case OpKind::Shuffle:
    return {fmt::format("__shfl_sync(0xffffffffu, {}, {})", text(op.operand(0)),
                        indexText(op.operand(1)))};
  case OpKind::Extract: {
    std::string result = expression(op.operand(0)).text;
    for (unsigned i = 1; i < op.operandCount(); ++i)
      result += "[" + indexText(op.operand(i)) + "]";
    return {std::move(result)};
  }
  default:
    return {}; // operations with effects are statements
  }
}

bool CudaPrinter::throughConst(const Value *pointer) const {
  while (pointer->isResult() && pointer->definingOp()->is(OpKind::AddPtr))
    pointer = pointer->definingOp()->operand(0);
  return pointer->isArgument() && readOnly_[pointer->index()];
}

// A pointer as a base and an index into it; an empty index is 0. Only the last step is the index:
// two offsets are not added, since their sum may not fit where the address does.
std::pair<std::string, std::string> CudaPrinter::pointerParts(const Value *pointer) {
  if (variables_.of(pointer) != nullptr)
    return {*variables_.of(pointer), ""};
  const Operation &op = *pointer->definingOp();
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
  const std::string loaded = element(op.operand(0));
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
