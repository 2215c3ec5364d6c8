// The functions that ops.def names: type rules (op_rules*.cpp) and element evaluation
// (op_evaluate.cpp).
#pragma once

#include "mytriton/ir/ir.h"

namespace mytriton {

// op_rules.cpp: values and arithmetic.
TypeResult typeProgramId(const Operation &op);
TypeResult typeThreadId(const Operation &op);
TypeResult typeArange(const Operation &op);
TypeResult typeArithmetic(const Operation &op);
TypeResult typeFloatArithmetic(const Operation &op);
TypeResult typeIntArithmetic(const Operation &op);
TypeResult typeUnaryArithmetic(const Operation &op);
TypeResult typeFloatMath(const Operation &op);
TypeResult typeFma(const Operation &op);
TypeResult typeMulHi(const Operation &op);
TypeResult typeBitwise(const Operation &op);
TypeResult typeBitwiseNot(const Operation &op);
TypeResult typeCompare(const Operation &op);
TypeResult typeSelect(const Operation &op);
TypeResult typeCast(const Operation &op);
TypeResult typeCastRtz(const Operation &op);
TypeResult typeBitcast(const Operation &op);
TypeResult typeExpandDims(const Operation &op);
TypeResult typeBroadcast(const Operation &op);
TypeResult typeConvertLayout(const Operation &op);
TypeResult typeReduce(const Operation &op);

// op_rules_blocks.cpp: blocks made from nothing, turned, and multiplied.
TypeResult typeFactory(const Operation &op);
TypeResult typeFull(const Operation &op);
TypeResult typePermute(const Operation &op);
TypeResult typeDot(const Operation &op);

// op_rules_memory.cpp: pointers, memory, synchronization, and what one thread owns.
TypeResult typeAddPtr(const Operation &op);
TypeResult typeLoad(const Operation &op);
TypeResult typeStore(const Operation &op);
TypeResult typeAligned(const Operation &op);
TypeResult typeExtract(const Operation &op);
TypeResult typePack(const Operation &op);
TypeResult typeSharedAlloc(const Operation &op);
TypeResult typeSharedLoad(const Operation &op);
TypeResult typeSharedStore(const Operation &op);
TypeResult typeWarpReduce(const Operation &op);
TypeResult typeShuffle(const Operation &op);
TypeResult typeNoResult(const Operation &op);

// op_rules_control.cpp: operations with regions.
TypeResult typeIf(const Operation &op);
TypeResult typeFor(const Operation &op);
TypeResult typeWhile(const Operation &op);
TypeResult typeEach(const Operation &op);
TypeResult typeYield(const Operation &op);

using Elements = std::span<const Scalar>;
Scalar evalAdd(DType result, Elements operands);
Scalar evalSub(DType result, Elements operands);
Scalar evalMul(DType result, Elements operands);
Scalar evalDiv(DType result, Elements operands);
Scalar evalIntDiv(DType result, Elements operands);
Scalar evalRem(DType result, Elements operands);
Scalar evalMinimum(DType result, Elements operands);
Scalar evalMaximum(DType result, Elements operands);
Scalar evalMinNum(DType result, Elements operands);
Scalar evalMaxNum(DType result, Elements operands);
Scalar evalNeg(DType result, Elements operands);
Scalar evalAbs(DType result, Elements operands);
Scalar evalFma(DType result, Elements operands);
Scalar evalMulHi(DType result, Elements operands);
Scalar evalSqrt(DType result, Elements operands);
Scalar evalFloor(DType result, Elements operands);
Scalar evalCeil(DType result, Elements operands);
Scalar evalRsqrt(DType result, Elements operands);
Scalar evalExp(DType result, Elements operands);
Scalar evalExp2(DType result, Elements operands);
Scalar evalLog(DType result, Elements operands);
Scalar evalLog2(DType result, Elements operands);
Scalar evalSin(DType result, Elements operands);
Scalar evalCos(DType result, Elements operands);
Scalar evalErf(DType result, Elements operands);
Scalar evalAnd(DType result, Elements operands);
Scalar evalOr(DType result, Elements operands);
Scalar evalXor(DType result, Elements operands);
Scalar evalNot(DType result, Elements operands);
Scalar evalShl(DType result, Elements operands);
Scalar evalShr(DType result, Elements operands);
Scalar evalCmpEq(DType result, Elements operands);
Scalar evalCmpNe(DType result, Elements operands);
Scalar evalCmpLt(DType result, Elements operands);
Scalar evalCmpLe(DType result, Elements operands);
Scalar evalCmpGt(DType result, Elements operands);
Scalar evalCmpGe(DType result, Elements operands);
Scalar evalSelect(DType result, Elements operands);
Scalar evalCast(DType result, Elements operands);
Scalar evalCastRtz(DType result, Elements operands);
Scalar evalBitcast(DType result, Elements operands);

} // namespace mytriton
