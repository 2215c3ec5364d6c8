# Pure values are lowered when an effect first demands them, once; effects stay in place; what no
# effect demands is checked and not lowered.
# RUN: %mytritonc %s --emit=ssa -O0 | FileCheck %s
import triton
import triton.language as tl


@triton.jit
def order(x, y, n):
    late = n * 2
    unused = n * 3
    first = tl.load(x)
    tl.store(y, first)
    again = tl.load(x)
    tl.store(y + late, again + late, mask=late < n)


#      CHECK: kernel order(x: ptr<f32>, y: ptr<f32>, n: i32) {
# CHECK-NEXT: %0 = load x, none, none : f32
# CHECK-NEXT: store y, %0, none
# CHECK-NEXT: %1 = load x, none, none : f32
# CHECK-NEXT: %2 = mul n, 2 : i32
# CHECK-NEXT: %3 = cast %2 {dtype=f32} : f32
# CHECK-NEXT: %4 = add %1, %3 : f32
# CHECK-NEXT: %5 = addptr y, %2 : ptr<f32>
# CHECK-NEXT: %6 = cmp_lt %2, n : bool
# CHECK-NEXT: store %5, %4, %6
# CHECK-NEXT: }
