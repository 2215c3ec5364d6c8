// See dot_layout.h.
#include "mytriton/lower/dot_layout.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>

namespace mytriton {

namespace {

constexpr int kMaxFragment = 4;
constexpr int kAccessBytes = 16;
constexpr int kLaneBits = 5;
constexpr int kBanks = 32;
constexpr int kBankBytes = 4;
constexpr int kRowOfBanks = kBanks * kBankBytes; // what one pass over the banks serves
// A warp reads one row of banks in the time in which it multiplies this often.
constexpr int kProductsPerRead = 4;
// Lanes side by side along a row: eight times four floats are one row of banks.
constexpr int kMaxColumnBits = 3;
constexpr std::array<int, 2> kOrder = {1, 0};

std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// How one dimension is spread: a fragment on each thread, threads side by side.
struct Spread {
  int fragment = 1;
  int laneBits = 0;
  int warpBits = 0;

  std::int64_t tile() const { return std::int64_t{fragment} << (laneBits + warpBits); }
  // Elements of each thread along an extent, those outside included.
  std::int64_t perThread(int extent) const { return ceilDiv(extent, tile()) * fragment; }
  // What reading them costs a warp, in products.
  std::int64_t readCost(int extent, int bytes) const {
    const std::int64_t passes = ceilDiv((std::int64_t{fragment} << laneBits) * bytes, kRowOfBanks);
    return perThread(extent) / fragment * passes * kProductsPerRead;
  }
};

} // namespace

Placement dotPlacement(const Shape &shape, int operandBytes, int numWarps, bool oneElement) {
  const int warpBits = ceilLog2(numWarps);
  const int widest = oneElement ? 1 : std::min(kMaxFragment, kAccessBytes / operandBytes);
  std::array<Spread, 2> best;
  std::int64_t leastCost = -1;
  for (int columns = widest; columns >= 1; columns /= 2)
    for (int rows = widest; rows >= 1; rows /= 2) {
      const int rowPlaces = ceilLog2(ceilDiv(shape[0], rows));
      const int columnPlaces = ceilLog2(ceilDiv(shape[1], columns));
      for (int rowBits = std::min(rowPlaces, kLaneBits + warpBits); rowBits >= 0; --rowBits) {
        const int columnBits = std::min(columnPlaces, kLaneBits + warpBits - rowBits);
        std::array<Spread, 2> now = {Spread{rows}, Spread{columns}};
        const int near = std::min(columnBits, kMaxColumnBits);
        now[0].laneBits = std::min(rowBits, kLaneBits - near);
        now[1].laneBits = std::min(columnBits, kLaneBits - now[0].laneBits);
        now[0].warpBits = rowBits - now[0].laneBits;
        now[1].warpBits = columnBits - now[1].laneBits;
        const std::int64_t cost = now[0].perThread(shape[0]) * now[1].perThread(shape[1]) +
                                  now[0].readCost(shape[0], operandBytes) +
                                  now[1].readCost(shape[1], operandBytes);
        if (leastCost < 0 || cost < leastCost) {
          leastCost = cost;
          best = now;
        }
      }
    }

  const auto [rows, columns] = best;
  const int laneCopies = kLaneBits - rows.laneBits - columns.laneBits;
  const int warpCopies = warpBits - rows.warpBits - columns.warpBits;
  BlockLayout layout(shape,
                     LinearLayout::blocked(Shape{rows.fragment, columns.fragment},
                                           Shape{1 << rows.laneBits, 1 << columns.laneBits},
                                           Shape{1 << rows.warpBits, 1 << columns.warpBits},
                                           kOrder) *
                         LinearLayout::zeros1D(InDim::Lane, 1 << laneCopies, 2) *
                         LinearLayout::zeros1D(InDim::Warp, 1 << warpCopies, 2),
                     kOrder);

  // Where repeats lie next to the fragment, they and it are still two axes.
  std::vector<RegisterAxis> axes;
  for (const RegisterAxis &axis : layout.registerAxes()) {
    const int fragment = best[static_cast<std::size_t>(axis.dim)].fragment;
    if (axis.stride == 1 && axis.extent > fragment && fragment > 1) {
      axes.push_back({axis.extent / fragment, axis.dim, fragment});
      axes.push_back({fragment, axis.dim, 1});
    } else {
      axes.push_back(axis);
    }
  }
  return {std::move(layout), std::move(axes)};
}

int fragmentAlong(const Placement &sums, int dim, int bytes) {
  int fragment = 1;
  for (const RegisterAxis &axis : sums.axes)
    if (axis.dim == dim)
      fragment = axis.stride == 1 ? axis.extent : 1; // the last one decides
  const bool vector = std::has_single_bit(static_cast<unsigned>(fragment));
  return vector && fragment * bytes <= kAccessBytes ? fragment : 1;
}

bool storesVectors(const Placement &operand, int side, int bytes) {
  const int extent = operand.vectorExtent();
  return operand.layout.order()[0] == side && extent > 1 &&
         std::has_single_bit(static_cast<unsigned>(extent)) && extent * bytes <= kAccessBytes;
}

int bankConflicts(std::span<const std::int64_t> addresses, int accessBytes) {
  const auto together = static_cast<std::size_t>(std::min(kBanks, kRowOfBanks / accessBytes));
  std::size_t most = 0;
  for (std::size_t first = 0; first < addresses.size(); first += together) {
    std::array<std::set<std::int64_t>, kBanks> words;
    for (std::size_t lane = first; lane < std::min(first + together, addresses.size()); ++lane)
      for (std::int64_t word = addresses[lane] / kBankBytes;
           word <= (addresses[lane] + accessBytes - 1) / kBankBytes; ++word)
        words[static_cast<std::size_t>(word % kBanks)].insert(word);
    for (const std::set<std::int64_t> &bank : words)
      most = std::max(most, bank.size());
  }
  return static_cast<int>(most);
}

namespace {

// Conflicts of a warp that reads its first fragment of a row of the buffer.
int readConflicts(const Placement &sums, const SharedTile &buffer, int side, int bytes) {
  std::array<std::int64_t, kWarpSize> addresses;
  for (int lane = 0; lane < kWarpSize; ++lane)
    addresses[static_cast<std::size_t>(lane)] =
        buffer.index({0, sums.layout.coordinates(lane, std::int64_t{0})[side]}) * bytes;
  return bankConflicts(addresses, fragmentAlong(sums, side, bytes) * bytes);
}

// Conflicts of a warp that stores its first element of the operand.
int storeConflicts(const Placement &operand, const SharedTile &buffer, int side, int bytes) {
  const bool vector = storesVectors(operand, side, bytes);
  std::array<std::int64_t, kWarpSize> addresses;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    const Coordinates at = operand.layout.coordinates(lane, std::int64_t{0});
    addresses[static_cast<std::size_t>(lane)] = buffer.index({at[1 - side], at[side]}) * bytes;
  }
  return bankConflicts(addresses, vector ? operand.vectorExtent() * bytes : bytes);
}

} // namespace

SharedTile dotBuffer(const Placement &sums, const Placement &operand, int side, int bytes) {
  SharedTile best;
  best.extents = Shape{operand.layout.covered(1 - side),
                       std::max(operand.layout.covered(side), sums.layout.covered(side))};
  // Vectors along a row start at multiples of their size in every row.
  const int stored = storesVectors(operand, side, bytes) ? operand.vectorExtent() : 1;
  const int vector = std::max(fragmentAlong(sums, side, bytes), stored);
  const std::int64_t least = -best.extents[1] & (vector - 1);
  best.padding = least;
  const auto cost = [&](const SharedTile &tile) {
    // Every step of k reads, and each element is stored once.
    return readConflicts(sums, tile, side, bytes) * kRowOfBanks +
           storeConflicts(operand, tile, side, bytes);
  };
  int leastCost = cost(best);
  for (std::int64_t padding = least + vector; padding <= least + kBanks; padding += vector) {
    SharedTile tile = best;
    tile.padding = padding;
    if (const int tileCost = cost(tile); tileCost < leastCost) {
      best = tile;
      leastCost = tileCost;
    }
  }
  return best;
}

} // namespace mytriton
