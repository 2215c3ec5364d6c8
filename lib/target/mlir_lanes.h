// Values of other lanes of a warp in MLIR, and how they are combined.
#pragma once

#include "mytriton/ir/ir.h"

#include <functional>
#include <string>
#include <string_view>

namespace mytriton {

constexpr unsigned kAllLanes = 31; // every bit of a lane's number
constexpr int kWarpLanes = 32;

// Writes an operation with `results` results and returns the name of the first.
using MlirEmit = std::function<std::string(const std::string &operation, int results)>;

// What `value` is in another lane: "xor", the one whose number differs in the bits `lane`, or
// "idx", the one of that number. `lanes` is the constant 32. gpu.shuffle moves 32 and 64 bits;
// narrower values travel in an i32.
std::string shuffled(std::string_view mode, std::string value, const std::string &lane,
                     const std::string &lanes, DType dtype, const MlirEmit &emit);

// One of the ways to combine what lanes have.
struct LaneCombiner {
  std::string_view name; // of the helper function: "warp_sum"
  OpKind kind;
  std::string_view comment;

  // The combiner of a helper's name, or of the attribute of a warp_reduce; null: there is none.
  static const LaneCombiner *find(std::string_view helper);
  static const LaneCombiner &of(const Operation &warpReduce);
  // The operation on two values.
  std::string text(const std::string &a, const std::string &b, DType dtype) const;
};

} // namespace mytriton
