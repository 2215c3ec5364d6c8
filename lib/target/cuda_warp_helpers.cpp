// See cuda_warp_helpers.h.
#include "cuda_warp_helpers.h"

#include "cuda_types.h"

#include <fmt/format.h>

namespace mytriton {

namespace {

struct Combiner {
  std::string_view name;
  OpKind kind;
};

constexpr Combiner kCombiners[] = {
    {"sum", OpKind::Add}, {"max", OpKind::MaxNum}, {"min", OpKind::MinNum}};

const std::string &combineOf(const Operation &warpReduce) {
  return std::get<std::string>(*warpReduce.attribute("combine"));
}

// Narrow integers are computed as int, and cut.
CudaSpelling spellingOf(OpKind kind, DType dtype) {
  return cudaSpelling(kind, dtype, isNarrow(dtype) || !isSigned(dtype));
}

// `v = fmaxf(v, X);`, X being what another lane has.
std::string combined(OpKind kind, DType dtype) {
  const bool narrow = isNarrow(dtype);
  const std::string cast = narrow ? fmt::format("({})", cudaType(dtype)) : "";
  const std::string other = cast + "__shfl_xor_sync(0xffffffffu, v, lane)";
  const CudaSpelling spelling = spellingOf(kind, dtype);
  if (spelling.form == CudaSpelling::Form::Call)
    return fmt::format("v = {}{}(v, {});", cast, spelling.name, other);
  if (narrow || isHalf(dtype))
    return fmt::format("v = {}(v {} {});", cast, spelling.name, other);
  return fmt::format("v {}= {};", spelling.name, other);
}

} // namespace

CudaSpelling warpSpelling(const Operation &warpReduce) {
  for (const Combiner &combiner : kCombiners)
    if (combiner.name == combineOf(warpReduce))
      return spellingOf(combiner.kind, warpReduce.result()->type().dtype());
  return {};
}

std::string warpHelper(const Operation &warpReduce) { return "warp_" + combineOf(warpReduce); }
std::string laneHelper(const Operation &warpReduce) { return "lanes_" + combineOf(warpReduce); }

std::string cudaWarpHelpers(const UsedHelpers &used) {
  std::string text;
  for (const Combiner &combiner : kCombiners)
    for (const bool all : {true, false}) {
      const std::string name = fmt::format("{}_{}", all ? "warp" : "lanes", combiner.name);
      for (int number = 0; number <= static_cast<int>(DType::F64); ++number) {
        const auto dtype = static_cast<DType>(number);
        if (used.count({name, dtype}) == 0)
          continue;
        if (!all)
          text += "// Of the lanes whose numbers differ only in the bits from `first` to `last`.\n";
        text += fmt::format("static __device__ __forceinline__ {0} {1}({0} v{2}) {{\n"
                            "    #pragma unroll\n"
                            "    for (int lane = {3}; lane {4}; lane >>= 1)\n"
                            "        {5}\n"
                            "    return v;\n"
                            "}}\n\n",
                            cudaType(dtype), name, all ? "" : ", int first, int last",
                            all ? "16" : "first", all ? "> 0" : ">= last",
                            combined(combiner.kind, dtype));
      }
    }
  return text;
}

} // namespace mytriton
