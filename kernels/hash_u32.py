# Bits well mixed, by shifts and products: the same number gives the same hash, on any device.
import triton
import triton.language as tl


@triton.jit
def hash_kernel(x: "*u32", out: "*u32", seed: tl.uint32, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    bits = tl.load(x + offsets, mask=mask) ^ seed
    bits = (bits ^ (bits >> 16)) * 0x7FEB352D
    bits = (bits ^ (bits >> 15)) * 0x846CA68B
    rotated = (bits << 13) | (bits >> 19)
    tl.store(out + offsets, rotated ^ (rotated >> 16), mask=mask)
