# Each row of a matrix brought to mean 0 and variance 1, then scaled and moved by a weight and a bias
# for each column.
import triton
import triton.language as tl


@triton.jit
def layer_norm_kernel(x, weight, bias, out, mean, rstd, n_cols, eps: tl.float32,
                      BLOCK: tl.constexpr):
    row = tl.program_id(0)
    row_start = row * n_cols
    cols = tl.arange(0, BLOCK)
    mask = cols < n_cols

    values = tl.load(x + row_start + cols, mask=mask, other=0.0)
    average = tl.sum(values, axis=0) / n_cols
    centered = tl.where(mask, values - average, 0.0)
    variance = tl.sum(centered * centered, axis=0) / n_cols
    scale = 1 / tl.sqrt(variance + eps)
    tl.store(mean + row, average)
    tl.store(rstd + row, scale)

    w = tl.load(weight + cols, mask=mask, other=0.0)
    b = tl.load(bias + cols, mask=mask, other=0.0)
    tl.store(out + row_start + cols, centered * scale * w + b, mask=mask)
