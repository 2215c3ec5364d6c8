# How many bits of each number are set: sums of neighbours, twice as wide each time.
import triton
import triton.language as tl


@triton.jit
def count_bits_kernel(x: "*u64", out: "*u8", n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    bits = tl.load(x + offsets, mask=mask)
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    tl.store(out + offsets, ((bits * 0x0101010101010101) >> 56).to(tl.uint8), mask=mask)
