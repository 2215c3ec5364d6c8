# An operation that does not exist.
# RUN: %refuses 11:13 unknown-operation %s -D BLOCK=64
import triton
import triton.language as tl


@triton.jit
def kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    value = tl.laod(x + offsets, mask=mask)
    tl.store(out + offsets, value, mask=mask)
