# Blocks made from nothing, and their listings: shapes and dtypes are normalized, fills converted.
# RUN: %mytritonc %s -k factories -D BLOCK=8 --emit=ssa | FileCheck %s --check-prefix=FACTORIES
# RUN: %mytritonc %s -k fills -D BM=4 -D BN=16 --emit=ssa -O0 | FileCheck %s --check-prefix=FILLS
# RUN: %mytritonc %s -k turned -D BM=4 -D BN=8 --emit=ssa -O0 | FileCheck %s --check-prefix=TURNED
import triton
import triton.language as tl


@triton.jit
def factories(x, BLOCK: tl.constexpr):
    zeros = tl.zeros(BLOCK, tl.float32)
    fills = tl.full([BLOCK], 2.5, tl.float32)
    tl.store(x + tl.arange(0, BLOCK), zeros + fills)


#      FACTORIES: kernel factories(x: ptr<f32>) {
# FACTORIES-NEXT: %0 = zeros {shape=(8,), dtype=f32} : vector<8 x f32>
# FACTORIES-NEXT: %1 = full 2.5 {shape=(8,), dtype=f32} : vector<8 x f32>
# FACTORIES-NEXT: %2 = add %0, %1 : vector<8 x f32>


@triton.jit
def fills(x, n: tl.int32, BM: tl.constexpr, BN: tl.constexpr, dtype: tl.constexpr = tl.float32):
    at = x + (tl.arange(0, BM)[:, None] * BN + tl.arange(0, BN)[None, :])
    tl.store(at, tl.full((BM, BN), True, dtype))
    tl.store(at, tl.full((BM, BN), -2.75, dtype=tl.int32))
    tl.store(at, tl.full(shape=(BM, BN), value=n + 1, dtype=dtype))
    tl.store(at, tl.empty((BM, BN), dtype))
    tl.store(at, tl.zeros_like(tl.arange(0, BN)))


# FILLS: full 1.0 {shape=(4, 16), dtype=f32} : block<4x16 x f32>
# FILLS: full -2 {shape=(4, 16), dtype=i32} : block<4x16 x i32>
# FILLS: %[[SUM:[0-9]+]] = add n, 1 : i32
# FILLS: %[[CAST:[0-9]+]] = cast %[[SUM]] {dtype=f32} : f32
# FILLS: full %[[CAST]] {shape=(4, 16), dtype=f32} : block<4x16 x f32>
# FILLS: empty {shape=(4, 16), dtype=f32} : block<4x16 x f32>
# FILLS: zeros {shape=(16,), dtype=i32} : vector<16 x i32>


@triton.jit
def turned(x, BM: tl.constexpr, BN: tl.constexpr):
    block = tl.zeros((2, BM, BN), tl.float32)
    tl.store(x + tl.zeros((2, BN, BM), tl.int32), block.T)
    tl.store(x + tl.zeros((BN, 2, BM), tl.int32), tl.trans(block, 2, 0, 1))
    tl.store(x + tl.zeros((BM, BN, 2), tl.int32), tl.permute(block, (1, 2, 0)))


# TURNED: permute %{{[0-9]+}} {order=(0, 2, 1)} : block<2x8x4 x f32>
# TURNED: permute %{{[0-9]+}} {order=(2, 0, 1)} : block<8x2x4 x f32>
# TURNED: permute %{{[0-9]+}} {order=(1, 2, 0)} : block<4x8x2 x f32>
