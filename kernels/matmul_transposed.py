# C = A B^T: the rows of B are read as they lie in memory and turned around on the way into the product.
import triton
import triton.language as tl


@triton.jit
def matmul_transposed_kernel(a, b, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), tl.float32)
    for k_base in range(0, K, BK):
        k = k_base + tl.arange(0, BK)[None, :]
        a_values = tl.load(a + (rows * K + k), mask=(rows < M) & (k < K), other=0.0)
        b_rows = tl.load(b + (columns[:, None] * K + k), mask=(columns[:, None] < N) & (k < K), other=0.0)
        acc = tl.dot(a_values, b_rows.T, acc)
    tl.store(c + (rows * N + columns[None, :]), acc, mask=(rows < M) & (columns[None, :] < N))
