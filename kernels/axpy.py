# y += alpha * x, in place.
import triton
import triton.language as tl


@triton.jit
def axpy_kernel(alpha: tl.float32, x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(y + offsets, mask=mask)
    values += alpha * tl.load(x + offsets, mask=mask)
    tl.store(y + offsets, values, mask=mask)
