# C = A B by sums along the common dimension: a program computes BN elements of a row of C; what it
# multiplies lies in blocks of BK x BN, and the sums of their columns are added up.
import triton
import triton.language as tl


@triton.jit
def summed_matmul_kernel(a, b, c, N, K, BN: tl.constexpr, BK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    sums = tl.zeros((BN,), tl.float32)
    for k_base in range(0, K, BK):
        k = k_base + tl.arange(0, BK)
        a_values = tl.load(a + row * K + k, mask=k < K, other=0.0)
        b_values = tl.load(b + k[:, None] * N + columns[None, :],
                           mask=(k < K)[:, None] & (columns < N)[None, :], other=0.0)
        sums += tl.sum(a_values[:, None] * b_values, axis=0)
    tl.store(c + row * N + columns, sums, mask=columns < N)
