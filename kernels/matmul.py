# C = A B for row-major matrices. A program computes a tile of C and goes through the common dimension
# in steps of BK; what lies outside of A and B counts as zero.
import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    columns = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for k_base in range(0, K, BK):
        k_row = k_base + tl.arange(0, BK)[None, :]
        a_values = tl.load(a + (rows * K + k_row), mask=(rows < M) & (k_row < K), other=0.0)
        k_column = k_base + tl.arange(0, BK)[:, None]
        b_values = tl.load(b + (k_column * N + columns), mask=(k_column < K) & (columns < N), other=0.0)
        acc += tl.dot(a_values, b_values)
    tl.store(c + (rows * N + columns), acc, mask=(rows < M) & (columns < N))
