# An M x N matrix to an N x M one. Rows are read and columns are written, so what a thread reads is
# not what it writes best: the compiler moves values between threads.
import triton
import triton.language as tl


@triton.jit
def matrix_transpose_kernel(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    columns = tl.program_id(1) * BN + tl.arange(0, BN)[None, :]
    mask = (rows < M) & (columns < N)

    values = tl.load(x + rows * N + columns, mask=mask)
    tl.store(out + columns * M + rows, values, mask=mask)
