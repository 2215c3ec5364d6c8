# Values limited to low ... high.
import triton
import triton.language as tl


@triton.jit
def clamp_kernel(x, out, low: tl.float32, high: tl.float32, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + offsets, mask=mask, other=0.0)
    tl.store(out + offsets, tl.minimum(tl.maximum(values, low), high), mask=mask)
