// Use lists, building, moving, erasing, and destruction in any state.
#include "mytriton/ir/ir.h"

#include <catch2/catch.hpp>

using namespace mytriton;

namespace {

Type i32() { return Type::scalar(DType::I32); }

int useCount(const Value *value) {
  int count = 0;
  for (const Use *use = value->firstUse(); use; use = use->nextUse())
    ++count;
  return count;
}

} // namespace

TEST_CASE("the builder infers types by the table's rules") {
  Kernel kernel("k");
  Value *x = kernel.addParameter("x", Type::pointer(DType::F32));
  Value *n = kernel.addParameter("n", i32());
  Builder builder(kernel.body());
  Value *range = builder.value(OpKind::Arange, {}, {{"start", 0}, {"end", 256}});
  CHECK(range->type().str() == "vector<256 x i32>");
  Value *mask = builder.value(OpKind::CmpLt, {range, n});
  CHECK(mask->type().str() == "vector<256 x bool>");
  Value *pointers = builder.value(OpKind::AddPtr, {x, range});
  Value *loaded = builder.value(OpKind::Load, {pointers, mask, nullptr});
  CHECK(loaded->type().str() == "vector<256 x f32>");
  Operation *store = builder.create(OpKind::Store, {pointers, loaded, mask});
  CHECK(store->resultCount() == 0);
  CHECK(store->operand(1) == loaded);
  CHECK(loaded->definingOp()->next() == store);

  Value *const mixed[] = {range, kernel.constant(Scalar::ofFloat(DType::F32, 1))};
  CHECK(builder.check(OpKind::Add, mixed) == "operands of different types: i32 and f32");
  CHECK(kernel.body().back() == store);
}

TEST_CASE("uses follow operands") {
  Kernel kernel("k");
  Value *n = kernel.addParameter("n", i32());
  Builder builder(kernel.body());
  Value *one = kernel.constantInt(1);
  CHECK(kernel.constantInt(1) == one);
  CHECK(kernel.ownsConstant(*one));
  Value *a = builder.value(OpKind::Add, {n, one});
  Value *b = builder.value(OpKind::Add, {a, a});
  CHECK(useCount(a) == 2);
  CHECK(n->hasOneUse());
  a->replaceAllUsesWith(n);
  CHECK(a->unused());
  CHECK(useCount(n) == 3);
  CHECK(b->definingOp()->operand(0) == n);
  CHECK(b->definingOp()->operand(1) == n);
  a->definingOp()->erase();
  CHECK(useCount(n) == 2);
  CHECK(kernel.body().size() == 1);
}

TEST_CASE("operations move between regions") {
  Kernel kernel("k");
  Value *n = kernel.addParameter("n", i32());
  Builder builder(kernel.body());
  Value *zero = kernel.constantInt(0), *one = kernel.constantInt(1);
  Value *const bounds[] = {zero, n, one, zero};
  Operation *loop = builder.createOpen(OpKind::For, bounds);
  Region &body = loop->region();
  Value *index = body.addArgument(i32());
  Value *carried = body.addArgument(i32());
  Builder inner(body);
  Value *twice = inner.value(OpKind::Mul, {n, kernel.constantInt(2)});
  Value *sum = inner.value(OpKind::Add, {carried, index});
  inner.create(OpKind::Yield, {inner.value(OpKind::Add, {sum, twice})});
  builder.infer(loop);
  CHECK(loop->resultCount() == 1);
  CHECK(loop->result()->type() == i32());

  twice->definingOp()->moveBefore(loop);
  CHECK(twice->definingOp()->parentOp() == nullptr);
  CHECK(loop->previous() == twice->definingOp());
  CHECK(sum->definingOp()->parentOp() == loop);
  CHECK(sum->definingOp()->previous() == nullptr);
  int count = 0;
  walk(kernel.body(), [&](const Operation &) { ++count; });
  CHECK(count == 5);
}

TEST_CASE("operands, results and arguments can be removed") {
  Kernel kernel("k");
  Value *n = kernel.addParameter("n", i32());
  Value *const operands[] = {kernel.constantInt(0), n, kernel.constantInt(1), n,
                             kernel.constantInt(7)};
  Operation *loop = kernel.body().insert(OpKind::For, operands);
  loop->addResult(i32());
  Value *second = loop->addResult(i32());
  loop->eraseOperand(3);
  loop->eraseResult(0);
  CHECK(loop->operandCount() == 4);
  CHECK(loop->operand(3) == kernel.constantInt(7));
  CHECK(loop->result() == second);
  CHECK(second->index() == 0);
  CHECK(n->hasOneUse());
}

TEST_CASE("attributes keep their order") {
  Kernel kernel("k");
  Operation *op = kernel.body().insert(OpKind::Arange, {});
  op->setAttribute("start", 0);
  op->setAttribute("end", 8);
  op->setAttribute("nsw", true);
  op->setAttribute("start", 4);
  REQUIRE(op->attributes().size() == 3);
  CHECK(op->attributes()[0].first == "start");
  CHECK(op->intAttribute("start") == 4);
  CHECK(op->flag("nsw"));
  CHECK_FALSE(op->flag("end"));
  op->removeAttribute("end");
  CHECK(op->attribute("end") == nullptr);
  CHECK(op->intAttribute("end", -1) == -1);
}

TEST_CASE("a mnemonic names one operation") {
  for (const OpInfo &info : allOps())
    CHECK(opKindFromMnemonic(info.mnemonic) == info.kind);
  CHECK_FALSE(opKindFromMnemonic("nonsense"));
}
