// The table of --emit=layout.

#include "mytriton/lower/assign_layouts.h"

#include "mytriton/ir/printer.h"

#include <fmt/format.h>

namespace mytriton {

std::string printLayouts(const Kernel &kernel, const LayoutAssignment &layouts) {
  const auto numbers = numberValues(kernel);
  std::string text = fmt::format("layouts of {}: {} warps, {} threads\n", kernel.name(),
                                 layouts.numWarps, layouts.numWarps * kWarpSize);
  const Rematerializable anywhere(kernel);
  walk(kernel.body(), [&](const Operation &op) {
    const auto describe = [&](const Placement &placement) {
      const Shape registers = placement.registerShape();
      text += fmt::format("    element ({}), {} registers a thread{}\n", placement.summary(),
                          registers.elements(), placement.layout.copyBits() != 0 ? ", copies" : "");
    };
    const std::string_view name =
        op.resultCount() > 0 ? std::string_view(op.result()->name()) : std::string_view();
    if (op.is(OpKind::Store) && layouts.accesses.count(&op) != 0) {
      text += fmt::format("store through {}: {} at once\n", op.operand(0)->type().str(),
                          layouts.widths.at(&op));
      describe(layouts.accesses.at(&op));
      return;
    }
    if (op.resultCount() != 1 || !op.result()->type().isBlock())
      return;
    text += fmt::format("%{}{}{} : {}\n", numbers.at(op.result()), name.empty() ? "" : " ", name,
                        op.result()->type().str());
    const Placement *placement = layouts.of(op.result());
    if (placement != nullptr) {
      if (op.is(OpKind::Load))
        text += fmt::format("    {} at once\n", layouts.widths.at(&op));
      describe(*placement);
    } else {
      text += anywhere(op.result()) ? "    computed where it is used\n" : "    unused\n";
    }
  });
  return text;
}

} // namespace mytriton
