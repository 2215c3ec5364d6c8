# Python that does not parse.
# RUN: %refuses 11:34 syntax-error %s -D BLOCK=64
import triton
import triton.language as tl


@triton.jit
def kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + offsets mask=mask)
    tl.store(out + offsets, values, mask=mask)
