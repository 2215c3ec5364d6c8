# 1 / (1 + exp(-x)).
import triton
import triton.language as tl


@triton.jit
def sigmoid_kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + offsets, mask=mask, other=0.0)
    tl.store(out + offsets, 1.0 / (1.0 + tl.exp(-values)), mask=mask)
