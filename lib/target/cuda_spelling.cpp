// The table of spellings.
#include "cuda_spelling.h"

#include "coverage.h"
#include "cuda_helpers.h"
#include "cuda_types.h"

namespace mytriton {

namespace {

struct Row {
  OpKind kind;
  std::string_view boolean;
  std::string_view integer;  // where C++'s own arithmetic serves
  std::string_view wrapping; // where it does not: signed overflow, division by zero, large shifts
  std::string_view floating; // f32; of f64 without the f of a function's name
  std::string_view half;     // f16 and bf16 where it is not `floating` on floats
};

// Signs mean the same for f16 and bf16: cuda_fp16.h and cuda_bf16.h overload them.
constexpr Row kRows[] = {
    {OpKind::Add, "", "+", "wrap_add()", "+", "+"},
    {OpKind::Sub, "", "-", "wrap_sub()", "-", "-"},
    {OpKind::Mul, "", "*", "wrap_mul()", "*", "*"},
    {OpKind::Div, "", "", "", "/", "/"},
    {OpKind::FloorDiv, "", "/", "int_div()", "", ""},
    {OpKind::Rem, "", "%", "int_rem()", "fmodf()", ""},
    {OpKind::Minimum, "", "min()", "min()", "minimum()", "minimum()"},
    {OpKind::Maximum, "", "max()", "max()", "maximum()", "maximum()"},
    {OpKind::MinNum, "", "min()", "min()", "fminf()", "__hmin()"},
    {OpKind::MaxNum, "", "max()", "max()", "fmaxf()", "__hmax()"},
    {OpKind::Neg, "", "-x", "wrap_neg()", "-x", "-x"},
    {OpKind::Abs, "", "x", "wrap_abs()", "fabsf()", "__habs()"},
    {OpKind::Fma, "", "", "", "fmaf()", "__hfma()"},
    {OpKind::Sqrt, "", "", "", "sqrtf()", ""},
    {OpKind::Floor, "", "", "", "floorf()", "hfloor()"},
    {OpKind::Ceil, "", "", "", "ceilf()", "hceil()"},
    {OpKind::Rsqrt, "", "", "", "rsqrtf()", ""},
    {OpKind::Exp, "", "", "", "expf()", ""},
    {OpKind::Exp2, "", "", "", "exp2f()", ""},
    {OpKind::Log, "", "", "", "logf()", ""},
    {OpKind::Log2, "", "", "", "log2f()", ""},
    {OpKind::Sin, "", "", "", "sinf()", ""},
    {OpKind::Cos, "", "", "", "cosf()", ""},
    {OpKind::Erf, "", "", "", "erff()", ""},
    {OpKind::And, "&&", "&", "&", "", ""},
    {OpKind::Or, "||", "|", "|", "", ""},
    {OpKind::Xor, "!=", "^", "^", "", ""},
    {OpKind::Not, "!x", "~x", "~x", "", ""},
    {OpKind::Shl, "", "<<", "int_shl()", "", ""},
    {OpKind::Shr, "", ">>", "int_shr()", "", ""},
    {OpKind::CmpEq, "==", "==", "==", "==", "=="},
    {OpKind::CmpNe, "!=", "!=", "!=", "!=", "!="},
    {OpKind::CmpLt, "<", "<", "<", "<", "<"},
    {OpKind::CmpLe, "<=", "<=", "<=", "<=", "<="},
    {OpKind::CmpGt, ">", ">", ">", ">", ">"},
    {OpKind::CmpGe, ">=", ">=", ">=", ">=", ">="},
};

static_assert(coverage::covers(kRows, coverage::isSpelled),
              "an elementwise operation of ops.def has no row, or one that is none has");

CudaSpelling fromText(std::string_view text) {
  using Form = CudaSpelling::Form;
  if (text.empty())
    return {};
  if (text == "x")
    return {text, Form::Operand};
  if (text.ends_with("()")) {
    text.remove_suffix(2);
    return {text, Form::Call, false, isCudaHelper(text)};
  }
  if (text.ends_with("x"))
    return {text.substr(0, text.size() - 1), Form::Prefix};
  return {text, Form::Infix};
}

// A constant of an integer operand, or nullptr.
const Scalar *constantOf(const Value *value) {
  return value->isConstant() ? &value->constant() : nullptr;
}

} // namespace

CudaSpelling cudaSpelling(OpKind kind, DType dtype, bool plain) {
  for (const Row &row : kRows) {
    if (row.kind != kind)
      continue;
    if (dtype == DType::Bool)
      return fromText(row.boolean);
    if (isInteger(dtype))
      return fromText(plain ? row.integer : row.wrapping);
    if (!isHalf(dtype)) {
      CudaSpelling spelling = fromText(row.floating);
      if (dtype == DType::F64 && spelling.form == CudaSpelling::Form::Call && !spelling.isHelper)
        spelling.name.remove_suffix(1);
      return spelling;
    }
    CudaSpelling spelling = fromText(row.half.empty() ? row.floating : row.half);
    spelling.throughFloat = row.half.empty();
    return spelling;
  }
  return {};
}

bool isPlainArithmetic(const Operation &op) {
  const DType dtype = op.operand(0)->type().dtype();
  if (op.flag("nsw") || !isInteger(dtype))
    return true;
  const int bits = bitWidth(dtype);
  const bool isUnsigned = !isSigned(dtype);
  switch (op.kind()) {
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Neg:
    return isUnsigned || bits < 32; // narrow ones are computed as int, and cut
  case OpKind::Mul:
    return (isUnsigned || bits < 32) && dtype != DType::U16; // 65535 * 65535 is no int
  case OpKind::Abs:
    return isUnsigned;
  case OpKind::FloorDiv:
  case OpKind::Rem: {
    const Scalar *divisor = constantOf(op.operand(1));
    return divisor != nullptr && divisor->asInt() != 0 && (isUnsigned || divisor->asInt() != -1);
  }
  case OpKind::Shl:
  case OpKind::Shr: {
    const Scalar *count = constantOf(op.operand(1));
    const bool small = count != nullptr && count->asInt() >= 0 && count->asInt() < bits;
    return small && (isUnsigned || op.is(OpKind::Shr));
  }
  default:
    return true;
  }
}

} // namespace mytriton
