# Values have no attributes to set.
# RUN: %refuses 11:5 assignment-target %s -D BLOCK=64
import triton
import triton.language as tl


@triton.jit
def kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    offsets.shape = 3
    tl.store(out + offsets, tl.load(x + offsets, mask=mask), mask=mask)
