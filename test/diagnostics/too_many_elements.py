# One element a thread is at most 1024 elements.
# RUN: %refuses 9:42 block-exceeds-threads %s -D BLOCK=4096 --elements-per-thread=1
import triton
import triton.language as tl


@triton.jit
def kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out + offsets, tl.load(x + offsets, mask=mask), mask=mask)
