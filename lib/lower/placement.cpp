// Splitting and projecting the register axes of a layout.

#include "mytriton/lower/placement.h"

#include <fmt/format.h>

namespace mytriton {

Placement Placement::of(BlockLayout layout, int width) {
  std::vector<RegisterAxis> axes = layout.registerAxes();
  if (!axes.empty() && axes.back().stride == 1 && axes.back().dim == layout.order()[0] &&
      axes.back().extent > width && width > 1 && axes.back().extent % width == 0) {
    const RegisterAxis last = axes.back();
    axes.back() = {last.extent / width, last.dim, width};
    axes.push_back({width, last.dim, 1});
  }
  return {std::move(layout), std::move(axes)};
}

Shape Placement::registerShape() const {
  Shape shape;
  for (const RegisterAxis &axis : axes)
    shape.append(axis.extent);
  return shape;
}

int Placement::vectorExtent() const {
  if (axes.empty() || axes.back().stride != 1 || axes.back().dim != layout.order()[0])
    return 1;
  return axes.back().extent;
}

std::string Placement::summary() const {
  std::string text;
  for (int dim = 0; dim < layout.rank(); ++dim) {
    text += dim == 0 ? "" : ", ";
    const std::size_t start = text.size();
    const auto plus = [&] { return text.size() == start ? "" : " + "; };
    for (const ThreadTerm &term : layout.threadTerms(dim)) {
      text += plus();
      text += "tid";
      if (term.shift > 0)
        text += fmt::format(" / {}", 1 << term.shift);
      if ((term.mask + 1) << term.shift < layout.threads())
        text += fmt::format(" % {}", term.mask + 1);
      if (term.scale > 0)
        text += fmt::format(" * {}", 1 << term.scale);
    }
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (axes[i].dim == dim)
        text += axes[i].stride == 1
                    ? fmt::format("{}r{}[{}]", plus(), i, axes[i].extent)
                    : fmt::format("{}{} * r{}[{}]", plus(), axes[i].stride, i, axes[i].extent);
    if (text.size() == start)
      text += "0";
  }
  return text;
}

Placement Placement::projected(const Shape &shape) const {
  const int dropped = layout.rank() - shape.rank();
  std::vector<RegisterAxis> kept;
  for (RegisterAxis axis : axes) {
    const int dim = axis.dim - dropped;
    if (dim >= 0 && shape[dim] == layout.shape()[axis.dim])
      kept.push_back({axis.extent, dim, axis.stride});
  }
  return {layout.projected(shape), std::move(kept)};
}

Placement Placement::sliced(int dim) const {
  std::vector<RegisterAxis> kept;
  for (RegisterAxis axis : axes)
    if (axis.dim != dim)
      kept.push_back({axis.extent, axis.dim > dim ? axis.dim - 1 : axis.dim, axis.stride});
  return {layout.sliced(dim), std::move(kept)};
}

Placement Placement::expanded(int dim) const {
  std::vector<RegisterAxis> moved = axes;
  for (RegisterAxis &axis : moved)
    axis.dim += axis.dim >= dim ? 1 : 0;
  return {layout.expanded(dim), std::move(moved)};
}

Placement Placement::transposed(const Shape &order) const {
  std::vector<RegisterAxis> moved = axes;
  for (int dim = 0; dim < order.rank(); ++dim)
    for (std::size_t i = 0; i < axes.size(); ++i)
      if (axes[i].dim == order[dim])
        moved[i].dim = dim;
  return {layout.transposed(std::vector<int>(order.begin(), order.end())), std::move(moved)};
}

} // namespace mytriton
