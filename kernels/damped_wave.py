# A triangle wave that fades, in double precision: between -1 and 1, times 2**(-decay * t).
import triton
import triton.language as tl


@triton.jit
def damped_wave_kernel(t: "*fp64", out: "*fp64", decay: tl.float64, frequency: tl.float64, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    time = tl.load(t + offsets, mask=mask)
    phase = time * frequency - tl.floor(time * frequency)
    tl.store(out + offsets, tl.exp2(-decay * time) * (4 * tl.abs(phase - 0.5) - 1), mask=mask)
