# Types by --arg, by annotation, by use; alignment and aliasing as promised.
# RUN: %mytritonc %s --arg x='*i32:16:noalias' -D bias=None --emit=ssa -O0 | FileCheck %s
# RUN: %mytritonc %s --noalias --emit=ssa -O0 | FileCheck %s --check-prefix=ALL
import triton
import triton.language as tl


@triton.jit
def parameters(x, out, bias, n, stride, scale: tl.float32, flag: "i1", table: tl.pointer_type(tl.int32), size: int = 7):
    row = tl.program_id(0)
    offs = row * stride + tl.arange(0, 8)
    value = tl.load(x + offs, mask=offs < n)
    if bias is not None:
        value += tl.load(bias + row)
    tl.store(out + offs, tl.where(flag, value * scale, tl.load(table + size)))


# CHECK: kernel parameters(x: ptr<i32> {divisibility=16, noalias}, out: ptr<f32>, n: i32, stride: i32, scale: f32, flag: bool, table: ptr<i32>, size: i32) {
# ALL: kernel parameters(x: ptr<f32> {noalias}, out: ptr<f32> {noalias}, bias: ptr<f32> {noalias}, n: i32,
