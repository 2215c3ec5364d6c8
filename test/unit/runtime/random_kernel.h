// Random tile-level kernels that stay inside their buffers: they read `xi` and `xf` (64 elements
// each) at masked indices and write `oi` and `of` (kSlots blocks of kBlock elements).
#pragma once

#include "mytriton/ir/ir.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

namespace mytriton {

class RandomKernel {
public:
  static constexpr int kBlock = 8;
  static constexpr int kSlots = 16;
  static constexpr int kInputs = 64;

  explicit RandomKernel(unsigned seed) : random_(seed) {}

  std::unique_ptr<Kernel> make() {
    kernel_ = std::make_unique<Kernel>("random");
    for (const char *name : {"xi", "oi"})
      pointers_.push_back(kernel_->addParameter(name, Type::pointer(DType::I32)));
    for (const char *name : {"xf", "of"})
      pointers_.push_back(kernel_->addParameter(name, Type::pointer(DType::F32)));
    values_.push_back(kernel_->addParameter("n", Type::scalar(DType::I32)));
    values_.push_back(kernel_->addParameter("f", Type::scalar(DType::F32)));
    values_.push_back(kernel_->addParameter("c", Type::scalar(DType::Bool)));
    Builder builder(kernel_->body());
    range_ = builder.value(OpKind::Arange, {}, {{"start", 0}, {"end", kBlock}});
    values_.push_back(range_);
    values_.push_back(builder.value(OpKind::ProgramId, {}, {{"axis", 0}}));
    statements(builder, 4 + below(20), 0);
    for (int slot = 0; slot < kSlots; ++slot)
      storeTo(builder, slot, below(2) == 0 ? DType::F32 : DType::I32);
    return std::move(kernel_);
  }

private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

  Value *constant(DType dtype) {
    constexpr std::int64_t kInts[] = {0, 0, 1, 1, -1, 2, 7, INT32_MIN, INT32_MAX};
    constexpr double kFloats[] = {0.0, -0.0, 1.0, -1.5, 3e38, 1e-40, HUGE_VAL, NAN};
    if (dtype == DType::Bool)
      return kernel_->constantBool(below(2) == 0);
    if (dtype == DType::I32)
      return kernel_->constantInt(kInts[below(std::size(kInts))]);
    return kernel_->constant(Scalar::ofFloat(dtype, kFloats[below(std::size(kFloats))]));
  }

  // A value or constant of the dtype; scalars only, if asked for.
  Value *pick(DType dtype, bool scalar = false) {
    for (int tries = 0; tries < 16 && below(12) != 0; ++tries) {
      // Often a recent one, so that long chains grow.
      const int count = static_cast<int>(values_.size());
      const int back = below(below(2) == 0 ? std::min(count, 6) : count);
      Value *value = values_[static_cast<std::size_t>(count - 1 - back)];
      if (value->type().dtype() == dtype && (!scalar || value->type().isScalar()))
        return value;
    }
    return constant(dtype);
  }

  DType anyDType() {
    constexpr DType kDTypes[] = {DType::I32, DType::I32, DType::F32, DType::Bool};
    return kDTypes[below(std::size(kDTypes))];
  }

  void statements(Builder &builder, int count, int depth) {
    for (; count > 0; --count)
      statement(builder, depth);
  }

  void statement(Builder &builder, int depth) {
    switch (below(depth < 3 ? 10 : 8)) {
    case 0:
      return store(builder);
    case 1:
      values_.push_back(load(builder));
      return;
    case 2:
      values_.push_back(shaped(builder));
      return;
    case 8:
      return loop(builder, depth);
    case 9:
      return condition(builder, depth);
    default:
      values_.push_back(elementwise(builder));
    }
  }

  Value *elementwise(Builder &builder) {
    constexpr OpKind kInts[] = {OpKind::Add, OpKind::Sub,     OpKind::Mul,     OpKind::FloorDiv,
                                OpKind::Rem, OpKind::Minimum, OpKind::Maximum, OpKind::And,
                                OpKind::Or,  OpKind::Xor};
    constexpr OpKind kFloats[] = {OpKind::Add, OpKind::Sub,     OpKind::Mul,
                                  OpKind::Div, OpKind::Minimum, OpKind::Maximum};
    constexpr OpKind kBools[] = {OpKind::And, OpKind::Or, OpKind::Xor};
    constexpr OpKind kCompares[] = {OpKind::CmpEq, OpKind::CmpNe, OpKind::CmpLt,
                                    OpKind::CmpLe, OpKind::CmpGt, OpKind::CmpGe};
    const DType dtype = anyDType();
    switch (below(8)) {
    case 0:
      return builder.value(dtype == DType::Bool ? OpKind::Not : OpKind::Neg, {pick(dtype)});
    case 1:
      return builder.value(OpKind::Select, {pick(DType::Bool), pick(dtype), pick(dtype)});
    case 2:
      return builder.value(OpKind::Cast, {pick(dtype)}, {{"dtype", anyDType()}});
    case 3:
      return builder.value(kCompares[below(std::size(kCompares))], {pick(dtype), pick(dtype)});
    default:
      break;
    }
    const OpKind kind = dtype == DType::Bool  ? kBools[below(std::size(kBools))]
                        : dtype == DType::I32 ? kInts[below(std::size(kInts))]
                                              : kFloats[below(std::size(kFloats))];
    return builder.value(kind, {pick(dtype), pick(dtype)});
  }

