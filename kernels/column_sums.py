# The sums of the columns of a matrix over BM rows at a time: row i of the result is what the rows
# from i * BM on add up to. Launched again on its result, with a block of all its rows, it gives the
# sums of whole columns.
import triton
import triton.language as tl


@triton.jit
def column_sums_kernel(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    tile = tl.program_id(1)
    rows = (tile * BM + tl.arange(0, BM))[:, None]
    cols = tl.program_id(0) * BN + tl.arange(0, BN)
    mask = (rows < M) & (cols[None, :] < N)
    values = tl.load(x + rows * N + cols[None, :], mask=mask, other=0.0)
    tl.store(out + tile * N + cols, tl.sum(values, axis=0), mask=cols < N)
