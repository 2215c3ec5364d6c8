# Products of twice the width, bits as another dtype, and rounding towards zero, which arith has not.
# RUN: %mytritonc %s -k bits -D B=32 --elements-per-thread=1 --target=mlir | FileCheck %s
import triton
import triton.language as tl


@triton.jit
def bits(x: '*i32', u: '*u32', f: '*fp32', h: '*fp16', B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    tl.store(x + i, tl.umulhi(a, 7))
    # CHECK: %[[LOW:.*]], %[[HIGH:.*]] = arith.mului_extended %a, %c7 : i32
    # CHECK: llvm.store %[[HIGH]]
    tl.store(u + i, a.to(tl.uint32, bitcast=True))
    # CHECK: llvm.store %a
    b = a.to(tl.float32, bitcast=True)
    tl.store(f + i, b)
    # CHECK: %b = arith.bitcast %a : i32 to f32
    tl.store(h + i, b.to(tl.float16, fp_downcast_rounding='rtz'))
    # CHECK: %[[NEAREST:.*]] = arith.truncf %b : f32 to f16
    # CHECK-NEXT: %[[BACK:.*]] = arith.extf %[[NEAREST]] : f16 to f32
    # CHECK-NEXT: %[[SIZE:.*]] = math.absf %b : f32
    # CHECK-NEXT: %[[BACK_SIZE:.*]] = math.absf %[[BACK]] : f32
    # CHECK-NEXT: %[[AWAY:.*]] = arith.cmpf ogt, %[[BACK_SIZE]], %[[SIZE]] : f32
    # CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[NEAREST]] : f16 to i16
    # CHECK-NEXT: %[[BEFORE:.*]] = arith.subi %[[BITS]], %c1_i16 : i16
    # CHECK-NEXT: %[[CHOSEN:.*]] = arith.select %[[AWAY]], %[[BEFORE]], %[[BITS]] : i16
    # CHECK-NEXT: arith.bitcast %[[CHOSEN]] : i16 to f16
