# A product of a product, with transposed operands and results: each operand is put into shared memory from
# where it lies, and a transpose alone moves nothing.
# RUN: %mytritonc %s -D B=32 --emit=thread | FileCheck %s
# RUN: %mytriton-run %s -D B=33 --num-warps=4 a=randn:1089 b=randn:1089 c=randn:1089 --grid 1 --device=cpu --check=ref
# RUN: %mytriton-run %s -D B=16 --num-warps=1 -O0 a=randn:256 b=randn:256 c=randn:256 --grid 1 --device=cpu --check=ref
# RUN: %mytriton-run %s -D B=5 --num-warps=8 a=randn:25 b=randn:25 c=randn:25 --grid 1 --device=cpu --check=ref
# RUN: %mytriton-run %s -D B=8 --elements-per-thread=1 a=randn:64 b=randn:64 c=randn:64 --grid 1 --device=cpu --check=ref
# REQUIRES: host-compiler
import triton
import triton.language as tl


@triton.jit
def chain(a, b, c, B: tl.constexpr):
    i = tl.arange(0, B)
    at = i[:, None] * B + i[None, :]
    x = tl.load(a + at)
    y = tl.load(b + at)
    first = tl.dot(x, tl.trans(y)) + tl.load(c + at)
    second = tl.dot(tl.maximum(first, 0.0), y * 2.0)
    tl.store(c + at, second.T)


# CHECK-COUNT-4: shared_alloc {shape=(32, {{[0-9]+}}), dtype=f32}
