# A grid of three axes, its programs numbered in one row: each block is filled with the number of its
# program.
import triton
import triton.language as tl


@triton.jit
def grid_fill_kernel(out: "*i32", n, BLOCK: tl.constexpr):
    row = tl.program_id(2) * tl.num_programs(1) + tl.program_id(1)
    program = row * tl.num_programs(0) + tl.program_id(0)
    offsets = program * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, program + 0 * offsets, mask=offsets < n)
