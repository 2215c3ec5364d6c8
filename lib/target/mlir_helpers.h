// Helper functions in front of the kernel: what the language defines and no operation of MLIR does.
#pragma once

#include "mytriton/ir/ir.h"

#include <set>
#include <string>
#include <string_view>
#include <tuple>

namespace mytriton {

// A helper that a kernel calls.
struct MlirHelper {
  std::string name;   // "int_div"
  DType dtype;        // of its operands
  unsigned lanes = 0; // of a combination of lanes: the bits in which their numbers differ

  bool operator<(const MlirHelper &other) const {
    return std::tie(name, dtype, lanes) < std::tie(other.name, other.dtype, other.lanes);
  }
};

// "int_div.i32", "warp_sum.f32"; lanes that are not all are named: "warp_sum.f32.lanes_3". With a
// point, which no kernel's name has.
std::string mlirHelperName(const MlirHelper &helper);

// The functions, in the order in which they stand in a file, four spaces from the margin.
std::string mlirHelpers(const std::set<MlirHelper> &used);

} // namespace mytriton
