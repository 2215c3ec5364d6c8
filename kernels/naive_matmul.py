# C = A B as its definition has it, one step at a time: a program computes BLOCK elements of a row of C,
# and adds to them an element of A times a row of B for each step of the common dimension.
import triton
import triton.language as tl


@triton.jit
def naive_matmul_kernel(a, b, c, N, K, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    mask = columns < N
    sums = tl.zeros((BLOCK,), tl.float32)
    for k in range(K):
        sums += tl.load(a + row * K + k) * tl.load(b + k * N + columns, mask=mask)
    tl.store(c + row * N + columns, sums, mask=mask)
