# Shared buffers are arrays of their own as long as all fit into 48 KB; beyond, they share one pool,
# those that are not in use together its bytes, and a pool of more than 48 KB is asked for at the launch.
# RUN: %mytritonc %s -k outer_sum -D B=64 -D ROWS=20 -o - | FileCheck %s --check-prefix=ARRAYS
# RUN: %mytritonc %s -k outer_sum -D B=64 -D ROWS=200 -o - | FileCheck %s --check-prefix=REUSED
# RUN: %mytritonc %s -k product -D M=128 -D N=128 -D K=128 -o - | FileCheck %s --check-prefix=POOL
# RUN: %mytritonc %s -k product -D M=128 -D N=128 -D K=128 --emit=metadata | FileCheck %s --check-prefix=LAUNCH
# RUN: %refuses 37:40 shared-memory-exceeded %s -k product -D M=256 -D N=256 -D K=192
# RUN: %refuses 37:40 shared-memory-exceeded %s -k product -D M=256 -D N=256 -D K=192 --arch=sm_90,sm_80
# RUN: %mytritonc %s -k product -D M=256 -D N=256 -D K=96 --arch=sm_90 -o /dev/null
# RUN: %refuses 37:40 shared-memory-exceeded %s -k product -D M=1024 -D N=16 -D K=1024
# RUN: %refuses 37:40 shared-memory-exceeded %s -k product -D M=1 -D N=1000 -D K=1000
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


# ARRAYS: __shared__ float v_tile[64];
# REUSED: __shared__ __align__(16) unsigned char shared[256];
# REUSED: float *v_tile = (float *)shared;


@triton.jit
def product(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.arange(0, M)[:, None]
    columns = tl.arange(0, N)[None, :]
    a_values = tl.load(a + (rows * K + tl.arange(0, K)[None, :]))
    b_values = tl.load(b + (tl.arange(0, K)[:, None] * N + columns))
    tl.store(c + (rows * N + columns), tl.dot(a_values, b_values))


# POOL: extern __shared__ __align__(16) unsigned char shared[]; // 133120 bytes
# POOL: float (*a_values_tile)[132] = (float (*)[132])shared;
# POOL: float (*b_values_tile)[128] = (float (*)[128])(shared + 67584);
# POOL-COUNT-1: __syncthreads();

# LAUNCH: "static_shared_mem": 0
# LAUNCH: "shared_mem": 133120
