# out[i, j] = a[i] * b[j].
import triton
import triton.language as tl


@triton.jit
def outer_product_kernel(a, b, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(1) * BM + tl.arange(0, BM)
    columns = tl.program_id(0) * BN + tl.arange(0, BN)
    a_values = tl.load(a + rows, mask=rows < M, other=0.0)
    b_values = tl.load(b + columns, mask=columns < N, other=0.0)
    mask = (rows < M)[:, None] & (columns < N)[None, :]
    product = a_values[:, None] * b_values[None, :]
    tl.store(out + rows[:, None] * N + columns[None, :], product, mask=mask)
