# A barrier stands only where one thread may touch what another one touched.
# RUN: %mytritonc %s -k in_place -D B=64 --emit=thread | FileCheck %s --check-prefix=NONE
# RUN: %mytritonc %s -k shift -D B=64 --emit=thread | FileCheck %s --check-prefix=ONE
# RUN: %mytritonc %s -k two_buffers -D B=64 --emit=thread | FileCheck %s --check-prefix=ONE
# RUN: %mytritonc %s -k two_buffers -D B=64 --arg 'out=*fp32:noalias' --emit=thread | FileCheck %s --check-prefix=NONE
# RUN: %mytritonc %s -k scalar -D B=64 --emit=thread | FileCheck %s --check-prefix=ONE
# NONE-NOT: barrier
# ONE: barrier
# ONE-NOT: barrier
import triton
import triton.language as tl


@triton.jit
def in_place(x, out, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out + i, tl.load(x + i) + 1.0)


@triton.jit
def shift(x, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(x + i, tl.load(x + i + 1))


@triton.jit
def two_buffers(x, out, stride: tl.int32, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out + i * stride, tl.load(x + i))


@triton.jit
def scalar(x, B: tl.constexpr):
    tl.store(x, tl.load(x) + 1.0)
