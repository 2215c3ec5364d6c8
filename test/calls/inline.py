# Functions are inlined wherever they stand, with keywords, defaults, tuples and functions as values;
# their names are their own, and literals stay literals.
# RUN: %mytritonc %s -k kernel -D ACT=relu -D N=16 --emit=ssa -O0 | FileCheck %s
# RUN: %mytritonc %s -k kernel -D ACT=None -D N=16 --emit=ssa -O0 | FileCheck %s --check-prefix=NONE
# RUN: %mytritonc %s -k kernel -D ACT=relu -D N=16 | FileCheck %s --check-prefix=CUDA
# RUN: %mytritonc %s -k kernel -D ACT=relu -D N=16 --emit=metadata | FileCheck %s --check-prefix=JSON
import triton
import triton.language as tl


@triton.jit
def kernel(x, y, N: tl.constexpr, ACT: tl.constexpr):
    scale = 3.0
    offs, values = tile(x, size=N)
    if ACT is not None:
        values = ACT(values)
    values = affine(values, offset=power(2, 3))
    both = (values, scale)
    tl.store(y + offs, product(*both))


def tile(base, size, start=0):
    offs = start + tl.arange(0, size)
    scale = base + offs
    return offs, tl.load(scale)


@triton.jit
def relu(v):
    return tl.maximum(v, 0.0)


@triton.jit
def affine(v, *, offset, scale=2.0):
    return v * scale + offset


@triton.jit
def power(base, n):
    if n == 0:
        return 1
    else:
        return base * power(base, n - 1)


def product(*factors):
    return factors[0] * factors[len(factors) - 1]


# CHECK: kernel kernel(x: ptr<f32>, y: ptr<f32>) {
# CHECK-NEXT: %[[#]] = arange {start=0, end=16} : vector<16 x i32>
# CHECK: %[[V:[0-9]+]] = load
# CHECK: %[[R:[0-9]+]] = maximum %[[V]],
# CHECK: mul %[[R]],
# CHECK: add
# CHECK: mul
# CHECK: store
# NONE: kernel kernel
# NONE-NOT: maximum
# CUDA: // inline.py:30
# JSON: "function": "relu"
