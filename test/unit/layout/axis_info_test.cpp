// Axis analysis: the facts that memory accesses rest on, one by one, and then every claim about
// random kernels against the values that those kernels compute.

#include "mytriton/layout/axis_info.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>

using namespace mytriton;

namespace {

constexpr std::int64_t kMax = AxisInfo::kMax;

struct Fixture {
  Kernel kernel{"k"};
  Builder builder{kernel.body()};

  Value *arange(std::int64_t start, std::int64_t end) {
    return builder.value(OpKind::Arange, {}, {{"start", start}, {"end", end}});
  }
  Value *program() { return builder.value(OpKind::ProgramId, {}, {{"axis", std::int64_t{0}}}); }
  Value *number(std::int64_t value) { return kernel.constantInt(value); }
  Value *op(OpKind kind, Value *a, Value *b) { return builder.value(kind, {a, b}); }
  Value *expand(Value *value, std::int64_t axis) {
    return builder.value(OpKind::ExpandDims, {value}, {{"axis", axis}});
  }
  Value *integer(int divisibility = 1) {
    return kernel.addParameter("n", Type::scalar(DType::I32), {divisibility, false});
  }
  Value *pointer(int divisibility = 1, DType dtype = DType::F32) {
    return kernel.addParameter("p", Type::pointer(dtype), {divisibility, false});
  }
  AxisInfo of(const Value *value) const { return AxisAnalysis(kernel).of(value); }
};

} // namespace

TEST_CASE("sources") {
  Fixture f;
  const Value *range = f.arange(0, 256), *odd = f.arange(3, 103), *pid = f.program();
  const Value *n = f.integer(16), *m = f.integer();
  CHECK(f.of(range)[0] == AxisInfo::Dim{256, kMax, 1, 1});
  CHECK(f.of(odd)[0] == AxisInfo::Dim{128, 1, 1, 1}); // one group, cut short
  CHECK(f.of(pid)[0] == AxisInfo::Dim{1, 1, 1, 1});
  CHECK(f.of(n)[0].divisibility == 16);
  CHECK(f.of(m)[0].divisibility == 1);
  CHECK(f.of(f.number(48))[0].divisibility == 16);
  CHECK(f.of(f.number(0))[0].divisibility == kMax);
  CHECK(f.of(f.number(-8))[0].divisibility == 8);
}

TEST_CASE("the offsets of a block: pid * BLOCK + arange(0, BLOCK)") {
  Fixture f;
  Value *p = f.pointer();
  Value *n = f.integer(), *n16 = f.integer(16);
  Value *start = f.op(OpKind::Mul, f.program(), f.number(1024));
  Value *offsets = f.op(OpKind::Add, start, f.arange(0, 1024));
  Value *mask = f.op(OpKind::CmpLt, offsets, n), *mask16 = f.op(OpKind::CmpLt, offsets, n16);
  Value *le = f.op(OpKind::CmpLe, offsets, n16);
  Value *address = f.op(OpKind::AddPtr, p, offsets);
  CHECK(f.of(start)[0].divisibility == 1024);
  CHECK(f.of(offsets)[0] == AxisInfo::Dim{1024, 1024, 1, 1});
  CHECK(f.of(mask)[0].constancy == 1);
  CHECK(f.of(mask16)[0].constancy == 16);
  CHECK(f.of(le)[0].constancy == 1);
  const AxisInfo info = f.of(address);
  CHECK(info.base == p);
  CHECK(info[0].contiguity == 1024);
  CHECK(info[0].divisibility == 4);
  CHECK(info[0].offsetDivisibility == 1024);
  CHECK(accessWidth(info, 0, 4) == 4);
  CHECK(accessWidth(info, 0, 4, 8) == 2);
}

TEST_CASE("a block of 1000 and one of 100 are as good within as blocks of 1024 and 128") {
  Fixture f;
  Value *p = f.pointer(16);
  for (std::int64_t size : {1000, 100}) {
    Value *offsets =
        f.op(OpKind::Add, f.op(OpKind::Mul, f.program(), f.number(size)), f.arange(0, size));
    const AxisInfo info = f.of(f.op(OpKind::AddPtr, p, offsets));
    CHECK(info[0].contiguity == (size == 1000 ? 1024 : 128));
    CHECK(info[0].offsetDivisibility == (size == 1000 ? 8 : 4));
    CHECK(info[0].divisibility == 16);
    CHECK(accessWidth(info, 0, 4) == 4);
  }
}

