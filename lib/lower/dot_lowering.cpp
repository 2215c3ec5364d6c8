// Matrix products: both operands are put into shared memory, and then each thread reads, for each
// k, its part of a column of the left one and of a row of the right one, and adds the products of
// the two to the sums that it holds.

#include "mytriton/lower/dot_layout.h"
#include "thread_lowering.h"

#include <algorithm>
#include <bit>

namespace mytriton {

namespace {

// What is unrolled of the loop over k: no more steps, and no more products, than these.
constexpr std::int64_t kMaxUnrolledSteps = 64;
constexpr std::int64_t kMaxUnrolledProducts = 1024;

std::string_view sideName(int side) { return side == 0 ? "left" : "right"; }

// "a_tile" after the operand a, "left_tile" after one without a name.
std::string derivedName(const Value *operand, int side, std::string_view suffix) {
  std::string name(operand->name().empty() ? sideName(side) : operand->name());
  return name.append(suffix);
}

} // namespace

void ThreadLowering::lowerDot(const Operation &op) {
  prepare(op);
  const int sums = placementId(*layouts_.of(op.result()));
  Values buffers;
  for (int side = 0; side < 2; ++side)
    buffers.push_back(stageOperand(op, side, sums));
  append(OpKind::Barrier, {}, &op);
  order_.barrier();

  Value *start = startOfSums(op, sums);
  const std::int64_t steps = op.operand(0)->type().shape()[1];
  Value *bounds[] = {constant(0), constant(steps), constant(1), start};
  Operation *loopOverK = append(OpKind::For, bounds, &op);
  const std::int64_t unrolled = std::clamp<std::int64_t>(
      kMaxUnrolledProducts / placement(sums).layout.registers(), 1, kMaxUnrolledSteps);
  if (unrolled >= steps)
    loopOverK->setAttribute("unroll", true);
  else if (unrolled > 1)
    loopOverK->setAttribute(
        "unroll", static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(unrolled))));
  Region &body = loopOverK->region();
  Value *k = body.addArgument(Type::scalar(DType::I32), "k");
  Value *held = body.addArgument(start->type(), op.result()->name());
  const int depth = static_cast<int>(scopes_.size());
  depths_[k] = depths_[held] = depth;
  openScope(body, *loopOverK);
  const Registers left = readFragment(op, 0, sums, buffers[0], k);
  const Registers right = readFragment(op, 1, sums, buffers[1], k);
  const DType dtype = op.result()->type().dtype();
  const auto factor = [&](const Registers &fragment, const Place &place) {
    return emit(OpKind::Cast, {heldElement(fragment, place)}, nullptr, {{"dtype", dtype}});
  };
  const bool exact = op.operand(0)->type().dtype() == dtype;
  const int axes = static_cast<int>(placement(sums).axes.size());
  const Values next = loop(sums, axes, wholePlace(sums), &op, [&](const Place &place) {
    Value *a = exact ? heldElement(left, place) : factor(left, place);
    Value *b = exact ? heldElement(right, place) : factor(right, place);
    // Products of 8-bit integers do not wrap; their sums do.
    Value *product = emit(OpKind::Mul, {a, b}, nullptr, {}, !isFloat(dtype));
    return Values{
        emit(OpKind::Add, {heldElement({sums, held}, place), product}, nullptr, {}, false)};
  });
  append(OpKind::Yield, next, nullptr);
  closeScope();
  Builder(*scopes_.back().region).infer(loopOverK);
  Value *result = loopOverK->result();
  if (depth > 1)
    depths_[result] = depth - 1;
  result->setName(op.result()->name());
  hold(op.result(), {sums, result});
}

// What the product is added to, laid out as the sums are.
Value *ThreadLowering::startOfSums(const Operation &op, int sums) {
  if (op.operandCount() == 3)
    return passed(op.operand(2), sums, op);
  Value *zero =
      kernel_->constant(Scalar::ofInt(DType::I32, 0).convert(op.result()->type().dtype()));
  const int axes = static_cast<int>(placement(sums).axes.size());
  Value *start =
      loop(sums, axes, wholePlace(sums), &op, [&](const Place &) { return Values{zero}; })[0];
  if (start->isResult())
    start->setName(op.result()->name());
  return start;
}

