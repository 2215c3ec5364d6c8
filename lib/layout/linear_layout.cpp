// The algebra of linear maps over bits. A map is a matrix over GF(2) whose columns are 64-bit
// words, so that applying it is a few XORs and every question about it is an elimination.

#include "mytriton/layout/linear_layout.h"

#include <bit>
#include <cassert>
#include <fmt/format.h>
#include <numeric>
#include <optional>

namespace mytriton {

int ceilLog2(std::int64_t value) {
  assert(value >= 1);
  return std::bit_width(static_cast<std::uint64_t>(value) - 1);
}

namespace {

int exactLog2(std::int64_t size) {
  assert(size >= 1 && std::has_single_bit(static_cast<std::uint64_t>(size)));
  return ceilLog2(size);
}

std::uint64_t bitAt(int position) { return std::uint64_t{1} << position; }

std::uint64_t lowBits(int count) { return count == 0 ? 0 : ~std::uint64_t{0} >> (64 - count); }

int sum(const std::vector<int> &bits) { return std::accumulate(bits.begin(), bits.end(), 0); }

// Columns in the order in which they were added, reduced so that any target can be solved for.
// Solutions use only columns that were independent of those before them, so earlier columns are
// preferred, and the solution is unique.
class Elimination {
public:
  explicit Elimination(const std::vector<std::uint64_t> &columns) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      add(columns[i], bitAt(static_cast<int>(i)));
  }

  // The columns that depend on columns before them.
  std::uint64_t dependent() const { return dependent_; }
  int rank() const { return static_cast<int>(rows_.size()); }

  // The columns whose sum is `target`.
  std::optional<std::uint64_t> solve(std::uint64_t target) const {
    std::uint64_t columns = 0;
    for (const Row &row : rows_)
      if ((target & row.pivot) != 0) {
        target ^= row.value;
        columns ^= row.columns;
      }
    return target == 0 ? std::optional(columns) : std::nullopt;
  }

private:
  struct Row {
    std::uint64_t pivot; // a bit of `value` that no later row has
    std::uint64_t value;
    std::uint64_t columns;
  };

  void add(std::uint64_t value, std::uint64_t column) {
    std::uint64_t columns = column;
    for (const Row &row : rows_)
      if ((value & row.pivot) != 0) {
        value ^= row.value;
        columns ^= row.columns;
      }
    if (value == 0)
      dependent_ |= column;
    else
      rows_.push_back({std::bit_floor(value), value, columns});
  }

  std::vector<Row> rows_;
  std::uint64_t dependent_ = 0;
};

} // namespace

LinearLayout::LinearLayout(int outRank, int inRank)
    : inBits_(static_cast<std::size_t>(inRank), 0), outBits_(static_cast<std::size_t>(outRank), 0) {
}

LinearLayout LinearLayout::identity1D(int in, std::int64_t size, int out, int outRank, int inRank) {
  LinearLayout layout(outRank, inRank);
  const int bits = exactLog2(size);
  layout.inBits_[static_cast<std::size_t>(in)] = bits;
  layout.outBits_[static_cast<std::size_t>(out)] = bits;
  for (int bit = 0; bit < bits; ++bit)
    layout.columns_.push_back(bitAt(bit));
  return layout;
}

LinearLayout LinearLayout::zeros1D(int in, std::int64_t size, int outRank, int inRank) {
  LinearLayout layout(outRank, inRank);
  const int bits = exactLog2(size);
  layout.inBits_[static_cast<std::size_t>(in)] = bits;
  layout.columns_.assign(static_cast<std::size_t>(bits), 0);
  return layout;
}

LinearLayout LinearLayout::blocked(const Shape &sizePerThread, const Shape &threadsPerWarp,
                                   const Shape &warpsPerBlock, std::span<const int> order) {
  const int rank = sizePerThread.rank();
  LinearLayout layout(rank);
  const Shape *sizes[InDim::Count] = {&sizePerThread, &threadsPerWarp, &warpsPerBlock};
  for (int in = 0; in < InDim::Count; ++in)
    for (int dim : order)
      layout = layout * identity1D(in, (*sizes[in])[dim], dim, rank);
  return layout;
}

