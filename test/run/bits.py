# The upper halves of products, the bits of numbers as another dtype, rounding towards zero, the
# propagation of NaN and barriers: each on every dtype that takes it, on every device, against NumPy.
# REQUIRES: host-compiler
# RUN: rm -rf %t && mkdir %t
# RUN: %python %S/Inputs/bits_check.py %mytriton-run %s %t
import triton
import triton.language as tl


@triton.jit
def mulhi(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out + offsets, tl.umulhi(tl.load(x + offsets, mask=mask), tl.load(y + offsets, mask=mask)),
             mask=mask)


@triton.jit
def bitcast(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    value = tl.load(x + offsets, mask=mask)
    tl.store(out + offsets, value.to(out.dtype.element_ty, bitcast=True), mask=mask)


@triton.jit
def cut(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    value = tl.load(x + offsets, mask=mask)
    tl.store(out + offsets, value.to(out.dtype.element_ty, fp_downcast_rounding="rtz"), mask=mask)


@triton.jit
def nans(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    a, b = tl.load(x + offsets, mask=mask), tl.load(y + offsets, mask=mask)
    tl.store(out + offsets, tl.minimum(a, b, propagate_nan=tl.PropagateNan.ALL), mask=mask)
    tl.debug_barrier()
    tl.store(out + n + offsets, tl.minimum(a, b, propagate_nan=tl.PropagateNan.NONE), mask=mask)
    tl.store(out + 2 * n + offsets, tl.maximum(a, b, propagate_nan=tl.PropagateNan.ALL), mask=mask)
    tl.store(out + 3 * n + offsets, tl.maximum(a, b, propagate_nan=tl.PropagateNan.NONE), mask=mask)
    for i in range(n % 3):
        tl.debug_barrier()
    tl.store(out + 4 * n + offsets, tl.clamp(a, -1.0, 2.0, propagate_nan=tl.PropagateNan.ALL), mask=mask)
    tl.store(out + 5 * n + offsets, tl.clamp(a, -1.0, 2.0), mask=mask)
    if n > 1:
        tl.debug_barrier()
    tl.store(out + 6 * n + offsets, tl.fdiv(a, b), mask=mask)


# min and max of several values, some of them known only at run time.
@triton.jit
def several(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    a, b = tl.load(x + offsets, mask=mask), tl.load(y + offsets, mask=mask)
    tl.store(out + offsets, min(a, 50, b, n), mask=mask)
    tl.store(out + n + offsets, max(b, a, -7, 3), mask=mask)