TEST_CASE("a row whose start is unknown is contiguous, but not aligned") {
  Fixture f;
  Value *p = f.pointer(16), *stride = f.integer(), *stride16 = f.integer(16);
  const auto row = [&](Value *rowStride) {
    Value *start = f.op(OpKind::Mul, f.program(), rowStride);
    return f.of(f.op(OpKind::AddPtr, p, f.op(OpKind::Add, start, f.arange(0, 512))));
  };
  CHECK(row(stride)[0].contiguity == 512);
  CHECK(row(stride)[0].divisibility == 4);
  CHECK(accessWidth(row(stride), 0, 4) == 1);
  CHECK(row(stride16)[0].divisibility == 16);
  CHECK(row(stride16)[0].offsetDivisibility == 16);
  CHECK(accessWidth(row(stride16), 0, 4) == 4);
}

TEST_CASE("a tile of rows: contiguous along columns only") {
  Fixture f;
  Value *p = f.pointer(16), *stride = f.integer(16);
  Value *rows = f.expand(f.arange(0, 16), 1), *columns = f.expand(f.arange(0, 32), 0);
  Value *offsets = f.op(OpKind::Add, f.op(OpKind::Mul, rows, stride), columns);
  const AxisInfo info = f.of(f.op(OpKind::AddPtr, p, offsets));
  CHECK(info[0].contiguity == 1);
  CHECK(info[1].contiguity == 32);
  CHECK(info[1].offsetDivisibility == 16);
  CHECK(info[1].divisibility == 16); // of the base; offsets alone would give 64
  CHECK(accessWidth(info, 1, 4) == 4);
  CHECK(accessWidth(info, 0, 4) == 1);

  // Transposed: contiguous along rows.
  Value *other = f.op(OpKind::Add, rows, f.op(OpKind::Mul, columns, stride));
  const AxisInfo transposed = f.of(f.op(OpKind::AddPtr, p, other));
  CHECK(transposed[0].contiguity == 16);
  CHECK(transposed[1].contiguity == 1);
  CHECK(accessWidth(transposed, 0, 4) == 4);
}

TEST_CASE("remainders and quotients of a range") {
  Fixture f;
  Value *range = f.arange(0, 64), *pid = f.program();
  CHECK(f.of(f.op(OpKind::FloorDiv, range, f.number(8)))[0].constancy == 8);
  CHECK(f.of(f.op(OpKind::Rem, range, f.number(8)))[0].contiguity == 8);
  CHECK(f.of(f.op(OpKind::Rem, range, f.number(12)))[0].contiguity == 4);
  // What may have wrapped may be negative, and then division does not round down.
  Value *offsets = f.op(OpKind::Add, f.op(OpKind::Mul, pid, f.number(64)), range);
  CHECK(f.of(f.op(OpKind::FloorDiv, offsets, f.number(8)))[0].constancy == 1);
  CHECK(f.of(f.op(OpKind::Rem, offsets, f.number(8)))[0].contiguity == 1);
  CHECK(f.of(f.op(OpKind::Rem, pid, f.number(8)))[0].divisibility == 1);
}

TEST_CASE("a select of contiguous values is contiguous where its condition does not change") {
  Fixture f;
  Value *range = f.arange(0, 64), *limit = f.integer(8);
  Value *condition = f.op(OpKind::CmpLt, range, limit);
  Value *both = f.builder.value(OpKind::Select, {condition, range, f.arange(64, 128)});
  CHECK(f.of(both)[0].contiguity == 8);
  CHECK(f.of(both)[0].divisibility == 8);
}

