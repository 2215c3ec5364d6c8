# Arrays and scalars of every dtype, on ref and cpu, against NumPy: what they hold, how they are
# passed, that integers wrap, that each float operation is rounded to its dtype, what functions of
# floats give, and that blocks of every dtype change from one layout to another.
# REQUIRES: host-compiler
# RUN: rm -rf %t && mkdir %t
# RUN: %python %S/Inputs/dtypes_check.py %mytriton-run %s %t
import triton
import triton.language as tl


@triton.jit
def scale(x, out, s, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    a = tl.load(x + offsets, mask=mask)
    tl.store(out + offsets, a * s + a, mask=mask)


# A bool in memory is a byte, any but 0 is true; one that is stored is 0 or 1.
@triton.jit
def flip(x, out, s, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    a = tl.load(x + offsets, mask=mask)
    tl.store(out + offsets, a ^ s, mask=mask)


# Through registers, shuffles or shared memory, as the shape and the warps have it.
@triton.jit
def turn(x, out, N: tl.constexpr):
    rows = tl.arange(0, N)
    tile = tl.load(x + rows[:, None] * N + rows[None, :])
    tl.store(out + rows[None, :] * N + rows[:, None], tile)


@triton.jit
def functions(x, out, n, WIDE: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    a = tl.load(x + offsets, mask=mask, other=1.0).to(WIDE)
    p = tl.abs(a)
    tl.store(out + offsets, tl.exp(a), mask=mask)
    tl.store(out + n + offsets, tl.exp2(a), mask=mask)
    tl.store(out + 2 * n + offsets, tl.log(p), mask=mask)
    tl.store(out + 3 * n + offsets, tl.log2(p), mask=mask)
    tl.store(out + 4 * n + offsets, tl.sin(a), mask=mask)
    tl.store(out + 5 * n + offsets, tl.cos(a), mask=mask)
    tl.store(out + 6 * n + offsets, tl.sqrt(p), mask=mask)
    tl.store(out + 7 * n + offsets, tl.rsqrt(p), mask=mask)
    tl.store(out + 8 * n + offsets, tl.erf(a), mask=mask)
    tl.store(out + 9 * n + offsets, tl.floor(a), mask=mask)
    tl.store(out + 10 * n + offsets, tl.ceil(a), mask=mask)
    tl.store(out + 11 * n + offsets, tl.fma(a, p, a), mask=mask)
    tl.store(out + 12 * n + offsets, 1 / (1 + tl.exp(-a)), mask=mask)
