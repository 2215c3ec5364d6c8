# Integer arithmetic as the hardware does it: products wrap, quotients truncate toward zero.
import triton
import triton.language as tl


@triton.jit
def int_mix_kernel(x: "*i32", y: "*i32", out: "*i32", n, FACTOR: tl.constexpr,
                   BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    a = tl.load(x + offsets, mask=mask, other=0)
    b = tl.load(y + offsets, mask=mask, other=1)
    mixed = a * FACTOR + a // b - a % b
    tl.store(out + offsets, tl.where(a != b, mixed, -mixed), mask=mask)
