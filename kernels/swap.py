# Exchanges two vectors.
import triton
import triton.language as tl


@triton.jit
def swap_kernel(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x_values = tl.load(x + offsets, mask=mask)
    y_values = tl.load(y + offsets, mask=mask)
    tl.store(x + offsets, y_values, mask=mask)
    tl.store(y + offsets, x_values, mask=mask)
