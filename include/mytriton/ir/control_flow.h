// How operations with regions pass values on: what passes, layouts and interpreters ask of them.
//
// A loop (`for`, `while`) carries values. Each is one slot: an initial value among the operands, an
// argument of each region, what the last region yields, and a result. The results of an `if` are
// slots too, without initial value and arguments.
//
// `for` counts from start by step: while i < stop where the step is positive, while i > stop where
// it is negative, and not at all where it is zero. The index is exact: a sum beyond its type ends
// the loop. `while` asks its first region before each trip.
#pragma once

#include "mytriton/ir/ir.h"

namespace mytriton {

inline bool isLoop(const Operation &op) { return op.is(OpKind::For) || op.is(OpKind::While); }

// The leading operands that decide whether or how often the regions run.
inline unsigned decidingOperands(const Operation &op) {
  return op.is(OpKind::For) ? 3 : op.is(OpKind::If) ? 1 : 0;
}

// Of a loop: the arguments of each region before the carried ones.
inline unsigned leadingArguments(const Operation &loop) { return loop.is(OpKind::For) ? 1 : 0; }

inline unsigned carriedCount(const Operation &loop) {
  return loop.operandCount() - decidingOperands(loop);
}
inline Value *initialValue(const Operation &loop, unsigned slot) {
  return loop.operand(decidingOperands(loop) + slot);
}
inline Value *carriedArgument(const Operation &loop, unsigned region, unsigned slot) {
  return loop.region(region).argument(leadingArguments(loop) + slot);
}
// The region that computes the next values: the body.
inline Region &loopBody(const Operation &loop) { return loop.region(loop.regionCount() - 1); }
// What a trip hands on.
inline Value *nextValue(const Operation &loop, unsigned slot) {
  return loopBody(loop).back()->operand(slot);
}
// Of a `while`: whether there is another trip.
inline Value *loopCondition(const Operation &loop) { return loop.region(0).back()->operand(0); }

// Of an `each`: its indices come before the carried arguments, its registers before the carried
// results.
inline unsigned axisCount(const Operation &each) {
  return each.region().argumentCount() - each.operandCount();
}
inline unsigned registerCount(const Operation &each) {
  return each.resultCount() - each.operandCount();
}

} // namespace mytriton
