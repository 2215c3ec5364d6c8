# Numbers as multiples of a step, rounded to the nearest and limited to what int8 holds.
import triton
import triton.language as tl


@triton.jit
def quantize_kernel(x, out: "*i8", steps_per_unit: tl.float32, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    steps = tl.floor(tl.load(x + offsets, mask=mask) * steps_per_unit + 0.5)
    tl.store(out + offsets, tl.clamp(steps, -128, 127).to(tl.int8), mask=mask)
