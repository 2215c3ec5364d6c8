// Reductions of blocks. See expr_builder.h.
#include "expr_builder.h"

namespace mytriton {

namespace {

// The dtype in which a sum is computed: of small integers it would soon wrap.
DType sumType(DType dtype) {
  switch (dtype) {
  case DType::Bool:
  case DType::U8:
  case DType::U16:
    return DType::U32;
  case DType::I8:
  case DType::I16:
    return DType::I32;
  default:
    return dtype;
  }
}

// The dtype of a maximum or minimum.
DType extremumType(DType dtype) {
  if (bitWidth(dtype) >= 32)
    return dtype;
  return isFloat(dtype) ? DType::F32 : DType::I32;
}

} // namespace

Object ExprBuilder::reduce(OpKind op, Expr *operand, std::optional<int> axis, bool keepDims,
                           std::optional<DType> dtype, SourceRange range) {
  if (operand->type.isNone()) // how many axes it has is not known yet
    return {make(op, {operand}, range, {{"axis", std::int64_t{0}}})};
  const DType own = operand->type.dtype();
  if (!dtype)
    dtype = op == OpKind::ReduceSum ? sumType(own) : extremumType(own);
  Expr *result = cast(operand, *dtype, range);
  const int rank = operand->type.shape().rank();
  for (int dim = 0; dim < rank; ++dim)
    if (!axis || *axis == dim) // of all axes, each time the first that is left
      result = make(op, {result}, range, {{"axis", std::int64_t{axis ? dim : 0}}});
  if (!keepDims)
    return {result};
  if (axis && rank > 1)
    return {expandDims(result, *axis, range)};
  const Shape ones(std::vector<std::int64_t>(static_cast<std::size_t>(rank), 1));
  return {make(OpKind::Broadcast, {result}, range, {{"shape", ones}})};
}

} // namespace mytriton
