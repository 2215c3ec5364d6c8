// The table of --emit=layout.

#include "mytriton/lower/assign_layouts.h"

#include "mytriton/ir/printer.h"

#include <fmt/format.h>

namespace mytriton {

namespace {

std::string counted(std::int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string describe(const Placement &placement, int width) {
  std::string text = fmt::format("({}), {} a thread", placement.summary(),
                                 counted(placement.registerShape().elements(), "register"));
  if (width > 1)
    text += fmt::format(", {} at once", width);
  if (placement.layout.copyBits() != 0)
    text += ", copies";
  return text;
}

} // namespace

std::string printLayouts(const Kernel &kernel, const LayoutAssignment &layouts) {
  std::string text = fmt::format("layouts of {}: {}, {} threads\n", kernel.name(),
                                 counted(layouts.numWarps, "warp"), layouts.numWarps * kWarpSize);
  const auto numbers = numberValues(kernel);
  const Rematerializable anywhere(kernel);
  const auto row = [&](const std::string &what, Type type, const std::string &where) {
    text += fmt::format("{:<16} {:<26} {}\n", what, type.str(), where);
  };
  walk(kernel.body(), [&](const Operation &op) {
    const auto access = layouts.widths.find(&op);
    const int width = access == layouts.widths.end() ? 1 : access->second;
    if (op.is(OpKind::Store) && layouts.accesses.count(&op) != 0) {
      row("store", op.operand(0)->type(), describe(layouts.accesses.at(&op), width));
      return;
    }
    if (op.resultCount() != 1 || !op.result()->type().isBlock())
      return;
    const Value *value = op.result();
    const Placement *placement = layouts.of(value);
    row(fmt::format("%{} {}", numbers.at(value), value->name()), value->type(),
        placement != nullptr ? describe(*placement, width)
        : anywhere(value)    ? "computed where it is used"
                             : "follows its operands");
  });
  return text;
}

} // namespace mytriton
