// Reductions of blocks: first over what a thread holds, then across the lanes of a warp by
// shuffles, then across warps through a buffer in shared memory.
//
// The result of a reduction lies where the operand lies, without the axis: every thread that held
// something of a row has the row's result. Bits of a thread's number that make copies of the
// operand take no part, so that nothing is counted twice.

#include "thread_lowering.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace mytriton {

namespace {

// As many partial results are combined in one expression; more in a loop, or by another shuffle.
constexpr int kMaxTree = 8;

OpKind combiner(const Operation &op) {
  return op.is(OpKind::ReduceSum)   ? OpKind::Add
         : op.is(OpKind::ReduceMax) ? OpKind::MaxNum
                                    : OpKind::MinNum;
}

std::string combinerName(const Operation &op) {
  return op.is(OpKind::ReduceSum) ? "sum" : op.is(OpKind::ReduceMax) ? "max" : "min";
}

// What changes nothing: -0.0 added to 0.0 or -0.0, and NaN where NaN loses.
Scalar identity(const Operation &op) {
  const DType dtype = op.result()->type().dtype();
  if (op.is(OpKind::ReduceSum))
    return isFloat(dtype) ? Scalar::ofFloat(dtype, -0.0) : Scalar::ofInt(dtype, 0);
  if (isFloat(dtype))
    return Scalar::ofFloat(dtype, std::numeric_limits<double>::quiet_NaN());
  const bool max = op.is(OpKind::ReduceMax);
  if (!isSigned(dtype))
    return Scalar::ofInt(dtype, max ? 0 : -1);
  const std::int64_t least = std::numeric_limits<std::int64_t>::min() >> (64 - bitWidth(dtype));
  return Scalar::ofInt(dtype, max ? least : ~least);
}

std::string genericName(const Operation &op) {
  return op.is(OpKind::ReduceSum) ? "sum" : op.is(OpKind::ReduceMax) ? "greatest" : "least";
}

void nameValue(Value *value, const std::string &name) {
  if (value->isResult() && value->name().empty())
    value->setName(name);
}

// The bits of a thread's number that move it along a dimension.
int threadBits(const BlockLayout &layout, int dim) {
  int bits = 0;
  for (const ThreadTerm &term : layout.threadTerms(dim))
    bits |= term.mask << term.shift;
  return bits;
}

// A number made of these bits of a thread's number, closed up.
std::vector<ThreadTerm> compact(int bits) {
  std::vector<ThreadTerm> terms;
  int scale = 0;
  for (int shift = 0; bits >> shift != 0;) {
    if ((bits >> shift & 1) == 0) {
      ++shift;
      continue;
    }
    const int width = std::countr_one(static_cast<unsigned>(bits >> shift));
    terms.push_back({shift, (1 << width) - 1, scale});
    shift += width;
    scale += width;
  }
  return terms;
}

// The next step of `tl.sum(x)` of several axes: a reduction of the same kind that is all that uses
// this one's result. Null: none.
const Operation *nextStep(const Operation &op) {
  if (!op.result()->hasOneUse())
    return nullptr;
  const Operation *user = op.result()->firstUse()->user();
  return user->is(op.kind()) && user->parent() == op.parent() ? user : nullptr;
}

// The step before; null: none.
const Operation *stepBefore(const Operation &op) {
  const Operation *made = op.operand(0)->definingOp();
  return made != nullptr && made->has(trait::Reduces) && nextStep(*made) == &op ? made : nullptr;
}

} // namespace