  Value *shaped(Builder &builder) {
    Value *value = pick(anyDType());
    return builder.value(OpKind::Broadcast, {value}, {{"shape", Shape{kBlock}}});
  }

  Value *load(Builder &builder) {
    const bool floats = below(2) == 0;
    Value *index =
        builder.value(OpKind::And, {pick(DType::I32), kernel_->constantInt(kInputs - 1)});
    Value *pointer = builder.value(OpKind::AddPtr, {pointers_[floats ? 2 : 0], index});
    const bool block = pointer->type().isBlock();
    Value *mask = below(2) == 0 ? pick(DType::Bool, !block) : nullptr;
    Value *other = below(2) == 0 ? pick(floats ? DType::F32 : DType::I32, !block) : nullptr;
    return builder.value(OpKind::Load, {pointer, mask, other});
  }

  void store(Builder &builder) {
    storeTo(builder, below(kSlots), below(2) == 0 ? DType::F32 : DType::I32);
  }

  void storeTo(Builder &builder, int slot, DType dtype) {
    Value *base = pointers_[dtype == DType::F32 ? 3 : 1];
    Value *start = builder.value(OpKind::AddPtr, {base, kernel_->constantInt(kBlock * slot)});
    Value *offset = below(4) == 0 ? kernel_->constantInt(3) : range_;
    Value *pointer = builder.value(OpKind::AddPtr, {start, offset});
    const bool scalar = pointer->type().isScalar();
    Value *mask = below(3) == 0 ? pick(DType::Bool, scalar) : nullptr;
    builder.create(OpKind::Store, {pointer, pick(dtype, scalar), mask});
  }

  void loop(Builder &builder, int depth) {
    Value *stop = builder.value(OpKind::And, {pick(DType::I32, true), kernel_->constantInt(3)});
    std::vector<Value *> operands = {kernel_->constantInt(below(3)), stop,
                                     kernel_->constantInt(1 + below(2))};
    const int carried = below(4);
    for (int i = 0; i < carried; ++i)
      operands.push_back(pick(anyDType()));
    Operation *op = builder.createOpen(OpKind::For, operands);
    Region &body = op->region();
    const std::size_t outside = values_.size();
    values_.push_back(body.addArgument(Type::scalar(DType::I32)));
    for (int i = 0; i < carried; ++i)
      values_.push_back(body.addArgument(operands[static_cast<std::size_t>(i) + 3]->type()));
    Builder inner(body);
    statements(inner, below(6), depth + 1);
    std::vector<Value *> likes;
    for (int i = 0; i < carried; ++i)
      likes.push_back(body.argument(static_cast<unsigned>(i) + 1));
    yield(inner, likes);
    values_.resize(outside);
    finish(builder, op);
  }

  void condition(Builder &builder, int depth) {
    Value *const operands[] = {pick(DType::Bool, true)};
    std::vector<Value *> likes;
    for (int i = below(3); i > 0; --i)
      likes.push_back(pick(anyDType()));
    Operation *op = builder.createOpen(OpKind::If, operands);
    const std::size_t outside = values_.size();
    for (unsigned r = 0; r < 2; ++r) {
      Builder inner(op->region(r));
      statements(inner, below(5), depth + 1);
      yield(inner, likes);
      values_.resize(outside);
    }
    finish(builder, op);
  }

  void finish(Builder &builder, Operation *op) {
    builder.infer(op);
    for (unsigned i = 0; i < op->resultCount(); ++i)
      values_.push_back(op->result(i));
  }

  // Yields visible values of the types of `likes`, or those themselves.
  void yield(Builder &builder, std::vector<Value *> likes) {
    for (Value *&like : likes)
      for (int tries = 0; tries < 8; ++tries) {
        Value *value = values_[static_cast<std::size_t>(below(static_cast<int>(values_.size())))];
        if (value->type() == like->type()) {
          like = value;
          break;
        }
      }
    builder.create(OpKind::Yield, likes);
  }

  std::mt19937 random_;
  std::unique_ptr<Kernel> kernel_;
  std::vector<Value *> pointers_; // xi, oi, xf, of
  std::vector<Value *> values_;   // what is visible and no pointer
  Value *range_ = nullptr;
};

} // namespace mytriton