TEST_CASE("narrow integers wrap") {
  Fixture f;
  Value *narrow = f.builder.value(OpKind::Cast, {f.arange(0, 512)}, {{"dtype", DType::I8}});
  CHECK(f.of(narrow)[0].contiguity == 128);
  Value *one = f.kernel.constant(Scalar::ofInt(DType::I8, 1));
  CHECK(f.of(f.op(OpKind::Add, narrow, one))[0].contiguity == 1);
  Value *wide = f.builder.value(OpKind::Cast, {f.arange(0, 512)}, {{"dtype", DType::I64}});
  CHECK(f.of(wide)[0].contiguity == 512);
}

TEST_CASE("a loaded value is constant where its address is, and nothing else") {
  Fixture f;
  Value *p = f.pointer(16, DType::I32);
  Value *quads = f.op(OpKind::FloorDiv, f.arange(0, 64), f.number(4));
  Value *loaded = f.builder.value(OpKind::Load, {f.op(OpKind::AddPtr, p, quads), nullptr, nullptr});
  CHECK(f.of(loaded)[0] == AxisInfo::Dim{1, 1, 4, 1});
}

namespace {

// for i in range(0, n, 1): carried = next(carried)
template <typename Next>
Operation *makeLoop(Fixture &f, Value *initial, Value *step, Next next) {
  Value *const operands[] = {f.number(0), f.integer(), step, initial};
  Operation *loop = f.builder.createOpen(OpKind::For, operands);
  Region &body = loop->region();
  Value *index = body.addArgument(Type::scalar(DType::I32));
  Value *carried = body.addArgument(initial->type());
  Builder inner(body);
  Value *const results[] = {next(inner, index, carried)};
  inner.create(OpKind::Yield, results);
  f.builder.infer(loop);
  return loop;
}

} // namespace

TEST_CASE("loops keep what every iteration keeps") {
  Fixture f;
  Value *p = f.pointer(16);
  Value *start = f.op(OpKind::AddPtr, p, f.arange(0, 64));
  Operation *by32 = makeLoop(f, start, f.number(1), [&](Builder &b, Value *, Value *carried) {
    return b.value(OpKind::AddPtr, {carried, f.number(32)});
  });
  const AxisInfo info = f.of(by32->result());
  CHECK(info.base == p);
  CHECK(info[0].contiguity == 64);
  CHECK(info[0].offsetDivisibility == 32);
  CHECK(info[0].divisibility == 16);
  CHECK(f.of(by32->region().argument(1)) == info);

  Operation *byTwo = makeLoop(f, start, f.number(1), [&](Builder &b, Value *, Value *carried) {
    return b.value(OpKind::AddPtr, {carried, f.number(2)});
  });
  CHECK(f.of(byTwo->result())[0].offsetDivisibility == 2);
  CHECK(f.of(byTwo->result())[0].divisibility == 8);

  // The index is a multiple of the step.
  Operation *indexed = makeLoop(f, f.number(0), f.number(32),
                                [&](Builder &, Value *index, Value *) { return index; });
  CHECK(f.of(indexed->region().argument(0))[0].divisibility == 32);
  CHECK(f.of(indexed->result())[0].divisibility == 32);

  // It loses its contiguity in the first iteration.
  Operation *scaled =
      makeLoop(f, f.arange(0, 64), f.number(1), [&](Builder &b, Value *, Value *carried) {
        return b.value(OpKind::Mul, {carried, f.number(2)});
      });
  CHECK(f.of(scaled->result())[0].contiguity == 1);
}

TEST_CASE("a long chain of carried values settles on what is safe") {
  // Each iteration moves values down a chain of 40, the first of which is contiguous only at first:
  // the bad news needs 40 sweeps to arrive.
  Fixture f;
  constexpr unsigned kChain = 40;
  Value *range = f.arange(0, 64);
  Value *unknown = f.op(OpKind::Mul, range, f.number(3));
  std::vector<Value *> operands{f.number(0), f.integer(), f.number(1)};
  operands.insert(operands.end(), kChain, range);
  Operation *loop = f.builder.createOpen(OpKind::For, operands);
  Region &body = loop->region();
  body.addArgument(Type::scalar(DType::I32));
  std::vector<Value *> yields{unknown};
  for (unsigned i = 0; i < kChain; ++i) {
    Value *carried = body.addArgument(range->type());
    if (i + 1 < kChain)
      yields.push_back(carried);
  }
  Builder(body).create(OpKind::Yield, yields);
  f.builder.infer(loop);
  const AxisAnalysis analysis(f.kernel);
  for (unsigned i = 0; i < kChain; ++i)
    CHECK(analysis.of(loop->result(i))[0].contiguity == 1);
}

