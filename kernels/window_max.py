# The largest of each element and the WIDTH - 1 before it; what lies before the vector does not count.
import triton
import triton.language as tl


@triton.jit
def window_max_kernel(x, out, width, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    largest = tl.load(x + offsets, mask=mask)
    for back in range(width - 1, 0, -1):
        earlier = tl.load(x + offsets - back, mask=mask & (offsets >= back), other=float("-inf"))
        largest = tl.maximum(largest, earlier)
    tl.store(out + offsets, largest, mask=mask)
