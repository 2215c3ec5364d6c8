# Matrix products, and what they are added to: `acc + tl.dot(a, b)` is `tl.dot(a, b, acc)`.
# RUN: %mytritonc %s -k product -D BM=4 -D BN=8 -D BK=16 --emit=ssa | FileCheck %s --check-prefix=PRODUCT
# RUN: %mytritonc %s -k sums -D B=16 --emit=ssa | FileCheck %s --check-prefix=SUMS
import triton
import triton.language as tl


@triton.jit
def product(x, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    lhs = tl.zeros((BM, BK), tl.float32)
    rhs = tl.zeros((BK, BN), tl.float32)
    result = tl.dot(lhs, rhs)
    tl.store(x + (tl.arange(0, BM)[:, None] * BN + tl.arange(0, BN)[None, :]), result)


#      PRODUCT: kernel product(x: ptr<f32>) {
# PRODUCT-NEXT: %0 = zeros {shape=(4, 16), dtype=f32} : block<4x16 x f32>
# PRODUCT-NEXT: %1 = zeros {shape=(16, 8), dtype=f32} : block<16x8 x f32>
# PRODUCT-NEXT: %2 = dot %0, %1 : block<4x8 x f32>


@triton.jit
def sums(x, B: tl.constexpr):
    at = x + (tl.arange(0, B)[:, None] * B + tl.arange(0, B)[None, :])
    a = tl.load(at)
    acc = tl.zeros((B, B), tl.float32)
    acc += tl.dot(a, a, allow_tf32=False)
    acc = tl.dot(a, a.T, acc, input_precision="tf32")
    acc = tl.dot(a, acc, out_dtype=tl.float32) + acc
    tl.store(at, acc)


#      SUMS: %[[A:[0-9]+]] = load
# SUMS-NEXT: %[[TURNED:[0-9]+]] = permute %[[A]] {order=(1, 0)} : block<16x16 x f32>
# SUMS-NEXT: %[[FIRST:[0-9]+]] = dot %[[A]], %[[A]] : block<16x16 x f32>
# SUMS-NEXT: %[[SECOND:[0-9]+]] = dot %[[A]], %[[TURNED]], %[[FIRST]] : block<16x16 x f32>
# SUMS-NEXT: %[[THIRD:[0-9]+]] = dot %[[A]], %[[SECOND]], %[[SECOND]] : block<16x16 x f32>
# SUMS-NEXT: store %{{[0-9]+}}, %[[THIRD]], none
