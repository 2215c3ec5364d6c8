# C = max(A B + bias, 0): the last steps of a layer while its sums are still in registers. Inputs may be
# float16 or bfloat16, sums are float32, and C has the dtype of its buffer.
import triton
import triton.language as tl


@triton.jit
def matmul_bias_relu_kernel(a, b, bias, c, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), tl.float32)
    for k_base in range(0, K, BK):
        k = k_base + tl.arange(0, BK)
        a_values = tl.load(a + (rows[:, None] * K + k[None, :]),
                           mask=(rows[:, None] < M) & (k[None, :] < K), other=0.0)
        b_values = tl.load(b + (k[:, None] * N + columns[None, :]),
                           mask=(k[:, None] < K) & (columns[None, :] < N), other=0.0)
        acc = tl.dot(a_values, b_values, acc)
    bias_values = tl.load(bias + columns, mask=columns < N, other=0.0)
    result = tl.maximum(acc + bias_values[None, :], 0.0)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + (rows[:, None] * N + columns[None, :]), result.to(c.dtype.element_ty), mask=mask)
