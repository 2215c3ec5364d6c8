# A wave that fades, in double precision: 2**(-decay * t) * cos(frequency * t).
import triton
import triton.language as tl


@triton.jit
def damped_wave_kernel(t: "*fp64", out: "*fp64", decay: tl.float64, frequency: tl.float64, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    time = tl.load(t + offsets, mask=mask)
    tl.store(out + offsets, tl.exp2(-decay * time) * tl.cos(frequency * time), mask=mask)
