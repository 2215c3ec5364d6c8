# Where two layouts meet, elements move through padded shared memory, or by shuffles within a warp.
# RUN: %mytritonc %s -k transpose -D B=32 --emit=thread | FileCheck %s --check-prefix=SHARED
# RUN: %mytritonc %s -k transpose -D B=128 --emit=layout | FileCheck %s --check-prefix=LARGE
# RUN: %mytritonc %s -k outer -D B=8 --num-warps=1 --emit=thread | FileCheck %s --check-prefix=SHUFFLE
import triton
import triton.language as tl


@triton.jit
def transpose(x, out, B: tl.constexpr):
    i = tl.arange(0, B)[:, None]
    j = tl.arange(0, B)[None, :]
    tl.store(out + (j * B + i), tl.load(x + (i * B + j)))


# SHARED: %[[BUFFER:[0-9]+]] = shared_alloc {{.*}} : shared<32x33 x f32>
# SHARED: shared_store %[[BUFFER]]
# SHARED: barrier
# SHARED: shared_load %[[BUFFER]]

# 64 KB are not there: the load takes the layout of the store, and nothing is exchanged.
# LARGE-NOT: {{(\(tid.*){2}values}}
# LARGE: block<128x128 x f32>


@triton.jit
def outer(x, out, B: tl.constexpr):
    i = tl.arange(0, B)
    v = tl.load(x + i)
    tl.store(out + i[:, None] * B + i[None, :], v[:, None] * v[None, :])


# SHUFFLE: shuffle
# SHUFFLE: shuffle
# SHUFFLE: pack {{.*}} {shape=(2,)} : regs<2 x f32>
# SHUFFLE-NOT: shared
