// The rules of axis analysis, and its fixed point over loops.
//
// Each rule is argued from the definitions in the header: of a group of c elements that is smaller
// than the contiguous ones, only the first of each group is known to be divisible by more than c.

#include "mytriton/layout/axis_info.h"

#include "mytriton/ir/control_flow.h"
#include "mytriton/layout/linear_layout.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace mytriton {

namespace {

using Dim = AxisInfo::Dim;

std::int64_t cap(std::int64_t value) { return std::min(value, AxisInfo::kMax); }

// The largest power of two that divides `value`.
std::int64_t powerOfTwoIn(std::int64_t value) {
  if (value == 0)
    return AxisInfo::kMax;
  const auto bits = static_cast<std::uint64_t>(value);
  return cap(static_cast<std::int64_t>(std::min<std::uint64_t>(bits & -bits, AxisInfo::kMax)));
}

// The first of each group of `group` elements is divisible by this.
std::int64_t divisibilityAt(const Dim &dim, std::int64_t group, int step = 1) {
  return group >= dim.contiguity ? dim.divisibility : std::min(dim.divisibility, group * step);
}

std::int64_t offsetAt(const Dim &dim, std::int64_t group) {
  return group >= dim.contiguity ? dim.offsetDivisibility : std::min(dim.offsetDivisibility, group);
}

// What divides every element, of the block and of the offsets from its base.
Dim ofEveryElement(const AxisInfo &info) {
  Dim all;
  all.divisibility = info.step;
  for (const Dim &dim : info.dims) {
    all.divisibility = std::max(all.divisibility, divisibilityAt(dim, 1, info.step));
    all.offsetDivisibility = std::max(all.offsetDivisibility, offsetAt(dim, 1));
  }
  return all;
}

// A group no longer than the dimension, rounded up to a power of two: more would say no more.
std::int64_t wholeDimension(std::int64_t extent) { return std::int64_t{1} << ceilLog2(extent); }

// `info` of a value of shape `from`, broadcast to shape `to`.
AxisInfo broadcast(const AxisInfo &info, const Shape &from, const Shape &to) {
  if (to.rank() == 0)
    return info;
  AxisInfo result = info;
  result.dims.clear();
  const Dim every = ofEveryElement(info);
  const int added = to.rank() - from.rank();
  for (int dim = 0; dim < to.rank(); ++dim) {
    if (dim >= added && from[dim - added] == to[dim]) {
      result.dims.push_back(info[dim - added]);
      continue;
    }
    result.dims.push_back(every);
    result.dims.back().constancy = wholeDimension(to[dim]);
  }
  return result;
}

// --- the analysis of one kernel -----------------------------------------------------------------

class Analyzer {
public:
  Analyzer(const Kernel &kernel, std::unordered_map<const Value *, AxisInfo> &infos)
      : kernel_(kernel), infos_(infos) {}

  void run() {
    for (unsigned i = 0; i < kernel_.parameterCount(); ++i)
      infos_[kernel_.parameter(i)] = parameter(i);
    // Loops start from what they are entered with, and give up what an iteration does not keep.
    // Two or three sweeps are usual; what has not settled by kSweeps is taken as unknown.
    constexpr int kSweeps = 8;
    for (int sweep = 0; sweep <= kSweeps; ++sweep) {
      changed_ = false;
      carriedUnknown_ = sweep == kSweeps;
      analyze(kernel_.body());
      if (!changed_)
        return;
    }
  }

  static AxisInfo constant(const Scalar &scalar) {
    AxisInfo info = AxisInfo::unknown(Type::scalar(scalar.dtype()));
    if (isInteger(scalar.dtype())) {
      info.dims[0].divisibility = powerOfTwoIn(scalar.asInt());
      info.nonNegative = !isSigned(scalar.dtype()) || scalar.asInt() >= 0;
    }
    return info;
  }

private:
  AxisInfo parameter(unsigned index) const {
    const Value *value = kernel_.parameter(index);
    AxisInfo info = AxisInfo::unknown(value->type());
    info.dims[0].divisibility = std::max(info.dims[0].divisibility,
                                         powerOfTwoIn(kernel_.parameterInfo(index).divisibility));
    if (value->type().isPointer()) {
      info.base = value;
      info.dims[0].offsetDivisibility = AxisInfo::kMax;
    }
    return info;
  }

