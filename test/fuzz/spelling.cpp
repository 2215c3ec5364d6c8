// The tables of texts. See spelling.h.
#include "spelling.h"

#include <fmt/format.h>

namespace mytriton::fuzz {

std::string dtypeName(DType dtype) {
  switch (dtype) {
  case DType::Bool:
    return "tl.int1";
  case DType::F16:
    return "tl.float16";
  case DType::BF16:
    return "tl.bfloat16";
  case DType::F32:
    return "tl.float32";
  case DType::F64:
    return "tl.float64";
  default:
    return fmt::format("tl.{}int{}", isSigned(dtype) ? "" : "u", bitWidth(dtype));
  }
}

Spelling spellingOf(Function function) {
  switch (function) {
  case Function::Add:
    return {"({0} + {1})"};
  case Function::Sub:
    return {"({0} - {1})"};
  case Function::Mul:
    return {"({0} * {1})"};
  case Function::Div:
    return {"({0} / {1})", true};
  case Function::FloorDiv:
    return {"({0} // {1})"};
  case Function::Rem:
    return {"({0} % {1})", true};
  case Function::And:
    return {"({0} & {1})"};
  case Function::Or:
    return {"({0} | {1})"};
  case Function::Xor:
    return {"({0} ^ {1})"};
  case Function::Shl:
    return {"({0} << {1})"};
  case Function::Shr:
    return {"({0} >> {1})"};
  case Function::Less:
    return {"({0} < {1})"};
  case Function::LessEqual:
    return {"({0} <= {1})"};
  case Function::Greater:
    return {"({0} > {1})"};
  case Function::GreaterEqual:
    return {"({0} >= {1})"};
  case Function::Equal:
    return {"({0} == {1})"};
  case Function::NotEqual:
    return {"({0} != {1})"};
  case Function::Minimum:
    return {"tl.minimum({0}, {1})", true};
  case Function::Maximum:
    return {"tl.maximum({0}, {1})", true};
  case Function::CeilDiv:
    return {"tl.cdiv({0}, {1})"};
  case Function::MulHi:
    return {"tl.umulhi({0}, {1})"};
  case Function::Neg:
    return {"(-{0})"};
  case Function::Not:
    return {"(~{0})"};
  case Function::Abs:
    return {"tl.abs({0})"};
  case Function::Floor:
    return {"tl.floor({0})"};
  case Function::Ceil:
    return {"tl.ceil({0})"};
  case Function::Sqrt:
    return {"tl.sqrt({0})"};
  case Function::Where:
    return {"tl.where({0}, {1}, {2})"};
  case Function::Clamp:
    return {"tl.clamp({0}, {1}, {2})", true};
  case Function::Fma:
    return {"tl.fma({0}, {1}, {2})"};
  case Function::Choose:
    return {"({1} if {0} else {2})"};
  case Function::LogicalAnd:
    return {"({0} and {1})"};
  case Function::LogicalOr:
    return {"({0} or {1})"};
  case Function::LogicalNot:
    return {"(not {0})"};
  case Function::Rsqrt:
    return {"tl.rsqrt({0})"};
  case Function::Exp:
    return {"tl.exp({0})"};
  case Function::Exp2:
    return {"tl.exp2({0})"};
  case Function::Log:
    return {"tl.log({0})"};
  case Function::Log2:
    return {"tl.log2({0})"};
  case Function::Sin:
    return {"tl.sin({0})"};
  case Function::Cos:
    return {"tl.cos({0})"};
  case Function::Erf:
    return {"tl.erf({0})"};
  case Function::Sigmoid:
    return {"tl.sigmoid({0})"};
  }
  return {""};
}

std::string literal(double number, DType dtype) {
  if (dtype == DType::Bool)
    return number != 0 ? "True" : "False";
  if (!isFloat(dtype))
    return fmt::format("{}", static_cast<std::int64_t>(number));
  const std::string text = fmt::format("{}", number);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string shapeText(const Shape &shape) {
  std::string text = "(";
  for (const std::int32_t extent : shape)
    text += fmt::format("{}{}", text.size() > 1 ? ", " : "", extent);
  return text + (shape.rank() == 1 ? ",)" : ")");
}

} // namespace mytriton::fuzz
