# Each row is exchanged between two layouts through shared memory of its own; two hundred do not fit.
# RUN: %refuses 15:30 shared-memory-exceeded %s -D B=64 -D ROWS=200
# RUN: %mytritonc %s -D B=64 -D ROWS=20 -o - | FileCheck %s
# CHECK: __shared__ float v_tile
import triton
import triton.language as tl


@triton.jit
def outer_sum(x, out, B: tl.constexpr, ROWS: tl.constexpr):
    i = tl.arange(0, B)
    sums = i[:, None] * 0.0 + i[None, :] * 0.0
    for row in tl.static_range(ROWS):
        v = tl.load(x + row * B + i)
        sums += v[:, None] * v[None, :]
    tl.store(out + i[:, None] * B + i[None, :], sums)
