# A 2-D tile: new dimensions by None, shapes broadcast, other names for the modules.
# RUN: %mytritonc %s -D BM=16 -D BN=32 --emit=ssa -O0 | FileCheck %s
from triton import jit as kernel
from triton import language as L
from triton.language import load


@kernel
def matrix_add(x, y, out, M, N, BM: L.constexpr, BN: L.constexpr):
    offs_m = L.program_id(0) * BM + L.arange(0, BM)[:, None]
    offs_n = L.program_id(1) * BN + L.arange(0, BN)[None, :]
    offsets = offs_m * N + offs_n
    mask = (offs_m < M) & (offs_n < N)
    L.store(out + offsets, load(x + offsets, mask, 0.0) + load(y + offsets, mask, 0), mask)


#      CHECK: kernel matrix_add(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, M: i32, N: i32) {
# CHECK-NEXT: %0 = program_id {axis=0} : i32
# CHECK-NEXT: %1 = mul %0, 16 : i32
# CHECK-NEXT: %2 = arange {start=0, end=16} : vector<16 x i32>
# CHECK-NEXT: %3 = expand_dims %2 {axis=1} : block<16x1 x i32>
# CHECK-NEXT: %4 = add %1, %3 : block<16x1 x i32>
# CHECK-NEXT: %5 = mul %4, N : block<16x1 x i32>
# CHECK-NEXT: %6 = program_id {axis=1} : i32
# CHECK-NEXT: %7 = mul %6, 32 : i32
# CHECK-NEXT: %8 = arange {start=0, end=32} : vector<32 x i32>
# CHECK-NEXT: %9 = expand_dims %8 {axis=0} : block<1x32 x i32>
# CHECK-NEXT: %10 = add %7, %9 : block<1x32 x i32>
# CHECK-NEXT: %11 = add %5, %10 : block<16x32 x i32>
# CHECK-NEXT: %12 = addptr x, %11 : block<16x32 x ptr<f32>>
# CHECK-NEXT: %13 = cmp_lt %4, M : block<16x1 x bool>
# CHECK-NEXT: %14 = cmp_lt %10, N : block<1x32 x bool>
# CHECK-NEXT: %15 = and %13, %14 : block<16x32 x bool>
# CHECK-NEXT: %16 = load %12, %15, 0.0 : block<16x32 x f32>
# CHECK-NEXT: %17 = addptr y, %11 : block<16x32 x ptr<f32>>
# CHECK-NEXT: %18 = load %17, %15, 0.0 : block<16x32 x f32>
# CHECK-NEXT: %19 = add %16, %18 : block<16x32 x f32>
# CHECK-NEXT: %20 = addptr out, %11 : block<16x32 x ptr<f32>>
# CHECK-NEXT: store %20, %19, %15
# CHECK-NEXT: }
