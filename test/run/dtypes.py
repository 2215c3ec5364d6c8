# Arrays and scalars of every dtype, on ref and cpu, against NumPy: what they hold, how they are
# passed, that integers wrap, that each float operation is rounded to its dtype.
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
