# x where it is positive, otherwise a fraction of it that is fixed at compile time.
import triton
import triton.language as tl


@triton.jit
def leaky_relu_kernel(x, out, n, BLOCK: tl.constexpr, SLOPE: tl.constexpr = 0.01):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + offsets, mask=mask, other=0.0)
    result = tl.where(values > 0, values, values * SLOPE)
    tl.store(out + offsets, result, mask=mask)
