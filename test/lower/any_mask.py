# A mask that is no bound takes the vector only where it holds for each element.
# RUN: %mytritonc %s -D BLOCK=128 --emit=thread | FileCheck %s
import triton
import triton.language as tl


@triton.jit
def masked_copy(x, keep: '*i32', out, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    mask = tl.load(keep + offsets) != 0
    tl.store(out + offsets, tl.load(x + offsets, mask=mask), mask=mask)


# CHECK: %[[KEEP:[0-9]+]] = if {{.*}} : regs<4 x i32> {
# CHECK: %[[M:[0-9]+]] = each {{.*}} : regs<4 x bool> {
# CHECK: cmp_ne
# CHECK: extract %[[M]], 0 : bool
# CHECK: extract %[[M]], 1 : bool
# CHECK: and
# CHECK: extract %[[M]], 2 : bool
# CHECK: extract %[[M]], 3 : bool
# CHECK: if {{.*}} : regs<4 x f32> {
