# The exact GELU: x times the share of a normal distribution that lies below x.
import triton
import triton.language as tl


@triton.jit
def gelu_kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + offsets, mask=mask)
    share = 0.5 * (1 + tl.erf(values * 0.7071067811865476))
    tl.store(out + offsets, values * share, mask=mask)
