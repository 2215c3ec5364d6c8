# -D of a name that the kernel does not have.
# RUN: %refuses 8:5 unknown-define %s -D BLOCK=64 -D BLOK=32
import triton
import triton.language as tl


@triton.jit
def kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out + offsets, tl.load(x + offsets, mask=mask), mask=mask)
