# Values outside low ... high stay, those inside become zero; what is no number is left out.
import triton
import triton.language as tl


@triton.jit
def band_stop_kernel(x, out, low: tl.float32, high: tl.float32, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + offsets, mask=mask, other=0.0)
    outside = (values < low) | (values > high)
    is_nan = ~(values == values)
    tl.store(out + offsets, tl.where(outside, values, 0.0), mask=mask & ~is_nan)