  AxisInfo of(const Value *value) const {
    if (value->isConstant())
      return constant(value->constant());
    const auto found = infos_.find(value);
    return found == infos_.end() ? AxisInfo::unknown(value->type()) : found->second;
  }

  // Of an operand, as broadcast to the shape of the result.
  AxisInfo operand(const Operation &op, unsigned index) const {
    const Value *value = op.operand(index);
    return broadcast(of(value), value->type().shape(), op.result()->type().shape());
  }

  void analyze(const Region &region) {
    for (const auto &op : region.operations()) {
      if (isLoop(*op))
        loop(*op);
      else if (op->is(OpKind::If))
        condition(*op);
      else if (op->resultCount() == 1)
        infos_[op->result()] = result(*op);
    }
  }

  AxisInfo index(const Operation &op) const;
  void loop(const Operation &op);
  void setCarried(const Operation &op, unsigned slot, const AxisInfo &info);
  void condition(const Operation &op);
  AxisInfo result(const Operation &op) const;
  AxisInfo elementwise(const Operation &op) const;
  AxisInfo cast(const Operation &op) const;

  const Kernel &kernel_;
  std::unordered_map<const Value *, AxisInfo> &infos_;
  bool changed_ = false;
  bool carriedUnknown_ = false;
};

// --- rules of two operands along one dimension
//
// `a` and `b` are of operands that were broadcast to the same shape.

Dim sum(const Dim &a, const Dim &b) {
  Dim dim;
  dim.contiguity =
      std::max(std::min(a.contiguity, b.constancy), std::min(a.constancy, b.contiguity));
  dim.divisibility = std::min(divisibilityAt(a, dim.contiguity), divisibilityAt(b, dim.contiguity));
  return dim;
}

Dim difference(const Dim &a, const Dim &b) {
  Dim dim;
  dim.contiguity = std::min(a.contiguity, b.constancy);
  dim.divisibility = std::min(divisibilityAt(a, dim.contiguity), divisibilityAt(b, dim.contiguity));
  return dim;
}

Dim address(const Dim &pointer, const Dim &offset, int step) {
  Dim dim;
  dim.contiguity = std::max(std::min(pointer.contiguity, offset.constancy),
                            std::min(pointer.constancy, offset.contiguity));
  dim.divisibility = std::min(divisibilityAt(pointer, dim.contiguity, step),
                              cap(divisibilityAt(offset, dim.contiguity) * step));
  dim.offsetDivisibility =
      std::min(offsetAt(pointer, dim.contiguity), divisibilityAt(offset, dim.contiguity));
  return dim;
}

// The size of groups of consecutive numbers that start at a multiple of it, all against one number
// that is such a multiple too.
std::int64_t groupAgainstMultiple(const Dim &consecutive, const Dim &one) {
  return std::min(
      {consecutive.contiguity, consecutive.divisibility, one.constancy, divisibilityAt(one, 1)});
}

// a % b where a is not negative: such a group stays one.
Dim remainder(const Dim &a, const Dim &b, bool nonNegative) {
  Dim dim;
  if (nonNegative)
    dim.contiguity = groupAgainstMultiple(a, b);
  dim.divisibility = std::min(divisibilityAt(a, dim.contiguity), divisibilityAt(b, dim.contiguity));
  return dim;
}

Dim eitherOf(const Dim &a, const Dim &b, int step) {
  Dim dim;
  dim.contiguity = std::min(a.contiguity, b.contiguity);
  dim.divisibility =
      std::min(divisibilityAt(a, dim.contiguity, step), divisibilityAt(b, dim.contiguity, step));
  dim.constancy = std::min(a.constancy, b.constancy);
  dim.offsetDivisibility = std::min(offsetAt(a, dim.contiguity), offsetAt(b, dim.contiguity));
  return dim;
}

// Integers of fewer than 32 bits are no offsets, and may wrap; within a group that starts at a
// multiple of its size they do not.
Dim wrapping(Dim dim) {
  dim.contiguity = std::min(dim.contiguity, dim.divisibility);
  return dim;
}

// What divides a number that is divisible by `divisibility`, shifted to the left.
std::int64_t shifted(std::int64_t divisibility, const Scalar &count) {
  const bool beyond = count.asInt() < 0 || count.asInt() > 20;
  return beyond ? AxisInfo::kMax : cap(divisibility << count.asInt());
}

AxisInfo Analyzer::elementwise(const Operation &op) const {
  AxisInfo info = AxisInfo::unknown(op.result()->type());
  std::vector<AxisInfo> in;
  for (unsigned i = 0; i < op.operandCount(); ++i)
    in.push_back(operand(op, i));

  const Type type = op.operand(0)->type();
  const bool integers = type.isInteger();
  const bool unsignedIntegers = integers && !isSigned(type.dtype());
  for (std::size_t d = 0; d < info.dims.size(); ++d) {
    Dim &dim = info.dims[d];
    const Dim &a = in[0].dims[d];
    const Dim &b = in.size() > 1 ? in[1].dims[d] : a;
    if (integers)
      switch (op.kind()) {
      case OpKind::Add:
        dim = sum(a, b);
        break;
      case OpKind::Sub:
        dim = difference(a, b);
        break;
      case OpKind::Mul:
        dim.divisibility = cap(divisibilityAt(a, 1) * divisibilityAt(b, 1));
        break;
      case OpKind::Shl:
        if (const Value *count = op.operand(1); count->isConstant())
          dim.divisibility = shifted(divisibilityAt(a, 1), count->constant());
        break;
      case OpKind::Rem:
        dim = remainder(a, b, unsignedIntegers || in[0].nonNegative);
        break;
      case OpKind::Neg:
        dim.divisibility = divisibilityAt(a, 1);
        break;
      case OpKind::And:
        dim.divisibility = std::max(divisibilityAt(a, 1), divisibilityAt(b, 1));
        break;
      case OpKind::Or:
      case OpKind::Xor:
      case OpKind::Minimum:
      case OpKind::Maximum:
        dim.divisibility = std::min(divisibilityAt(a, 1), divisibilityAt(b, 1));
        break;
      default:
        break;
      }
    if (integers && bitWidth(type.dtype()) < 32)
      dim = wrapping(dim);
    if (op.is(OpKind::Select)) {
      const Dim &no = in[2].dims[d];
      dim = eitherOf(b, no, info.step);
      // The choice must not change within a group.
      if (dim.contiguity > a.constancy) {
        dim.divisibility = divisibilityAt(dim, a.constancy, info.step);
        dim.contiguity = a.constancy;
      }
    }

    // Equal operands give equal results.
    dim.constancy = a.constancy;
    for (const AxisInfo &each : in)
      dim.constancy = std::min(dim.constancy, each.dims[d].constancy);
    if (!integers)
      continue;
    if (op.is(OpKind::FloorDiv) && (unsignedIntegers || in[0].nonNegative))
      dim.constancy = std::max(dim.constancy, groupAgainstMultiple(a, b));
    // With a consecutive, a < b changes only at multiples of what divides b. a <= b would change
    // one later; but with b consecutive it is b >= a, and serves.
    if (op.is(OpKind::CmpLt) || op.is(OpKind::CmpGe))
      dim.constancy = std::max(dim.constancy, groupAgainstMultiple(a, b));
    if (op.is(OpKind::CmpLe) || op.is(OpKind::CmpGt))
      dim.constancy = std::max(dim.constancy, groupAgainstMultiple(b, a));
  }

  // Only what cannot wrap: sums and products may.
  switch (op.kind()) {
  case OpKind::Select:
    info.nonNegative = in[1].nonNegative && in[2].nonNegative;
    break;
  case OpKind::And:
    info.nonNegative = in[0].nonNegative || in[1].nonNegative;
    break;
  case OpKind::Or:
  case OpKind::Xor:
  case OpKind::Minimum:
    info.nonNegative = in[0].nonNegative && in[1].nonNegative;
    break;
  case OpKind::Maximum:
    info.nonNegative = in[0].nonNegative || in[1].nonNegative;
    break;
  case OpKind::Rem:
  case OpKind::Shr:
    info.nonNegative = in[0].nonNegative;
    break;
  default:
    break;
  }
  return info;
}

AxisInfo Analyzer::cast(const Operation &op) const {
  const AxisInfo in = operand(op, 0);
  const Type from = op.operand(0)->type(), to = op.result()->type();
  AxisInfo info = AxisInfo::unknown(to);
  const bool integers = from.isInteger() && to.isInteger();
  // A wider integer holds every number of a narrower one, but a negative one as unsigned.
  const bool exact = integers && bitWidth(to.dtype()) > bitWidth(from.dtype()) &&
                     (isSigned(to.dtype()) || !isSigned(from.dtype()));
  for (std::size_t d = 0; d < info.dims.size(); ++d) {
    Dim &dim = info.dims[d];
    dim.constancy = in.dims[d].constancy;
    if (!integers)
      continue;
    dim.contiguity = in.dims[d].contiguity;
    if (!exact) // as in wrapping(), and no group crosses the sign
      dim.contiguity = std::min({dim.contiguity, in.dims[d].divisibility,
                                 std::int64_t{1} << std::min(bitWidth(to.dtype()) - 1, 20)});
    dim.divisibility = divisibilityAt(in.dims[d], dim.contiguity);
  }
  info.nonNegative = exact && (in.nonNegative || !isSigned(from.dtype()));
  return info;
}

AxisInfo Analyzer::result(const Operation &op) const {
  const Type type = op.result()->type();
  AxisInfo info = AxisInfo::unknown(type);
  switch (op.kind()) {
  case OpKind::ProgramId:
  case OpKind::NumPrograms:
    info.nonNegative = true;
    return info;
  case OpKind::Arange: {
    const std::int64_t start = op.intAttribute("start");
    info.dims[0].contiguity = wholeDimension(type.shape()[0]);
    info.dims[0].divisibility = powerOfTwoIn(start);
    info.nonNegative = start >= 0;
    return info;
  }
  case OpKind::ExpandDims: {
    info = of(op.operand(0));
    info.dims.insert(info.dims.begin() + op.intAttribute("axis"), ofEveryElement(info));
    return info;
  }
  case OpKind::Broadcast:
    return operand(op, 0);
  case OpKind::ConvertLayout:
    return of(op.operand(0));
  case OpKind::AddPtr: {
    const AxisInfo pointer = operand(op, 0), offset = operand(op, 1);
    info.base = pointer.base;
    for (std::size_t d = 0; d < info.dims.size(); ++d) {
      info.dims[d] = address(pointer.dims[d], offset.dims[d], info.step);
      info.dims[d].constancy = std::min(pointer.dims[d].constancy, offset.dims[d].constancy);
    }
    return info;
  }
  case OpKind::Load:
    // Equal addresses under equal masks give equal values.
    for (unsigned i = 0; i < op.operandCount(); ++i)
      if (op.operand(i) != nullptr) {
        const AxisInfo in = operand(op, i);
        for (std::size_t d = 0; d < info.dims.size(); ++d)
          info.dims[d].constancy = i == 0 ? in.dims[d].constancy
                                          : std::min(info.dims[d].constancy, in.dims[d].constancy);
      }
    return info;
  case OpKind::Cast:
    return cast(op);
  default:
    return op.has(trait::Elementwise) ? elementwise(op) : info;
  }
}

void Analyzer::condition(const Operation &op) {
  analyze(op.region(0));
  analyze(op.region(1));
  const Operation *yes = op.region(0).back(), *no = op.region(1).back();
  for (unsigned i = 0; i < op.resultCount(); ++i)
    infos_[op.result(i)] = AxisInfo::join(of(yes->operand(i)), of(no->operand(i)));
}

// The index of a `for`, while its body runs.
AxisInfo Analyzer::index(const Operation &op) const {
  const AxisInfo start = of(op.operand(0)), stop = of(op.operand(1)), step = of(op.operand(2));
  AxisInfo index = AxisInfo::unknown(op.operand(0)->type());
  index.dims[0].divisibility = std::min(start.dims[0].divisibility, step.dims[0].divisibility);
  // Counting up it is not below `start`, counting down it lies above `stop`, and it never wraps.
  const Value *bound = op.operand(1);
  const bool endsAbove =
      stop.nonNegative || (bound->isConstant() && bound->constant().asInt() == -1);
  index.nonNegative = start.nonNegative && (step.nonNegative || endsAbove);
  return index;
}

void Analyzer::loop(const Operation &op) {
  if (op.is(OpKind::For))
    infos_[op.region().argument(0)] = index(op);
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    const Value *first = carriedArgument(op, 0, i); // stands for all of the slot
    if (carriedUnknown_) {
      setCarried(op, i, AxisInfo::unknown(first->type()));
      continue;
    }
    const AxisInfo initial = of(initialValue(op, i));
    const auto known = infos_.find(first);
    setCarried(op, i, known == infos_.end() ? initial : AxisInfo::join(known->second, initial));
  }
  for (unsigned r = 0; r < op.regionCount(); ++r)
    analyze(op.region(r));
  // In one sweep all carried values keep what they had at its start, so their order is no matter.
  std::vector<AxisInfo> kept;
  for (unsigned i = 0; i < op.resultCount(); ++i)
    kept.push_back(AxisInfo::join(of(carriedArgument(op, 0, i)), of(nextValue(op, i))));
  for (unsigned i = 0; i < op.resultCount(); ++i) {
    changed_ |= infos_[carriedArgument(op, 0, i)] != kept[i];
    setCarried(op, i, kept[i]);
  }
}