// Reductions along several axes are one; it is lowered where the last step stands.
void ThreadLowering::lowerReduction(const Operation &op) {
  if (nextStep(op) != nullptr || op.result()->unused())
    return;
  Reduction reduction{&op, op.operand(0), {}, -1, -1};
  std::vector<int> steps{static_cast<int>(op.intAttribute("axis"))};
  const Operation *first = &op;
  while (const Operation *before = stepBefore(*first)) {
    first = before;
    steps.push_back(static_cast<int>(first->intAttribute("axis")));
  }
  reduction.operand = first->operand(0);
  reduction.source = placementId(layouts_.accesses.at(first));
  Placement destination = placement(reduction.source);
  std::vector<int> left; // dimensions of the operand
  for (int dim = 0; dim < destination.shape().rank(); ++dim)
    left.push_back(dim);
  for (auto axis = steps.rbegin(); axis != steps.rend(); ++axis) {
    destination = destination.sliced(*axis);
    reduction.dims.push_back(left[static_cast<std::size_t>(*axis)]);
    left.erase(left.begin() + *axis);
  }
  reduction.destination = placementId(destination);

  const BlockLayout &layout = placement(reduction.source).layout;
  int bits = 0;
  for (int dim : reduction.dims)
    bits |= threadBits(layout, dim);
  const int lanes = bits & (kWarpSize - 1), warps = bits & ~(kWarpSize - 1);
  const int copies = layout.copyBits();
  const std::string name = op.result()->name().empty() ? genericName(op) : op.result()->name();
  Value *result = reduceWithinWarps(reduction, lanes, warps != 0, name);
  if (warps != 0) {
    result = reduceAcrossWarps(reduction, result, copies | lanes, warps, name);
  }
  if (op.result()->type().isBlock()) {
    hold(op.result(), {reduction.destination, result});
    return;
  }
  scalars_[op.result()] = result;
  // Of one element every thread has a copy, and no step shows that they are alike.
  if (Operation *made = result->definingOp(); made != nullptr && bits == 0)
    made->setAttribute("uniform", true);
}

// The registers along the axes, and then the lanes. Gives a scalar, or registers that are laid out
// as the result; `partial`: other warps have the rest.
Value *ThreadLowering::reduceWithinWarps(const Reduction &reduction, int lanes, bool partial,
                                         const std::string &name) {
  const Operation &op = *reduction.op;
  std::vector<int> kept, reduced;
  for (std::size_t i = 0; i < placement(reduction.source).axes.size(); ++i)
    (reduction.along(placement(reduction.source).axes[i].dim) ? reduced : kept)
        .push_back(static_cast<int>(i));
  // Blocks that have to be held and that this loop passes by anyway are computed in it.
  const bool inOrder = kept.empty() || reduced.empty() || kept.back() < reduced.front();
  const std::vector<const Value *> fused = prepare(op, inOrder ? reduction.source : -1);

  const std::string own = partial ? name + "_part" : name;
  const auto row = [&](const Place &place, const Values &) {
    Values values = accumulate(reduction, place, reduced, fused);
    Value *&sum = values.back();
    nameValue(sum, kept.empty() || lanes == 0 ? own : genericName(op));
    if (lanes != 0) {
      Operation *across =
          append(OpKind::WarpReduce, std::span<Value *const>(&sum, 1), partial ? nullptr : &op,
                 {{"combine", combinerName(op)}, {"lanes", std::int64_t{lanes}}});
      across->setRange(op.range());
      if (!partial && op.result()->type().isScalar())
        across->setAttribute("uniform", true);
      sum = across->result();
      sum->setName(own);
    }
    return values;
  };
  const Values results =
      loopOver(reduction.source, kept, wholePlace(reduction.source), &op, {}, 0, row);
  for (std::size_t i = 0; i < fused.size(); ++i) {
    nameValue(results[i], fused[i]->name());
    hold(fused[i], {reduction.source, results[i]});
  }
  if (!fused.empty())
    steps_.clear();
  nameValue(results.back(), own);
  return results.back();
}

// One thread's part of one row: the elements of the blocks that are held on the way, and what the
// row's elements combine to.
ThreadLowering::Values ThreadLowering::accumulate(const Reduction &reduction, const Place &row,
                                                  std::span<const int> reduced,
                                                  std::span<const Value *const> fused) {
  const Operation &op = *reduction.op;
  Value *nothing = kernel_->constant(identity(op));
  const auto at = [&](const Place &place) {
    Value *value = element(reduction.operand, place);
    Value *inside = nullptr;
    for (int dim : reduction.dims) {
      const Placement &where = placement(place.placement);
      if (where.layout.needsMask(dim))
        inside = conjunction(
            inside,
            emit(OpKind::CmpLt, {coordinate(place, dim), constant(where.shape()[dim])}, nullptr));
    }
    return inside == nullptr ? value : emit(OpKind::Select, {inside, value, nothing}, nullptr);
  };
  const auto elements = [&](const Place &place) {
    Values values;
    for (const Value *value : fused)
      values.push_back(element(value, place));
    return values;
  };
  if (reduced.empty()) {
    Values values = elements(row);
    values.push_back(at(row));
    return values;
  }
  // What is in registers starts with the first one, which may be taken twice where that changes
  // nothing; what is computed in the loop, and sums over several axes, start with nothing.
  const bool once = reduced.size() == 1;
  const bool fromFirst = held_.count(reduction.operand) != 0 && (once || !op.is(OpKind::ReduceSum));
  return loopOver(row.placement, reduced, row, &op, {fromFirst ? at(row) : nothing},
                  fromFirst && once ? 1 : 0, [&](const Place &place, const Values &carried) {
                    Values values = elements(place);
                    values.push_back(emit(combiner(op), {carried[0], at(place)}, nullptr));
                    return values;
                  });
}

