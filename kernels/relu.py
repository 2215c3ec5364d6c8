# max(x, 0), a NaN staying a NaN.
import triton
import triton.language as tl


@triton.jit
def relu_kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + offsets, mask=mask, other=0.0)
    tl.store(out + offsets, tl.maximum(values, 0.0), mask=mask)
