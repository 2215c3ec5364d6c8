// IR as text, and back.
//
//   kernel add_kernel(x: ptr<f32> {divisibility=16}, n: i32) {
//   %0 = program_id {axis=0} : i32
//   %1 = mul %0, 256 : i32
//   %5 = for %2 in range(0, n, 1) iter_args(%3 = 0.0) : f32 {
//     %4 = add %3, 1.0 : f32
//     yield %4
//   }
//   store out, %5, none
//   }
//
// A `while` has a region for its condition and one for its body, a condition one for each case:
//
//   %5 = while iter_args(%0 = n) : i32 {
//     %1 = cmp_gt %0, 1 : bool
//     yield %1
//   } do (%2) {
//     %3 = floordiv %2, 2 : i32
//     yield %3
//   }
//   %8 = if %6 : f32 {
//     yield %7
//   } else {
//     yield 0.0
//   }
//
// The lines of the body are at the margin, those of a region two spaces further in. A region that
// yields nothing ends without a line that says so; an else with nothing in it is left out. A loop
// numbers its index, its carried arguments, its body, then its results. What the printer writes,
// the parser reads back to the same text. The thread level's header is `thread kernel NAME(...)
// threads=256
// {`.
#pragma once

#include "mytriton/ir/ir.h"
#include "mytriton/support/diagnostics.h"

#include <memory>
#include <string>
#include <unordered_map>

namespace mytriton {

struct PrintOptions {
  bool names = false; // end a line that defines a named value with `  // NAME`
};

std::string print(const Kernel &kernel, PrintOptions options = {});
// The number of each result and region argument in that text: 4 for `%4`.
std::unordered_map<const Value *, int> numberValues(const Kernel &kernel);

// Reads one kernel. Reports what is wrong at its place, and then returns null. Accepts any input:
// nesting, ranks and sizes are bounded. The result is verified.
std::unique_ptr<Kernel> parseKernel(const SourceFile &file, Diagnostics &diagnostics);

} // namespace mytriton
