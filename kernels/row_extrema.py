# The least and the greatest number of each row of a matrix, and how far apart they are. Numbers that
# are none (NaN) do not count.
import triton
import triton.language as tl


@triton.jit
def row_extrema_kernel(x, least, greatest, spread, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n_cols
    values = tl.load(x + row * n_cols + cols, mask=mask, other=float("nan"))
    low = tl.min(values, axis=0)
    high = values.max(0)
    tl.store(least + row, low)
    tl.store(greatest + row, high)
    tl.store(spread + row, high - low)