LinearLayout LinearLayout::fromBasis(const std::vector<std::vector<Coordinates>> &basis,
                                     const Shape &outSizes) {
  LinearLayout layout(outSizes.rank(), static_cast<int>(basis.size()));
  for (int out = 0; out < outSizes.rank(); ++out)
    layout.outBits_[static_cast<std::size_t>(out)] = exactLog2(outSizes[out]);
  for (std::size_t in = 0; in < basis.size(); ++in) {
    layout.inBits_[in] = static_cast<int>(basis[in].size());
    for (const Coordinates &coordinates : basis[in])
      layout.columns_.push_back(layout.flatten(coordinates, layout.outBits_));
  }
  return layout;
}

int LinearLayout::firstColumn(int in) const {
  return std::accumulate(inBits_.begin(), inBits_.begin() + in, 0);
}

std::uint64_t LinearLayout::flatten(const Coordinates &coordinates,
                                    const std::vector<int> &bits) const {
  assert(coordinates.rank() == static_cast<int>(bits.size()));
  std::uint64_t flat = 0;
  int position = 0;
  for (int dim = 0; dim < coordinates.rank(); ++dim) {
    const int count = bits[static_cast<std::size_t>(dim)];
    const auto value = static_cast<std::uint64_t>(coordinates[dim]);
    assert(value <= lowBits(count));
    flat |= value << position;
    position += count;
  }
  return flat;
}

Coordinates LinearLayout::unflatten(std::uint64_t flat, const std::vector<int> &bits) const {
  Coordinates coordinates;
  for (int count : bits) {
    coordinates.append(static_cast<std::int64_t>(flat & lowBits(count)));
    flat >>= count;
  }
  return coordinates;
}

Coordinates LinearLayout::basis(int in, int bit) const {
  const int column = firstColumn(in) + bit;
  return unflatten(columns_[static_cast<std::size_t>(column)], outBits_);
}

Coordinates LinearLayout::apply(const Coordinates &input) const {
  std::uint64_t result = 0;
  for (std::uint64_t rest = flatten(input, inBits_); rest != 0; rest &= rest - 1)
    result ^= columns_[static_cast<std::size_t>(std::countr_zero(rest))];
  return unflatten(result, outBits_);
}

Coordinates LinearLayout::apply(int reg, int lane, int warp) const {
  return apply(Coordinates{reg, lane, warp});
}

LinearLayout operator*(const LinearLayout &low, const LinearLayout &high) {
  assert(low.inRank() == high.inRank() && low.outRank() == high.outRank());
  LinearLayout product(low.outRank(), low.inRank());
  for (std::size_t out = 0; out < product.outBits_.size(); ++out)
    product.outBits_[out] = low.outBits_[out] + high.outBits_[out];
  for (int in = 0; in < product.inRank(); ++in) {
    product.inBits_[static_cast<std::size_t>(in)] = low.inBits(in) + high.inBits(in);
    for (int bit = 0; bit < low.inBits(in); ++bit)
      product.columns_.push_back(product.flatten(low.basis(in, bit), product.outBits_));
    for (int bit = 0; bit < high.inBits(in); ++bit) {
      Coordinates coordinates = high.basis(in, bit);
      for (int out = 0; out < product.outRank(); ++out)
        coordinates[out] <<= low.outBits(out);
      product.columns_.push_back(product.flatten(coordinates, product.outBits_));
    }
  }
  return product;
}

LinearLayout compose(const LinearLayout &outer, const LinearLayout &inner) {
  assert(inner.outRank() == outer.inRank());
  LinearLayout result(outer.outRank(), inner.inRank());
  result.inBits_ = inner.inBits_;
  result.outBits_ = outer.outBits_;
  for (std::uint64_t column : inner.columns_) {
    const Coordinates middle = inner.unflatten(column, inner.outBits_);
    result.columns_.push_back(outer.flatten(outer.apply(middle), outer.outBits_));
  }
  return result;
}

bool LinearLayout::isSurjective() const { return Elimination(columns_).rank() == sum(outBits_); }

bool LinearLayout::isInjective() const { return Elimination(columns_).dependent() == 0; }

std::uint32_t LinearLayout::freeBits(int in) const {
  const std::uint64_t dependent = Elimination(columns_).dependent();
  return static_cast<std::uint32_t>((dependent >> firstColumn(in)) & lowBits(inBits(in)));
}

