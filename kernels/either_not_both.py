# Bools from bools: in one of the two sets, and not in the other.
import triton
import triton.language as tl


@triton.jit
def either_not_both_kernel(a: "*i1", b: "*i1", out: "*i1", n: tl.int64, BLOCK: tl.constexpr):
    # Offsets of 64 bits: arrays may be longer than 2**31.
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    left = tl.load(a + offsets, mask=mask)
    right = tl.load(b + offsets, mask=mask)
    tl.store(out + offsets, (left | right) & ~(left & right), mask=mask)