void Analyzer::setCarried(const Operation &op, unsigned slot, const AxisInfo &info) {
  for (unsigned r = 0; r < op.regionCount(); ++r)
    infos_[carriedArgument(op, r, slot)] = info;
  infos_[op.result(slot)] = info;
}

} // namespace

AxisInfo AxisInfo::unknown(Type type) {
  AxisInfo info;
  info.dims.resize(static_cast<std::size_t>(std::max(type.shape().rank(), 1)));
  if (type.isPointer()) {
    info.step = byteSize(type.dtype());
    for (Dim &dim : info.dims)
      dim.divisibility = info.step;
  }
  return info;
}

AxisInfo AxisInfo::join(const AxisInfo &a, const AxisInfo &b) {
  assert(a.dims.size() == b.dims.size() && a.step == b.step);
  AxisInfo joined = a;
  for (std::size_t d = 0; d < joined.dims.size(); ++d)
    joined.dims[d] = eitherOf(a.dims[d], b.dims[d], joined.step);
  joined.nonNegative = a.nonNegative && b.nonNegative;
  if (a.base != b.base) {
    joined.base = nullptr;
    for (Dim &dim : joined.dims)
      dim.offsetDivisibility = 1;
  }
  return joined;
}

AxisAnalysis::AxisAnalysis(const Kernel &kernel) { Analyzer(kernel, infos_).run(); }

AxisInfo AxisAnalysis::of(const Value *value) const {
  if (value->isConstant())
    return Analyzer::constant(value->constant());
  const auto found = infos_.find(value);
  return found == infos_.end() ? AxisInfo::unknown(value->type()) : found->second;
}

int accessWidth(const AxisInfo &pointer, int dim, int elementBytes, int maxBytes) {
  const Dim &info = pointer[dim];
  const std::int64_t aligned = std::max(info.offsetDivisibility, info.divisibility / elementBytes);
  return static_cast<int>(std::max<std::int64_t>(
      1, std::min({info.contiguity, aligned, std::int64_t{maxBytes / elementBytes}})));
}

} // namespace mytriton