LinearLayout LinearLayout::inverse() const {
  assert(isSurjective());
  LinearLayout result(inRank(), outRank());
  result.inBits_ = outBits_;
  result.outBits_ = inBits_;
  const Elimination elimination(columns_);
  for (int bit = 0; bit < sum(outBits_); ++bit)
    result.columns_.push_back(*elimination.solve(bitAt(bit)));
  return result;
}

LinearLayout LinearLayout::locate(const LinearLayout &destination, const LinearLayout &source) {
  assert(destination.inRank() == source.inRank() && destination.outBits_ == source.outBits_);
  assert(source.isSurjective());
  LinearLayout result(source.inRank(), destination.inRank());
  result.inBits_ = destination.inBits_;
  result.outBits_ = source.inBits_;
  const Elimination elimination(source.columns_);
  std::size_t column = 0;
  for (int in = 0; in < destination.inRank(); ++in)
    for (int bit = 0; bit < destination.inBits(in); ++bit, ++column) {
      // Start at the same place of the source, then correct by as early inputs as possible.
      std::uint64_t place = 0;
      std::uint64_t missing = destination.columns_[column];
      if (in != 0 && bit < source.inBits(in)) {
        const int same = source.firstColumn(in) + bit;
        place = bitAt(same);
        missing ^= source.columns_[static_cast<std::size_t>(same)];
      }
      result.columns_.push_back(place ^ *elimination.solve(missing));
    }
  return result;
}

LinearLayout LinearLayout::sliceOut(int out) const {
  LinearLayout result = shrinkOut(out, 1);
  result.outBits_.erase(result.outBits_.begin() + out);
  return result;
}

LinearLayout LinearLayout::expandOut(int out) const {
  LinearLayout result = *this;
  result.outBits_.insert(result.outBits_.begin() + out, 0);
  return result;
}

LinearLayout LinearLayout::transposeOuts(std::span<const int> permutation) const {
  assert(static_cast<int>(permutation.size()) == outRank());
  LinearLayout result(outRank(), inRank());
  result.inBits_ = inBits_;
  for (std::size_t out = 0; out < permutation.size(); ++out)
    result.outBits_[out] = outBits(permutation[out]);
  for (std::uint64_t column : columns_) {
    const Coordinates from = unflatten(column, outBits_);
    Coordinates to;
    for (int out : permutation)
      to.append(from[out]);
    result.columns_.push_back(flatten(to, result.outBits_));
  }
  return result;
}

LinearLayout LinearLayout::restrictTo(int in) const {
  LinearLayout result(outRank(), inRank());
  result.outBits_ = outBits_;
  result.inBits_[static_cast<std::size_t>(in)] = inBits(in);
  const auto first = columns_.begin() + firstColumn(in);
  result.columns_.assign(first, first + inBits(in));
  return result;
}

LinearLayout LinearLayout::shrinkOut(int out, std::int64_t size) const {
  const int bits = exactLog2(size);
  if (bits >= outBits(out))
    return *this;
  LinearLayout result = *this;
  result.outBits_[static_cast<std::size_t>(out)] = bits;
  for (std::uint64_t &column : result.columns_) {
    Coordinates coordinates = unflatten(column, outBits_);
    coordinates[out] &= static_cast<std::int32_t>(lowBits(bits));
    column = flatten(coordinates, result.outBits_);
  }
  return result;
}

LinearLayout LinearLayout::growOut(int in, int out, std::int64_t size) const {
  if (size <= outSize(out))
    return *this;
  return *this * identity1D(in, size / outSize(out), out, outRank(), inRank());
}

std::string LinearLayout::str(std::span<const std::string_view> inNames) const {
  assert(static_cast<int>(inNames.size()) == inRank());
  std::string text;
  for (int in = 0; in < inRank(); ++in) {
    text += fmt::format("{}:", inNames[static_cast<std::size_t>(in)]);
    for (int bit = 0; bit < inBits(in); ++bit) {
      const Coordinates coordinates = basis(in, bit);
      text += " (";
      for (int out = 0; out < outRank(); ++out)
        text += fmt::format("{}{}", out == 0 ? "" : ", ", coordinates[out]);
      text += ")";
    }
    text += "\n";
  }
  return text;
}

} // namespace mytriton
