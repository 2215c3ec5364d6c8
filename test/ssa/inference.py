# What parameters without a type are, from what is done with them.
# RUN: %mytritonc %s -k integers --emit=ssa -O0 | FileCheck %s
# RUN: not %mytritonc %s -k floats --emit=ssa 2>&1 | FileCheck %s --check-prefix=FLOATS
import triton
import triton.language as tl


@triton.jit
def integers(x, stride, n, bits, of, halves):
    row = tl.program_id(0) * stride.to(tl.int64)
    offs = row + tl.arange(0, 4) % n
    mask = (1 << bits) > of % 16
    tl.store(x + offs, tl.load(halves) % 2.5, mask=mask)


# CHECK: kernel integers(x: ptr<f32>, stride: i32, n: i32, bits: i32, of: i32, halves: ptr<f32>) {


# A number that meets only floats may be one; so may one that is made an integer of 32 bits.
@triton.jit
def floats(x, a, b, c, d):
    tl.store(x, tl.load(x) % a + tl.fma(b, tl.load(x), 1.0))
    tl.store(x + c.to(tl.int32), tl.exp(d).to(tl.int64))


# FLOATS: error: the use of 'a', 'b', 'c', 'd' does not tell its type;
