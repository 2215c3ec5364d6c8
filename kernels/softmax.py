# The softmax of each row of a matrix; a row fits in one block.
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, out, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    row_start = row * n_cols
    cols = tl.arange(0, BLOCK)
    mask = cols < n_cols

    values = tl.load(x + row_start + cols, mask=mask, other=-float("inf"))
    row_max = tl.max(values, axis=0)
    numerators = tl.exp(values - row_max)
    denominator = tl.sum(numerators, axis=0)
    tl.store(out + row_start + cols, numerators / denominator, mask=mask)