TEST_CASE("branches give what both give, and forget a base that differs") {
  Fixture f;
  Value *p = f.pointer(16), *q = f.pointer(16);
  Value *condition = f.op(OpKind::CmpLt, f.program(), f.number(3));
  const auto branch = [&](Value *yes, Value *no) {
    Value *const operands[] = {condition};
    Operation *op = f.builder.createOpen(OpKind::If, operands);
    Value *const yesResults[] = {yes}, *const noResults[] = {no};
    Builder(op->region(0)).create(OpKind::Yield, yesResults);
    Builder(op->region(1)).create(OpKind::Yield, noResults);
    f.builder.infer(op);
    return f.of(op->result());
  };
  Value *range = f.arange(0, 64);
  Value *first = f.op(OpKind::AddPtr, p, range), *second = f.op(OpKind::AddPtr, q, range);
  Value *moved = f.op(OpKind::AddPtr, p, f.op(OpKind::Add, range, f.number(4)));
  CHECK(branch(first, moved).base == p);
  CHECK(branch(first, moved)[0].offsetDivisibility == 4);
  const AxisInfo mixed = branch(first, second);
  CHECK(mixed.base == nullptr);
  CHECK(mixed[0].contiguity == 64);
  CHECK(mixed[0].offsetDivisibility == 1);
  CHECK(accessWidth(mixed, 0, 4) == 4); // both bases are known to be aligned
}

// --- every claim against computed values --------------------------------------------------------

namespace {

// A value of the kernel for one choice of the parameters.
struct Block {
  Shape shape;
  std::vector<Scalar> elements; // row-major
};

Block broadcastTo(const Block &block, const Shape &shape) {
  Block result{shape, {}};
  for (std::int64_t i = 0; i < shape.elements(); ++i) {
    std::int64_t rest = i, from = 0, scale = 1;
    for (int dim = shape.rank() - 1; dim >= 0; --dim) {
      const std::int64_t at = rest % shape[dim];
      rest /= shape[dim];
      const int own = dim - (shape.rank() - block.shape.rank());
      if (own < 0)
        continue;
      from += (block.shape[own] == 1 ? 0 : at) * scale;
      scale *= block.shape[own];
    }
    result.elements.push_back(block.elements[static_cast<std::size_t>(from)]);
  }
  return result;
}

// Straight-line kernels of integers at random, with their values.
class RandomKernel {
public:
  explicit RandomKernel(unsigned seed) : random_(seed) {
    for (int divisibility : {1, 4, 16}) {
      Value *n = f_.integer(divisibility);
      set(n, {{}, {Scalar::ofInt(DType::I32, divisibility * pick(-20, 20))}});
    }
    Value *pid = f_.program();
    set(pid, {{}, {Scalar::ofInt(DType::I32, pick(0, 30))}});
    for (int i = 0; i < 3; ++i) {
      const std::int64_t start = pick(0, 2) * pick(1, 9), end = start + kExtents[pick(0, 4)];
      Value *range = f_.arange(start, end);
      Block block{range->type().shape(), {}};
      for (std::int64_t at = start; at < end; ++at)
        block.elements.push_back(Scalar::ofInt(DType::I32, at));
      set(range, block);
      ranges_.push_back(range);
    }
    for (int i = 0; i < 24; ++i)
      grow();
  }

  const Kernel &kernel() const { return f_.kernel; }
  const std::vector<Value *> &values() const { return order_; }
  const Block &block(const Value *value) const { return blocks_.at(value); }

private:
  static constexpr std::int64_t kExtents[] = {1, 8, 12, 32, 512};

  int pick(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }

