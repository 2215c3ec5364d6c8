// See mlir_lanes.h.
#include "mlir_lanes.h"

#include "mlir_spelling.h"
#include "mlir_types.h"

#include <fmt/format.h>

namespace mytriton {

namespace {

constexpr LaneCombiner kCombiners[] = {
    {"warp_sum", OpKind::Add, "Sums of what the lanes of a warp have; each gets the result."},
    {"warp_max", OpKind::MaxNum, "The largest of what the lanes of a warp have; NaN loses."},
    {"warp_min", OpKind::MinNum, "The smallest of what the lanes of a warp have; NaN loses."}};

} // namespace

std::string shuffled(std::string_view mode, std::string value, const std::string &lane,
                     const std::string &lanes, DType dtype, const MlirEmit &emit) {
  const int bits = bitWidth(dtype);
  const std::string_view type = mlirType(dtype);
  const bool narrow = bits < 32;
  const std::string integer = fmt::format("i{}", bits);
  const bool isBits = narrow && isFloat(dtype);
  if (isBits)
    value = emit(fmt::format("arith.bitcast {} : {} to {}", value, type, integer), 1);
  if (narrow)
    value = emit(fmt::format("arith.extui {} : {} to i32", value, integer), 1);
  value = emit(fmt::format("gpu.shuffle {} {}, {}, {} : {}", mode, value, lane, lanes,
                           narrow ? "i32" : type),
               2);
  if (narrow)
    value = emit(fmt::format("arith.trunci {} : i32 to {}", value, integer), 1);
  if (isBits)
    value = emit(fmt::format("arith.bitcast {} : {} to {}", value, integer, type), 1);
  return value;
}

const LaneCombiner *LaneCombiner::find(std::string_view helper) {
  for (const LaneCombiner &combiner : kCombiners)
    if (combiner.name == helper)
      return &combiner;
  return nullptr;
}

const LaneCombiner &LaneCombiner::of(const Operation &warpReduce) {
  return *find("warp_" + warpReduce.stringAttribute("combine"));
}

std::string LaneCombiner::text(const std::string &a, const std::string &b, DType dtype) const {
  const MlirSpelling spelling = mlirSpelling(kind, dtype, false);
  const std::string_view type = mlirType(dtype);
  if (spelling.form == MlirSpelling::Form::Intrinsic)
    return fmt::format("llvm.call_intrinsic \"{0}\"({1}, {2}) : ({3}, {3}) -> {3}", spelling.name,
                       a, b, type);
  return fmt::format("{} {}, {} : {}", spelling.name, a, b, type);
}

} // namespace mytriton