// How an operand lies that is put into shared memory.
int ThreadLowering::operandPlacement(const Value *operand) {
  if (const auto held = held_.find(operand); held != held_.end())
    return held->second.placement;
  if (const Placement *own = layouts_.of(operand))
    return placementId(*own);
  constexpr int kWidth = 4;
  return placementId(Placement::of(
      BlockLayout::rowMajor(operand->type().shape(), kWidth, layouts_.numWarps), kWidth));
}

// The owners of an operand's elements store them where every thread can read them.
Value *ThreadLowering::stageOperand(const Operation &op, int side, int sums) {
  const Value *value = op.operand(static_cast<unsigned>(side));
  const DType dtype = value->type().dtype();
  const int source = operandPlacement(value);
  const SharedTile tile = dotBuffer(placement(sums), placement(source), side, byteSize(dtype));
  Value *buffer =
      append(OpKind::SharedAlloc, {}, &op, {{"shape", tile.bufferShape()}, {"dtype", dtype}})
          ->result();
  buffer->setName(derivedName(value, side, "_tile"));

  const int axes = static_cast<int>(placement(source).axes.size());
  const bool vector = storesVectors(placement(source), side, byteSize(dtype));
  Value *registers = nullptr;
  if (vector)
    registers = passed(value, source, op);
  guarded(isOwner(source), &op, [&] {
    loop(source, vector ? axes - 1 : axes, wholePlace(source), &op, [&](const Place &place) {
      Value *stored = registers;
      if (!vector) {
        stored = element(value, operandDims(value, place));
      } else if (axes > 1) {
        Values leading{registers};
        for (int axis = 0; axis + 1 < axes; ++axis)
          leading.push_back(place.indices[static_cast<std::size_t>(axis)].value);
        stored = append(OpKind::Extract, leading, nullptr)->result();
      }
      Value *operands[] = {buffer, stored, coordinate(place, 1 - side), coordinate(place, side)};
      append(OpKind::SharedStore, operands, &op);
      return Values{};
    });
  });
  return buffer;
}

// The whole place of a value's own shape: what has one element along a dimension is at 0 there.
Place ThreadLowering::operandDims(const Value *value, Place place) const {
  for (int dim = 0; dim < value->type().shape().rank(); ++dim)
    if (value->type().shape()[dim] == 1)
      place.dims[static_cast<std::size_t>(dim)] = -1;
  return place;
}

// This thread's part of row k of a buffer: a vector for each fragment.
ThreadLowering::Registers ThreadLowering::readFragment(const Operation &op, int side, int sums,
                                                       Value *buffer, Value *k) {
  const Value *operand = op.operand(static_cast<unsigned>(side));
  Shape part{1, 1};
  part[side] = placement(sums).shape()[side];
  const int id = placementId(placement(sums).projected(part));
  const int width = fragmentAlong(placement(sums), side, byteSize(operand->type().dtype()));
  const int axes = static_cast<int>(placement(id).axes.size());
  if (Value *own = threadSum(placement(id).layout.threadTerms(side));
      own->isResult() && own->name().empty() && !own->definingOp()->is(OpKind::ThreadId))
    own->setName(side == 0 ? "tile_row" : "tile_column");
  Value *read = loop(id, width > 1 ? axes - 1 : axes, wholePlace(id), &op, [&](const Place &place) {
    Value *operands[] = {buffer, k, coordinate(place, side)};
    Operation *load =
        width > 1 ? append(OpKind::SharedLoad, operands, nullptr, {{"width", std::int64_t{width}}})
                  : append(OpKind::SharedLoad, operands, nullptr);
    return Values{load->result()};
  })[0];
  read->setName(derivedName(operand, side, "_frag"));
  return {id, read};
}

} // namespace mytriton
