# A store that takes the layout of a reduction moves single elements where the layout's vectors lie
# along another dimension than the memory.
# RUN: %mytritonc %s --arg 'x=*i32' --arg 'out=*i32' --emit=layout | FileCheck %s
# RUN: %mytriton-run %s x=randint:0:1000:400:i32 out=zeros:40:i32 --grid 1 --device=ref --check=cpu
import triton
import triton.language as tl


@triton.jit
def kernel(x, out):
    i = tl.arange(0, 2)[:, None, None]
    j = tl.arange(0, 9)[None, :, None]
    k = tl.arange(0, 2)[None, None, :]
    greatest = tl.max(tl.load(x + (i * 192 + j * 16 + k)), axis=0)
    tl.store(out + (tl.arange(0, 9)[:, None] + tl.arange(0, 2)[None, :] * 12), greatest)


# CHECK:     greatest {{.*}} (tid % 16, r0[2])
# CHECK:     store {{.*}} (tid % 16, r0[2]), 2 registers a thread
# CHECK-NOT: at once
