# A pointer moves by whole elements.
# RUN: %refuses 11:26 pointer-arithmetic %s -D BLOCK=64
import triton
import triton.language as tl


@triton.jit
def kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + 1.5, mask=mask)
    tl.store(out + offsets, values, mask=mask)
