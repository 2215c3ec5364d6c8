// Block layouts for people: the text of --emit=layout, and its picture.

#include "mytriton/layout/block_layout.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>

namespace mytriton {

namespace {

// `tid / 8 % 4 * 4`, as C reads it.
std::string termText(const ThreadTerm &term, int threads) {
  std::string text = "tid";
  const int count = term.mask + 1;
  if (term.shift > 0)
    text += fmt::format(" / {}", 1 << term.shift);
  if ((threads >> term.shift) > count)
    text += fmt::format(" % {}", count);
  if (term.scale > 0)
    text += fmt::format(" * {}", 1 << term.scale);
  return text;
}

std::string coordinateText(const BlockLayout &layout, int dim) {
  std::string text;
  const auto add = [&text](const std::string &summand) {
    text += (text.empty() ? "" : " + ") + summand;
  };
  for (const ThreadTerm &term : layout.threadTerms(dim))
    add(termText(term, layout.threads()));
  const std::vector<RegisterAxis> &axes = layout.registerAxes();
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].dim == dim)
      add(axes[i].stride == 1 ? fmt::format("r{}", i) : fmt::format("r{} * {}", i, axes[i].stride));
  return text.empty() ? "0" : text;
}

// "(3, 4..7)": elements that follow each other along the last dimension.
std::string runText(const Coordinates &first, int length) {
  std::string text = "(";
  for (int dim = 0; dim < first.rank(); ++dim) {
    text += fmt::format("{}{}", dim == 0 ? "" : ", ", first[dim]);
    if (dim + 1 == first.rank() && length > 1)
      text += fmt::format("..{}", first[dim] + length - 1);
  }
  return text + ")";
}

// The elements of one thread, by runs, at most kMaxRuns of them.
std::string elementsText(const BlockLayout &layout, int tid) {
  constexpr int kMaxRuns = 8;
  std::string text;
  int runs = 0;
  Coordinates first;
  int length = 0;
  const auto flush = [&] {
    if (length > 0 && ++runs <= kMaxRuns)
      text += (text.empty() ? "" : " ") + runText(first, length);
    length = 0;
  };
  for (std::int64_t reg = 0; reg < layout.registers() && runs <= kMaxRuns; ++reg) {
    const Coordinates element = layout.coordinates(tid, reg);
    if (!layout.contains(element))
      continue;
    Coordinates next = first;
    if (length > 0 && next.rank() > 0)
      next[next.rank() - 1] += length;
    if (length == 0 || next != element) {
      flush();
      first = element;
    }
    ++length;
  }
  flush();
  if (runs > kMaxRuns)
    text += " ...";
  return text.empty() ? "none" : text;
}

// A colour of its own for neighbouring threads: the hue turns by the golden angle.
std::string colour(int tid) {
  return fmt::format("hsl({},60%,{}%)", tid * 137 % 360, 70 + tid / kWarpSize % 3 * 8);
}

} // namespace

std::string BlockLayout::str() const {
  std::string text = fmt::format("{} on {} threads, {} register{} a thread\n",
                                 rank() == 0 ? "scalar" : shape_.str(), threads(), registers(),
                                 registers() == 1 ? "" : "s");
  for (int dim = 0; dim < rank(); ++dim) {
    text += fmt::format("  dim {} = {}", dim, coordinateText(*this, dim));
    if (needsMask(dim))
      text += fmt::format(", where < {}", shape_[dim]);
    text += "\n";
  }
  for (std::size_t i = 0; i < axes_.size(); ++i)
    text += fmt::format("  r{} in 0..{}\n", i, axes_[i].extent - 1);
  if (rank() == 0)
    return text;

  // The map is linear: the threads of one bit show all others.
  text += "  thread  elements\n";
  text += fmt::format("  {:<6}  {}\n", 0, elementsText(*this, 0));
  for (int tid = 1; tid < threads(); tid *= 2)
    text += fmt::format("  {:<6}  {}\n", tid, owns(tid) ? elementsText(*this, tid) : "as thread 0");
  return text;
}

Picture BlockLayout::picture() const {
  constexpr int kMaxRows = 64, kMaxColumns = 64, kWidth = 48, kHeight = 20;
  // A vector is shown in rows of 32.
  constexpr int kVectorColumns = 32;
  const bool vector = rank() < 2;
  const int extent = rank() == 0 ? 1 : shape_[rank() - 1];
  const int columns = std::min(extent, vector ? kVectorColumns : kMaxColumns);
  const int rows = vector ? std::min((extent + columns - 1) / columns, kMaxRows)
                          : std::min(shape_[rank() - 2], kMaxRows);

  // Who owns the cell at (row, column).
  std::map<std::pair<int, int>, std::pair<int, std::int64_t>> owners;
  for (int tid = 0; tid < threads(); ++tid) {
    if (!owns(tid))
      continue;
    for (std::int64_t reg = 0; reg < registers(); ++reg) {
      const Coordinates element = coordinates(tid, reg);
      if (!contains(element))
        continue;
      if (std::any_of(element.begin(), element.end() - std::min(rank(), 2),
                      [](std::int32_t coordinate) { return coordinate != 0; }))
        continue;
      const int last = rank() == 0 ? 0 : element[rank() - 1];
      const int row = vector ? last / columns : element[rank() - 2];
      const int column = vector ? last % columns : last;
      if (row < rows && column < columns)
        owners.emplace(std::pair(row, column), std::pair(tid, reg));
    }
  }

  Picture picture{columns * kWidth + 1, rows * kHeight + 1, {}};
  for (const auto &[cell, owner] : owners) {
    const int x = cell.second * kWidth, y = cell.first * kHeight;
    picture.content += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"white\"/>", x, y,
        kWidth, kHeight, colour(owner.first));
    picture.content += fmt::format("<text x=\"{}\" y=\"{}\">{}.{}</text>\n", x + 3, y + 14,
                                   owner.first, owner.second);
  }
  return picture;
}

} // namespace mytriton
