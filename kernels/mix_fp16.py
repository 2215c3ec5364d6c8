# a + (b - a) * weight, in half precision throughout.
import triton
import triton.language as tl


@triton.jit
def mix_kernel(a: "*fp16", b: "*fp16", out: "*fp16", weight: tl.float16, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    first = tl.load(a + offsets, mask=mask)
    second = tl.load(b + offsets, mask=mask)
    tl.store(out + offsets, first + (second - first) * weight, mask=mask)
