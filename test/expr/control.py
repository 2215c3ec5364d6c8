# Loops and conditions of the expression tree own regions; the variables of a loop get new numbers.
# RUN: %mytritonc %s --emit=expr | FileCheck %s --match-full-lines
import triton
import triton.language as tl


# CHECK:      kernel k(x: ptr<f32>, out: ptr<f32>, n: i32)
# CHECK-NEXT: for i: i32 in range(0, n, 1) carrying total: f32 = 0.0
# CHECK-NEXT:   value: f32 = load(addptr(x, i), none, none)
# CHECK-NEXT:   if cmp_gt(value, 0.0)
# CHECK-NEXT:     total.2: f32 = add(total, value)
# CHECK-NEXT:     yield total.2
# CHECK-NEXT:   else
# CHECK-NEXT:     yield total
# CHECK-NEXT:   results total.3: f32
# CHECK-NEXT:   yield total.3
# CHECK-NEXT: results total.4: f32
# CHECK-NEXT: while carrying n.2: i32 = n
# CHECK-NEXT:   yield cmp_gt(n.2, 3)
# CHECK-NEXT: do with n.3
# CHECK-NEXT:   n.4: i32 = floordiv(n.3, 2)
# CHECK-NEXT:   yield n.4
# CHECK-NEXT: results n.5: i32
# CHECK-NEXT: store(addptr(out, n.5), total.4, none)
@triton.jit
def k(x, out, n):
    total = 0.0
    for i in range(n):
        value = tl.load(x + i)
        if value > 0.0:
            total += value
    while n > 3:
        n = n // 2
    tl.store(out + n, total)
