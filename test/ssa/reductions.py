# Axes from either end, all of them, kept dimensions, and the dtypes of results.
# RUN: %mytritonc %s --emit=ssa -O0 | FileCheck %s
import triton
import triton.language as tl


@triton.jit
def reductions(x: "*fp16", n: "*i8", b: "*bf16", out, total):
    rows = tl.arange(0, 4)
    cols = tl.arange(0, 6)
    at = rows[:, None] * 6 + cols[None, :]
    halves = tl.load(x + at)
    # CHECK: %[[X:[0-9]+]] = load {{.*}} : block<4x6 x f16>
    # CHECK: %[[SUM:[0-9]+]] = reduce_sum %[[X]] {axis=1} : vector<4 x f16>
    # CHECK-NEXT: %[[CAST:[0-9]+]] = cast %[[SUM]] {dtype=f32} : vector<4 x f32>
    # CHECK: store {{.*}}, %[[CAST]], none
    tl.store(out + rows, tl.sum(halves, -1).to(tl.float32))
    # CHECK: cast %[[X]] {dtype=f32} : block<4x6 x f32>
    # CHECK-NEXT: %[[MAX:[0-9]+]] = reduce_max {{.*}} {axis=0} : vector<6 x f32>
    # CHECK-NEXT: expand_dims %[[MAX]] {axis=0} : block<1x6 x f32>
    tl.store(out + cols[None, :], tl.max(halves, axis=0, keep_dims=True))
    # CHECK: cast %[[X]] {dtype=f32} : block<4x6 x f32>
    # CHECK-NEXT: %[[ROW:[0-9]+]] = reduce_sum {{.*}} {axis=0} : vector<6 x f32>
    # CHECK-NEXT: %[[ALL:[0-9]+]] = reduce_sum %[[ROW]] {axis=0} : f32
    # CHECK-NEXT: store out, %[[ALL]], none
    tl.store(out, tl.sum(halves, dtype=tl.float32))
    # CHECK: reduce_min {{.*}} {axis=0} : vector<6 x f32>
    # CHECK-NEXT: %[[LEAST:[0-9]+]] = reduce_min {{.*}} {axis=0} : f32
    # CHECK-NEXT: broadcast %[[LEAST]] {shape=(1, 1)} : block<1x1 x f32>
    tl.store(out + tl.arange(0, 1)[:, None], tl.min(tl.load(b + at), keep_dims=True))
    # CHECK: %[[BYTES:[0-9]+]] = load {{.*}} : block<4x6 x i8>
    bytes = tl.load(n + at)
    # CHECK: cast %[[BYTES]] {dtype=i32} : block<4x6 x i32>
    # CHECK-NEXT: reduce_sum {{.*}} {axis=1} : vector<4 x i32>
    tl.store(total + rows, tl.sum(bytes, axis=1))
    # CHECK: %[[FLAGS:[0-9]+]] = cmp_lt {{.*}} : block<4x6 x bool>
    # CHECK-NEXT: cast %[[FLAGS]] {dtype=u32} : block<4x6 x u32>
    # CHECK-NEXT: reduce_sum {{.*}} {axis=0} : vector<6 x u32>
    tl.store(total + cols, tl.sum(bytes < 0, 0).to(tl.int32))
