// How elementwise operations are spelled in MLIR: one row per operation, with a form for each kind
// of dtype.
#pragma once

#include "mytriton/ir/ir.h"

#include <string>

namespace mytriton {

struct MlirSpelling {
  enum class Form {
    None,       // the operation does not take that dtype
    Operation,  // arith.addi %a, %b : i32
    Function,   // llvm.intr.fma(%a, %b, %c) : (f32, f32, f32) -> f32
    Intrinsic,  // llvm.call_intrinsic "llvm.minimumnum.f32"(%a, %b) : (f32, f32) -> f32
    Helper,     // llvm.call @int_div_i32(%a, %b) : (i32, i32) -> i32
    Operand,    // the operand itself
    FromZero,   // arith.subi %c0, %a : i32
    Complement, // arith.xori %a, %c-1 : i32
  };

  std::string name; // of the operation, the intrinsic or the helper
  Form form = Form::None;
  // Of f16 and bf16: operands are converted to f32, and the result back.
  bool throughFloat = false;
};

// The spelling of an operation on operands of `dtype`. `guarded`: with operands for which arith's
// operation is undefined where the language's is not.
MlirSpelling mlirSpelling(OpKind kind, DType dtype, bool guarded);

// Whether the operands may be such: what `guarded` of mlirSpelling is to be for this operation.
bool needsGuard(const Operation &op);

} // namespace mytriton