// One thread of each row and warp stores what the warp has, and after a barrier every thread
// combines what the warps have. `copies`: the bits of a thread's number that do not tell such
// threads apart; `warps`: those along the axis.
Value *ThreadLowering::reduceAcrossWarps(const Reduction &reduction, Value *partial, int copies,
                                         int warps, const std::string &name) {
  const Operation &op = *reduction.op;
  const int destination = reduction.destination;
  const int parts = 1 << std::popcount(static_cast<unsigned>(warps));
  const BlockLayout layout = placement(destination).layout;
  const DType dtype = op.result()->type().dtype();
  Shape shape{parts};
  for (int dim = 0; dim < layout.rank(); ++dim)
    shape.append(layout.covered(dim));
  Value *buffer =
      append(OpKind::SharedAlloc, {}, nullptr, {{"shape", shape}, {"dtype", dtype}})->result();
  buffer->setName(name + "_parts");
  buffer->definingOp()->setRange(op.range());

  const int axes = static_cast<int>(placement(destination).axes.size());
  const auto slot = [&](Value *part, const Place &place) {
    Values indices{part};
    for (int dim = 0; dim < layout.rank(); ++dim)
      indices.push_back(coordinate(place, dim));
    return indices;
  };
  const auto load = [&](Value *part, const Place &place) {
    Values operands{buffer};
    for (Value *index : slot(part, place))
      operands.push_back(index);
    return append(OpKind::SharedLoad, operands, nullptr)->result();
  };
  Value *own = threadSum(compact(warps));
  guarded(bitsAreZero(copies), nullptr, [&] {
    loop(destination, axes, wholePlace(destination), nullptr, [&](const Place &place) {
      Values operands{buffer, heldElement({destination, partial}, place)};
      for (Value *index : slot(own, place))
        operands.push_back(index);
      append(OpKind::SharedStore, operands, nullptr);
      return Values{};
    });
  });
  append(OpKind::Barrier, {}, nullptr);
  order_.barrier();

  const auto combined = [&](const Place &place) {
    if (layout.rank() > 0) {
      Value *first = load(constant(0), place);
      return eachIndex(Shape{parts}, true, &op, {first}, 1,
                       [&](const Values &indices, const Values &carried) {
                         Value *next = load(indices[0], place);
                         return Values{emit(combiner(op), {carried[0], next}, nullptr)};
                       });
    }
    if (parts <= kMaxTree) {
      Values values;
      for (int part = 0; part < parts; ++part)
        values.push_back(load(constant(part), place));
      while (values.size() > 1) {
        Values halved;
        for (std::size_t i = 0; i < values.size(); i += 2)
          halved.push_back(
              emit(combiner(op), {values[i], values[i + 1]}, values.size() == 2 ? &op : nullptr));
        values = std::move(halved);
      }
      return values;
    }
    // Each lane takes one part.
    Value *lane = emit(OpKind::Rem, {emit(OpKind::ThreadId, {}, nullptr), constant(parts)}, nullptr,
                       {}, true);
    Value *value = load(lane, place);
    Operation *across = append(OpKind::WarpReduce, std::span<Value *const>(&value, 1), &op,
                               {{"combine", combinerName(op)}, {"lanes", std::int64_t{parts - 1}}});
    across->setAttribute("uniform", true);
    return Values{across->result()};
  };
  Value *result = loop(destination, axes, wholePlace(destination), &op, combined)[0];
  result->setName(name);
  return result;
}

} // namespace mytriton
