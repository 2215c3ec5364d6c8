# One element a thread, with the names of the SSA listing: line for line what the listing says.
# RUN: %mytritonc %s -D BLOCK=256 --elements-per-thread=1 --value-names=ssa | FileCheck %s --match-full-lines --strict-whitespace
import triton
import triton.language as tl


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n

    x_values = tl.load(x + offsets, mask=mask, other=0.0)
    y_values = tl.load(y + offsets, mask=mask, other=0.0)

    tl.store(out + offsets, x_values + y_values, mask=mask)


#      CHECK:add_kernel(const float* x, const float* y, float* out, int n) {
# CHECK-NEXT:    int v0 = blockIdx.x;
# CHECK-NEXT:    int v1 = (v0 * 256);
# CHECK-NEXT:    int v2 = threadIdx.x;
# CHECK-NEXT:    int v3 = (v1 + v2);
# CHECK-NEXT:    bool v5 = (v3 < n);
# CHECK-NEXT:    float v6 = (v5 ? x[v3] : 0.0f);
# CHECK-NEXT:    float v8 = (v5 ? y[v3] : 0.0f);
# CHECK-NEXT:    float v9 = (v6 + v8);
# CHECK-NEXT:    if (v5) {
# CHECK-NEXT:        out[v3] = v9;
# CHECK-NEXT:    }
# CHECK-NEXT:}
