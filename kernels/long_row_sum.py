# The sum of each row of a matrix whose rows are longer than a block: the blocks of a row are added
# up element by element, and only the last step goes across threads.
import triton
import triton.language as tl


@triton.jit
def long_row_sum_kernel(x, out, n_cols, BLOCK: tl.constexpr, STEPS: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    partial = tl.load(x + row * n_cols + cols, mask=cols < n_cols, other=0.0)
    for step in tl.static_range(1, STEPS):
        offsets = step * BLOCK + cols
        partial += tl.load(x + row * n_cols + offsets, mask=offsets < n_cols, other=0.0)
    tl.store(out + row, tl.sum(partial, axis=0))
