// How elementwise operations are spelled in CUDA C++: one row per operation, with a form for each
// kind of dtype.
#pragma once

#include "mytriton/ir/ir.h"

#include <string_view>

namespace mytriton {

// A form is an infix sign ("+"), a prefix sign ("-x"), a function ("expf()"), the operand itself
// ("x"), or "" where the operation does not take that dtype.
struct CudaSpelling {
  enum class Form { None, Infix, Prefix, Call, Operand };

  std::string_view name; // the sign or the function
  Form form = Form::None;
  // Of f16 and bf16: operands are converted to float, and the result back.
  bool throughFloat = false;
  // The function is one of ours, of cuda_helpers.h.
  bool isHelper = false;
};

// The spelling of an operation on operands of `dtype`. `plain`: C++'s own arithmetic means what the
// language means, since nothing overflows, or since the dtype is unsigned.
CudaSpelling cudaSpelling(OpKind kind, DType dtype, bool plain);

// Whether C++'s own arithmetic serves: what `plain` of cudaSpelling is to be for this operation.
bool isPlainArithmetic(const Operation &op);

} // namespace mytriton
