# The index of a loop that copies registers has no name of the author's.
# RUN: %mytritonc %s --arg 'out=*i32' --num-warps=1 | FileCheck %s
# RUN: %mytriton-run %s --num-warps=1 out=zeros:128:i32 --grid 1 --device=ref --check=cpu
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    c0 = tl.full((64,), 1, tl.int32)
    other = tl.arange(0, 64) * 3
    count = tl.cast(0, tl.int32)
    while count < 3:
        tl.store(out + tl.arange(0, 64), c0)
        c0, other = other, c0
        count = count + 1
    tl.store(out + 64 + tl.arange(0, 64), c0 + other)


# CHECK:     {{c0|other}}[c0_1] =
# CHECK-NOT: [c0] =
