# The softmax of each row of a matrix, several short rows at once.
import triton
import triton.language as tl


@triton.jit
def matrix_softmax_kernel(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = (tl.program_id(0) * BM + tl.arange(0, BM))[:, None]
    cols = tl.arange(0, BN)[None, :]
    mask = (rows < M) & (cols < N)
    values = tl.load(x + rows * N + cols, mask=mask, other=-float("inf"))
    numerators = tl.exp(values - tl.max(values, axis=1, keep_dims=True))
    denominator = tl.sum(numerators, axis=1)
    tl.store(out + rows * N + cols, numerators / denominator[:, None], mask=mask)
