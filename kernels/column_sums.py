# The sum of each column of a matrix; a program takes BN columns, BM of their rows at a time.
import triton
import triton.language as tl


@triton.jit
def column_sums_kernel(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    cols = tl.program_id(0) * BN + tl.arange(0, BN)
    sums = tl.zeros((BN,), dtype=tl.float32)
    for start in range(0, M, BM):
        rows = (start + tl.arange(0, BM))[:, None]
        mask = (rows < M) & (cols[None, :] < N)
        values = tl.load(x + rows * N + cols[None, :], mask=mask, other=0.0)
        sums += tl.sum(values, axis=0)
    tl.store(out + cols, sums, mask=cols < N)
