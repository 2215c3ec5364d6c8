# The reference listing, line for line; NumPy, launch and prints are not the compiler's business.
# RUN: %mytritonc %s -D BLOCK=256 --emit=ssa -O0 | FileCheck %s --match-full-lines --strict-whitespace
import numpy as np

import mytriton as triton
import mytriton.language as tl
from mytriton.ssa import SSAPrinter


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    offsets = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n

    x_values = tl.load(x + offsets, mask=mask, other=0.0)
    y_values = tl.load(y + offsets, mask=mask, other=0.0)

    tl.store(out + offsets, x_values + y_values, mask=mask)


#      CHECK:kernel add_kernel(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, n: i32) {
# CHECK-NEXT:%0 = program_id {axis=0} : i32
# CHECK-NEXT:%1 = mul %0, 256 : i32
# CHECK-NEXT:%2 = arange {start=0, end=256} : vector<256 x i32>
# CHECK-NEXT:%3 = add %1, %2 : vector<256 x i32>
# CHECK-NEXT:%4 = addptr x, %3 : vector<256 x ptr<f32>>
# CHECK-NEXT:%5 = cmp_lt %3, n : vector<256 x bool>
# CHECK-NEXT:%6 = load %4, %5, 0.0 : vector<256 x f32>
# CHECK-NEXT:%7 = addptr y, %3 : vector<256 x ptr<f32>>
# CHECK-NEXT:%8 = load %7, %5, 0.0 : vector<256 x f32>
# CHECK-NEXT:%9 = add %6, %8 : vector<256 x f32>
# CHECK-NEXT:%10 = addptr out, %3 : vector<256 x ptr<f32>>
# CHECK-NEXT:store %10, %9, %5
# CHECK-NEXT:}

n = 1_000
x = np.ones(n, dtype=np.float32)
print(add_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, x, np.empty_like(x), n, BLOCK=256))
