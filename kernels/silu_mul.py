# gate * sigmoid(gate) * up: the activation of a gated feed-forward layer.
import triton
import triton.language as tl


@triton.jit
def silu_mul_kernel(gate, up, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    g = tl.load(gate + offsets, mask=mask, other=0.0)
    u = tl.load(up + offsets, mask=mask, other=0.0)
    activated = g / (1.0 + tl.exp(-g))
    activated *= u
    tl.store(out + offsets, activated, mask=mask)
