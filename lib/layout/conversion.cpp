// Planning a conversion: where each element of the destination is in the source, and what that
// takes.

#include "mytriton/layout/conversion.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <optional>
#include <set>

namespace mytriton {

namespace {

constexpr int kBanks = 32;
constexpr int kBankBytes = 4;

// The tile with as many more register bits as reach `extents` (powers of two). Where the block
// repeats no power of two times, some of these registers do not exist; they lie outside the shape.
LinearLayout padded(const BlockLayout &layout, const Shape &extents) {
  LinearLayout map = layout.tile();
  for (int dim = 0; dim < extents.rank(); ++dim)
    map = map.growOut(InDim::Register, dim, extents[dim]);
  return map;
}

// The number of the register that moves by `coordinates` from register 0; nullopt where there is
// none.
std::optional<int> registerAt(const BlockLayout &layout, const Coordinates &coordinates) {
  int number = 0;
  std::array<std::int32_t, Shape::kMaxRank> rest{};
  std::copy(coordinates.begin(), coordinates.end(), rest.begin());
  for (const RegisterAxis &axis : layout.registerAxes()) {
    // Along one dimension the strides fall, so what is left belongs to this axis and smaller ones.
    std::int32_t &left = rest[static_cast<std::size_t>(axis.dim)];
    const int index = left / axis.stride;
    if (index >= axis.extent)
      return std::nullopt;
    left -= index * axis.stride;
    number = number * axis.extent + index;
  }
  return number;
}

// Bit `from` of tid becomes bit `to` of the lane.
void addLaneBit(std::vector<ThreadTerm> &terms, int from, int to) {
  for (ThreadTerm &term : terms) {
    const int width = std::popcount(static_cast<unsigned>(term.mask));
    if (term.shift + width == from && term.scale + width == to) {
      term.mask = 2 * term.mask + 1;
      return;
    }
  }
  terms.push_back({from, 1, to});
}

// Tries to do without shared memory.
std::optional<Conversion> planWithinWarps(const BlockLayout &source,
                                          const BlockLayout &destination) {
  Shape extents;
  for (int dim = 0; dim < source.rank(); ++dim)
    extents.append(std::int64_t{1}
                   << ceilLog2(std::max(source.covered(dim), destination.covered(dim))));
  const LinearLayout from = padded(source, extents);
  const LinearLayout place = LinearLayout::locate(padded(destination, extents), from);

  // What a thread's number adds to the place: no register, no other warp.
  Conversion plan;
  bool sameLane = true;
  const int laneBits = place.inBits(InDim::Lane);
  for (int bit = 0; bit < laneBits + place.inBits(InDim::Warp); ++bit) {
    const bool isLane = bit < laneBits;
    const Coordinates moved =
        isLane ? place.basis(InDim::Lane, bit) : place.basis(InDim::Warp, bit - laneBits);
    if (moved[InDim::Register] != 0 || moved[InDim::Warp] != (isLane ? 0 : 1 << (bit - laneBits)))
      return std::nullopt;
    sameLane &= moved[InDim::Lane] == (isLane ? 1 << bit : 0);
    for (int to = 0; to < laneBits; ++to)
      if ((moved[InDim::Lane] >> to & 1) != 0)
        addLaneBit(plan.laneTerms, bit, to);
  }

  // What each register adds.
  const LinearLayout owner = from.inverse();
  bool sameRegister = source.registers() == destination.registers();
  for (int reg = 0; reg < destination.registers(); ++reg) {
    const Coordinates moves = destination.coordinates(0, std::int64_t{reg});
    if (!destination.contains(moves)) {
      plan.sourceRegister.push_back(reg < source.registers() ? reg : 0);
      plan.laneOffset.push_back(0);
      continue;
    }
    const Coordinates at = owner.apply(moves);
    if (at[InDim::Warp] != 0)
      return std::nullopt;
    const std::optional<int> taken = registerAt(source, from.apply(at[InDim::Register], 0, 0));
    assert(taken); // it holds an element of the shape
    plan.sourceRegister.push_back(*taken);
    plan.laneOffset.push_back(at[InDim::Lane]);
    sameLane &= at[InDim::Lane] == 0;
    sameRegister &= *taken == reg;
  }

  if (!sameLane) {
    plan.kind = ConversionKind::Shuffle;
    return plan;
  }
  plan.kind = sameRegister ? ConversionKind::None : ConversionKind::Registers;
  plan.laneTerms.clear();
  plan.laneOffset.clear();
  if (sameRegister)
    plan.sourceRegister.clear();
  return plan;
}

SharedTile planBuffer(const BlockLayout &source, const BlockLayout &destination, int elementBytes) {
  SharedTile best;
  for (int dim = 0; dim < source.rank(); ++dim)
    best.extents.append(std::max(source.covered(dim), destination.covered(dim)));
  if (source.rank() < 2)
    return best;
  const auto cost = [&](const SharedTile &tile) {
    return bankConflicts(source, tile, elementBytes) +
           bankConflicts(destination, tile, elementBytes);
  };
  int leastCost = cost(best);
  for (int padding : {1, 2, 4, 8, 16}) {
    SharedTile tile = best;
    tile.padding = padding;
    if (const int tileCost = cost(tile); tileCost < leastCost) {
      best = tile;
      leastCost = tileCost;
    }
  }
  return best;
}

} // namespace

std::int64_t SharedTile::stride(int dim) const {
  std::int64_t stride = 1;
  for (int inner = extents.rank() - 1; inner > dim; --inner)
    stride = stride * extents[inner] + (inner == extents.rank() - 1 ? padding : 0);
  return stride;
}

std::int64_t SharedTile::index(const Coordinates &coordinates) const {
  std::int64_t index = 0;
  for (int dim = 0; dim < extents.rank(); ++dim)
    index += coordinates[dim] * stride(dim);
  return index;
}

std::int64_t SharedTile::elements() const { return bufferShape().elements(); }

Shape SharedTile::bufferShape() const {
  Shape shape = extents;
  if (shape.rank() > 0)
    shape[shape.rank() - 1] += static_cast<std::int32_t>(padding);
  return shape;
}

int bankConflicts(const BlockLayout &layout, const SharedTile &buffer, int elementBytes) {
  std::array<std::set<std::int64_t>, kBanks> words;
  for (int lane = 0; lane < kWarpSize; ++lane) {
    const std::int64_t first =
        buffer.index(layout.coordinates(lane, std::int64_t{0})) * elementBytes;
    for (std::int64_t word = first / kBankBytes; word <= (first + elementBytes - 1) / kBankBytes;
         ++word)
      words[static_cast<std::size_t>(word % kBanks)].insert(word);
  }
  std::size_t most = 0;
  for (const std::set<std::int64_t> &bank : words)
    most = std::max(most, bank.size());
  return static_cast<int>(most);
}

Conversion planConversion(const BlockLayout &source, const BlockLayout &destination,
                          int elementBytes) {
  assert(source.shape() == destination.shape() && source.warps() == destination.warps());
  if (source.samePlacement(destination))
    return {};
  if (std::optional<Conversion> plan = planWithinWarps(source, destination))
    return *std::move(plan);
  Conversion plan;
  plan.kind = ConversionKind::Shared;
  plan.buffer = planBuffer(source, destination, elementBytes);
  return plan;
}

} // namespace mytriton
