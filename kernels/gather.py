# out[i] = table[index[i]]; an index outside the table gives `missing`.
import triton
import triton.language as tl


@triton.jit
def gather_kernel(table, index: "*i32", out, size, n, missing: tl.float32, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    indices = tl.load(index + offsets, mask=mask, other=-1)
    valid = (indices >= 0) & (indices < size)
    tl.store(out + offsets, tl.load(table + indices, mask=valid, other=missing), mask=mask)
