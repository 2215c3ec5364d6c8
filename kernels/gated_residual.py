# residual + x * sigmoid(gate), stored as bfloat16 and computed in float32.
import triton
import triton.language as tl


@triton.jit
def gated_residual_kernel(x: "*bf16", gate: "*bf16", residual: "*bf16", out: "*bf16", n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + offsets, mask=mask).to(tl.float32)
    opened = tl.sigmoid(tl.load(gate + offsets, mask=mask).to(tl.float32))
    kept = tl.load(residual + offsets, mask=mask)
    tl.store(out + offsets, (kept + values * opened).to(out.dtype.element_ty), mask=mask)
