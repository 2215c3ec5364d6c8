# Adds one bias to each column of a matrix and scales each row.
import triton
import triton.language as tl


@triton.jit
def row_bias_add_kernel(x, bias, scale, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)

    column_bias = tl.load(bias + columns, mask=columns < N, other=0.0)
    row_scale = tl.load(scale + rows, mask=rows < M, other=1.0)

    offsets = rows[:, None] * N + columns[None, :]
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    values = tl.load(x + offsets, mask=mask, other=0.0)
    tl.store(out + offsets, values * row_scale[:, None] + column_bias[None, :], mask=mask)
