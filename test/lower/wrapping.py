# Plain arithmetic is for addresses and bounds; everything else wraps.
# RUN: %mytritonc %s -D B=32 --elements-per-thread=1 --emit=thread | FileCheck %s
# RUN: %mytritonc %s -D B=32 --elements-per-thread=1 | FileCheck %s --check-prefix=CUDA
import triton
import triton.language as tl


@triton.jit
def wrap(x: '*i32', out: '*i32', n, B: tl.constexpr):
    offsets = tl.program_id(0) * B + tl.arange(0, B)
    inside = offsets < n - 1
    values = tl.load(x + offsets, mask=inside)
    tl.store(out + offsets, values * 3 + tl.program_id(1) * 2, mask=inside)


# CHECK: sub n, 1 : i32
# CHECK: add {{.*}} {nsw} : i32
# CHECK: mul %{{.*}}, 2 : i32
# CHECK: mul %{{.*}}, 3 : i32
# CHECK-NEXT: add %{{[0-9]+}}, %{{[0-9]+}} : i32
# CUDA: wrap_add(wrap_mul(values, 3), {{.*}})