  void set(Value *value, Block block) {
    // Offsets do not wrap: values stay small.
    for (const Scalar &element : block.elements)
      if (std::abs(element.asInt()) > 1 << 24)
        return;
    blocks_[value] = std::move(block);
    order_.push_back(value);
    if (value->type().isBool())
      bools_.push_back(value);
  }

  Value *oneOf(const std::vector<Value *> &values) {
    return values[static_cast<std::size_t>(pick(0, static_cast<int>(values.size()) - 1))];
  }

  Value *any() { return pick(0, 2) == 0 ? oneOf(ranges_) : oneOf(order_); }

  // Multiples of powers of two, mostly, to which the rules have something to say.
  Value *constant(DType dtype) {
    const int value = pick(0, 2) == 0 ? pick(-9, 40) : pick(-2, 3) * (1 << pick(0, 5));
    Value *constant = f_.kernel.constant(Scalar::ofInt(dtype, value));
    blocks_[constant] = {{}, {constant->constant()}};
    return constant;
  }

  // What goes with `first` in one operation.
  Value *second(Value *first) {
    return first->type().isInteger() && pick(0, 1) == 0 ? constant(first->type().dtype()) : any();
  }

  void grow() {
    static constexpr OpKind kKinds[] = {
        OpKind::Add,     OpKind::Add,       OpKind::Sub,   OpKind::Mul,   OpKind::FloorDiv,
        OpKind::Rem,     OpKind::And,       OpKind::Or,    OpKind::Xor,   OpKind::Minimum,
        OpKind::Maximum, OpKind::CmpLt,     OpKind::CmpLe, OpKind::CmpGt, OpKind::CmpGe,
        OpKind::CmpEq,   OpKind::Neg,       OpKind::Not,   OpKind::Cast,  OpKind::Select,
        OpKind::Select,  OpKind::ExpandDims};
    const OpKind kind = kKinds[pick(0, static_cast<int>(std::size(kKinds)) - 1)];
    std::vector<Value *> operands{any()};
    if (kind == OpKind::ExpandDims) {
      expand(operands[0]);
      return;
    }
    if (kind == OpKind::Cast) {
      static constexpr DType kTypes[] = {DType::I8,  DType::I8,  DType::I32, DType::I32,
                                         DType::U32, DType::I64, DType::U8};
      convert(operands[0], kTypes[pick(0, 6)]);
      return;
    }
    if (kind == OpKind::Select)
      operands = {bools_.empty() ? any() : oneOf(bools_), oneOf(ranges_), any()};
    else if (opInfo(kind).maxOperands == 2)
      operands.push_back(second(operands[0]));
    if (!f_.builder.check(kind, operands).empty())
      return;
    Operation *op = f_.builder.create(kind, operands);
    const Type type = op->result()->type();
    if (type.shape().elements() > 2048)
      return;
    std::vector<Block> in;
    for (Value *operand : operands)
      in.push_back(broadcastTo(blocks_.at(operand), type.shape()));
    Block block{type.shape(), {}};
    for (std::size_t i = 0; i < in[0].elements.size(); ++i) {
      std::vector<Scalar> elements;
      for (const Block &each : in)
        elements.push_back(each.elements[i]);
      block.elements.push_back(opInfo(kind).evaluate(type.dtype(), elements));
    }
    set(op->result(), std::move(block));
  }

  void expand(Value *value) {
    if (!value->type().isBlock() || value->type().shape().rank() > 2)
      return;
    Value *expanded = f_.expand(value, pick(0, value->type().shape().rank()));
    set(expanded, {expanded->type().shape(), blocks_.at(value).elements});
  }

  void convert(Value *value, DType dtype) {
    Value *cast = f_.builder.value(OpKind::Cast, {value}, {{"dtype", dtype}});
    Block block = blocks_.at(value);
    for (Scalar &element : block.elements)
      element = element.convert(dtype);
    set(cast, std::move(block));
  }

