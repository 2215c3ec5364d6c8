// The table of spellings.
#include "mlir_spelling.h"

#include "coverage.h"
#include "mlir_types.h"

#include <string_view>

namespace mytriton {

namespace {

// An operation of a dialect, "@" and the name of a helper function, a function "f()", an intrinsic
// in quotes, "x": the operand itself, "-x": taken from zero, "~x": its complement. "$T" is the MLIR
// type, "$F" is f for f32 and d for f64.
struct Row {
  OpKind kind;
  std::string_view boolean;
  std::string_view isSigned;
  std::string_view isUnsigned;
  std::string_view guarded; // of integers, where arith's operation would be undefined
  std::string_view floating;
  std::string_view half; // f16 and bf16; "": `floating` on f32
};

constexpr Row kRows[] = {
    {OpKind::Add, "", "arith.addi", "arith.addi", "", "arith.addf", "arith.addf"},
    {OpKind::Sub, "", "arith.subi", "arith.subi", "", "arith.subf", "arith.subf"},
    {OpKind::Mul, "", "arith.muli", "arith.muli", "", "arith.mulf", "arith.mulf"},
    {OpKind::Div, "", "", "", "", "arith.divf", "arith.divf"},
    {OpKind::FloorDiv, "", "arith.divsi", "arith.divui", "@int_div", "", ""},
    {OpKind::Rem, "", "arith.remsi", "arith.remui", "@int_rem", "arith.remf", ""},
    {OpKind::Minimum, "", "arith.minsi", "arith.minui", "", "@minimum", "@minimum"},
    {OpKind::Maximum, "", "arith.maxsi", "arith.maxui", "", "@maximum", "@maximum"},
    // arith.minnumf leaves open which of two zeros is less.
    {OpKind::MinNum, "", "arith.minsi", "arith.minui", "", "\"llvm.minimumnum.$T\"",
     "\"llvm.minimumnum.$T\""},
    {OpKind::MaxNum, "", "arith.maxsi", "arith.maxui", "", "\"llvm.maximumnum.$T\"",
     "\"llvm.maximumnum.$T\""},
    {OpKind::Neg, "", "-x", "-x", "", "arith.negf", "arith.negf"},
    {OpKind::Abs, "", "@wrap_abs", "x", "", "math.absf", "math.absf"},
    // math.fma of f16 and bf16 is computed in f32 and rounded twice.
    {OpKind::Fma, "", "", "", "", "llvm.intr.fma()", "llvm.intr.fma()"},
    // math.sqrt of f32 becomes an approximation.
    {OpKind::Sqrt, "", "", "", "", "\"llvm.nvvm.sqrt.rn.$F\"", ""},
    {OpKind::Floor, "", "", "", "", "math.floor", ""},
    {OpKind::Ceil, "", "", "", "", "math.ceil", ""},
    {OpKind::Rsqrt, "", "", "", "", "math.rsqrt", ""},
    {OpKind::Exp, "", "", "", "", "math.exp", ""},
    {OpKind::Exp2, "", "", "", "", "math.exp2", ""},
    {OpKind::Log, "", "", "", "", "math.log", ""},
    {OpKind::Log2, "", "", "", "", "math.log2", ""},
    {OpKind::Sin, "", "", "", "", "math.sin", ""},
    {OpKind::Cos, "", "", "", "", "math.cos", ""},
    {OpKind::Erf, "", "", "", "", "math.erf", ""},
    {OpKind::And, "arith.andi", "arith.andi", "arith.andi", "", "", ""},
    {OpKind::Or, "arith.ori", "arith.ori", "arith.ori", "", "", ""},
    {OpKind::Xor, "arith.xori", "arith.xori", "arith.xori", "", "", ""},
    {OpKind::Not, "~x", "~x", "~x", "", "", ""},
    {OpKind::Shl, "", "arith.shli", "arith.shli", "@int_shl", "", ""},
    {OpKind::Shr, "", "arith.shrsi", "arith.shrui", "@int_shr", "", ""},
    {OpKind::CmpEq, "arith.cmpi eq,", "arith.cmpi eq,", "arith.cmpi eq,", "", "arith.cmpf oeq,",
     "arith.cmpf oeq,"},
    {OpKind::CmpNe, "arith.cmpi ne,", "arith.cmpi ne,", "arith.cmpi ne,", "", "arith.cmpf une,",
     "arith.cmpf une,"},
    {OpKind::CmpLt, "arith.cmpi ult,", "arith.cmpi slt,", "arith.cmpi ult,", "", "arith.cmpf olt,",
     "arith.cmpf olt,"},
    {OpKind::CmpLe, "arith.cmpi ule,", "arith.cmpi sle,", "arith.cmpi ule,", "", "arith.cmpf ole,",
     "arith.cmpf ole,"},
    {OpKind::CmpGt, "arith.cmpi ugt,", "arith.cmpi sgt,", "arith.cmpi ugt,", "", "arith.cmpf ogt,",
     "arith.cmpf ogt,"},
    {OpKind::CmpGe, "arith.cmpi uge,", "arith.cmpi sge,", "arith.cmpi uge,", "", "arith.cmpf oge,",
     "arith.cmpf oge,"},
};

static_assert(coverage::covers(kRows, coverage::isSpelled),
              "an elementwise operation of ops.def has no row, or one that is none has");

MlirSpelling fromText(std::string_view text, DType dtype) {
  using Form = MlirSpelling::Form;
  if (text.empty())
    return {};
  if (text == "x")
    return {{}, Form::Operand};
  if (text == "-x")
    return {{}, Form::FromZero};
  if (text == "~x")
    return {{}, Form::Complement};
  if (text[0] == '@')
    return {std::string(text.substr(1)), Form::Helper};
  if (text.ends_with("()"))
    return {std::string(text.substr(0, text.size() - 2)), Form::Function};
  if (text[0] != '"')
    return {std::string(text), Form::Operation};
  const std::size_t dollar = text.find('$');
  std::string name(text.substr(1, dollar - 1));
  if (text[dollar + 1] == 'T')
    name += mlirType(dtype);
  else
    name += dtype == DType::F64 ? 'd' : 'f';
  return {std::move(name), Form::Intrinsic};
}

bool isHalf(DType dtype) { return dtype == DType::F16 || dtype == DType::BF16; }

} // namespace

MlirSpelling mlirSpelling(OpKind kind, DType dtype, bool guarded) {
  for (const Row &row : kRows) {
    if (row.kind != kind)
      continue;
    if (dtype == DType::Bool)
      return fromText(row.boolean, dtype);
    if (isInteger(dtype))
      return fromText(guarded           ? row.guarded
                      : isSigned(dtype) ? row.isSigned
                                        : row.isUnsigned,
                      dtype);
    if (!isHalf(dtype))
      return fromText(row.floating, dtype);
    if (!row.half.empty())
      return fromText(row.half, dtype);
    MlirSpelling spelling = fromText(row.floating, DType::F32);
    spelling.throughFloat = true;
    return spelling;
  }
  return {};
}

bool needsGuard(const Operation &op) {
  const DType dtype = op.operand(0)->type().dtype();
  const bool divides = op.is(OpKind::FloorDiv) || op.is(OpKind::Rem);
  const bool shifts = op.is(OpKind::Shl) || op.is(OpKind::Shr);
  if (!isInteger(dtype) || !(divides || shifts) || op.flag("nsw"))
    return false;
  const Value *second = op.operand(1);
  if (!second->isConstant())
    return true;
  const std::int64_t value = second->constant().asInt();
  if (divides)
    return value == 0 || (isSigned(dtype) && value == -1);
  return value < 0 || value >= bitWidth(dtype);
}

} // namespace mytriton
