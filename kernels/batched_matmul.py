# A batch of small products, one a program: C[i] = A[i] B[i], each of them BM x BK by BK x BN.
import triton
import triton.language as tl


@triton.jit
def batched_matmul_kernel(a, b, c, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    batch = tl.program_id(0)
    m = tl.arange(0, BM)[:, None]
    n = tl.arange(0, BN)[None, :]
    a_values = tl.load(a + batch * (BM * BK) + (m * BK + tl.arange(0, BK)[None, :]))
    b_values = tl.load(b + batch * (BK * BN) + (tl.arange(0, BK)[:, None] * BN + n))
    tl.store(c + batch * (BM * BN) + (m * BN + n), tl.dot(a_values, b_values))