  Fixture f_;
  std::mt19937 random_;
  std::map<const Value *, Block> blocks_;
  std::vector<Value *> order_;
  std::vector<Value *> ranges_; // of these
  std::vector<Value *> bools_;  // of these
};

// What is claimed of a block and does not hold of its values; empty: nothing.
std::string brokenClaim(const Block &block, const AxisInfo &info) {
  for (const Scalar &element : block.elements)
    if (info.nonNegative && isSigned(element.dtype()) && element.asInt() < 0)
      return "negative";
  for (int dim = 0; dim < block.shape.rank(); ++dim) {
    std::int64_t inner = 1;
    for (int later = dim + 1; later < block.shape.rank(); ++later)
      inner *= block.shape[later];
    for (std::int64_t i = 0; i < block.shape.elements(); ++i) {
      const std::int64_t at = i / inner % block.shape[dim];
      const std::int64_t value = block.elements[static_cast<std::size_t>(i)].asInt();
      if (at % info[dim].contiguity == 0 && value % info[dim].divisibility != 0)
        return "divisibility";
      if (at + 1 == block.shape[dim])
        continue;
      const std::int64_t next = block.elements[static_cast<std::size_t>(i + inner)].asInt();
      if ((at + 1) % info[dim].contiguity != 0 && next != value + 1)
        return "contiguity";
      if ((at + 1) % info[dim].constancy != 0 && next != value)
        return "constancy";
    }
  }
  if (block.shape.rank() == 0 && block.elements[0].asInt() % info[0].divisibility != 0)
    return "divisibility";
  return {};
}

} // namespace

TEST_CASE("no claim about a random kernel is wrong") {
  int claims = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const RandomKernel random(seed);
    const AxisAnalysis analysis(random.kernel());
    for (const Value *value : random.values()) {
      const AxisInfo info = analysis.of(value);
      for (const AxisInfo::Dim &dim : info.dims)
        claims += dim.contiguity > 1 || dim.divisibility > 1 || dim.constancy > 1;
      INFO("seed " << seed);
      const std::string broken = brokenClaim(random.block(value), info);
      REQUIRE(broken == "");
    }
  }
  CHECK(claims > 20000); // the test is not about nothing
}

TEST_CASE("an index that counts down is known as well") {
  Fixture f;
  Value *n = f.integer();
  const auto indexOf = [&](Value *start, Value *stop, Value *step) {
    Value *const operands[] = {start, stop, step};
    Operation *loop = f.builder.createOpen(OpKind::For, operands);
    Value *index = loop->region().addArgument(Type::scalar(DType::I32));
    Builder(loop->region()).create(OpKind::Yield, std::span<Value *const>());
    f.builder.infer(loop);
    return f.of(index);
  };
  CHECK(indexOf(f.number(96), f.number(-1), f.number(-32))[0].divisibility == 32);
  CHECK(indexOf(f.number(96), f.number(-1), f.number(-32)).nonNegative);
  CHECK_FALSE(indexOf(f.number(96), f.number(-2), f.number(-32)).nonNegative);
  CHECK_FALSE(indexOf(f.number(96), n, f.number(-32)).nonNegative);
  CHECK_FALSE(indexOf(n, f.number(0), f.number(-32)).nonNegative);
  // Either way.
  CHECK(indexOf(f.number(96), f.program(), n).nonNegative);
}

TEST_CASE("what a while loop carries is what it starts with and what each trip keeps") {
  Fixture f;
  Value *p = f.pointer(16);
  Value *start = f.op(OpKind::AddPtr, p, f.arange(0, 64));
  Value *const operands[] = {start};
  Operation *loop = f.builder.createOpen(OpKind::While, operands);
  loop->region(0).addArgument(start->type());
  Value *carried = loop->region(1).addArgument(start->type());
  Value *const condition[] = {f.kernel.constantBool(true)};
  Builder(loop->region(0)).create(OpKind::Yield, condition);
  Builder inner(loop->region(1));
  Value *const next[] = {inner.value(OpKind::AddPtr, {carried, f.number(4)})};
  inner.create(OpKind::Yield, next);
  f.builder.infer(loop);
  const AxisInfo info = f.of(loop->result());
  CHECK(info.base == p);
  CHECK(info[0].contiguity == 64);
  CHECK(info[0].offsetDivisibility == 4);
  CHECK(f.of(loop->region(0).argument(0)) == info);
  CHECK(f.of(carried) == info);
}
