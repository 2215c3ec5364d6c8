# Shapes that do not broadcast.
# RUN: %refuses 11:29 shape-mismatch %s -D BLOCK=64
import triton
import triton.language as tl


@triton.jit
def kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out + offsets, tl.arange(0, 3) + offsets, mask=mask)
