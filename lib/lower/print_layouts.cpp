// The table of --emit=layout, and the picture of --emit=layout-svg.

#include "mytriton/lower/assign_layouts.h"

#include "mytriton/ir/printer.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>
#include <vector>

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

// A block, and where it lies.
struct Row {
  std::string what; // "%3 cols", "store"
  Type type;
  const Placement *placement; // nullptr: `otherwise` says why
  std::string_view otherwise;
  int width; // elements that one access moves
};

std::vector<Row> rowsOf(const Kernel &kernel, const LayoutAssignment &layouts) {
  std::vector<Row> rows;
  const auto numbers = numberValues(kernel);
  const Rematerializable anywhere(kernel);
  walk(kernel.body(), [&](const Operation &op) {
    const auto access = layouts.widths.find(&op);
    const int width = access == layouts.widths.end() ? 1 : access->second;
    if (op.is(OpKind::Store) && layouts.accesses.count(&op) != 0) {
      rows.push_back({"store", op.operand(0)->type(), &layouts.accesses.at(&op), {}, width});
      return;
    }
    if (op.resultCount() != 1 || !op.result()->type().isBlock())
      return;
    const Value *value = op.result();
    rows.push_back({fmt::format("%{} {}", numbers.at(value), value->name()), value->type(),
                    layouts.of(value),
                    anywhere(value) ? "computed where it is used" : "follows its operands", width});
  });
  return rows;
}

std::string escapeXml(std::string_view text) {
  std::string escaped;
  for (char c : text)
    escaped += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return escaped;
}

} // namespace

std::string printLayouts(const Kernel &kernel, const LayoutAssignment &layouts) {
  std::string text = fmt::format("layouts of {}: {}, {} threads\n", kernel.name(),
                                 counted(layouts.numWarps, "warp"), layouts.numWarps * kWarpSize);
  for (const Row &row : rowsOf(kernel, layouts))
    text +=
        fmt::format("{:<16} {:<26} {}\n", row.what, row.type.str(),
                    row.placement != nullptr ? describe(*row.placement, row.width) : row.otherwise);
  return text;
}

std::string drawLayouts(const Kernel &kernel, const LayoutAssignment &layouts) {
  constexpr int kLine = 20, kGap = 16, kLetter = 7;
  struct Figure {
    const Placement *placement;
    std::vector<std::string> captions;
  };
  std::vector<Figure> figures;
  std::unordered_map<std::string, std::size_t> places; // in figures, by shape and summary
  for (const Row &row : rowsOf(kernel, layouts)) {
    if (row.placement == nullptr)
      continue;
    const auto [place, isNew] =
        places.try_emplace(row.placement->shape().str() + row.placement->summary(), figures.size());
    if (isNew)
      figures.push_back({row.placement, {}});
    figures[place->second].captions.push_back(fmt::format("{}: {}", row.what, row.type.str()));
  }

  int width = 0, y = kLine;
  std::string content;
  const auto line = [&](const std::string &text) {
    content += fmt::format("<text x=\"2\" y=\"{}\">{}</text>\n", y - 6, escapeXml(text));
    width = std::max(width, static_cast<int>(text.size()) * kLetter);
    y += kLine;
  };
  line(fmt::format("{}: {}; in each cell thread.register", kernel.name(),
                   counted(layouts.numWarps, "warp")));
  for (const Figure &figure : figures) {
    for (const std::string &caption : figure.captions)
      line(caption);
    line(describe(*figure.placement, 1));
    const Picture picture = figure.placement->layout.picture();
    y -= kLine - 2;
    content += fmt::format("<svg y=\"{}\" width=\"{}\" height=\"{}\">\n{}</svg>\n", y,
                           picture.width, picture.height, picture.content);
    width = std::max(width, picture.width);
    y += picture.height + kGap + kLine;
  }
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
                     "font-family=\"monospace\" font-size=\"11\">\n{}</svg>\n",
                     width, y - kLine, content);
}

} // namespace mytriton
