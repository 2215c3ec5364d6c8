# Conditions that run-time values decide: merged variables, and what returns early.
# RUN: %mytritonc %s -k merged --emit=ssa -O0 | FileCheck %s --match-full-lines --check-prefix=MERGED
# RUN: %mytritonc %s -k early --emit=ssa -O0 | FileCheck %s --match-full-lines --check-prefix=EARLY
# RUN: %mytritonc %s -k inner --emit=ssa -O0 | FileCheck %s --match-full-lines --check-prefix=INNER
# RUN: %mytritonc %s -k logic --emit=ssa -O0 | FileCheck %s --match-full-lines --check-prefix=LOGIC
import triton
import triton.language as tl


# What is the same on both ways is no result.
# MERGED:      kernel merged(x: ptr<f32>, n: i32) {
# MERGED-NEXT: %0 = cmp_gt n, 0 : bool
# MERGED-NEXT: %4, %5 = if %0 : i32, ptr<f32> {
# MERGED-NEXT:   yield 2, x
# MERGED-NEXT: } else {
# MERGED-NEXT:   %1 = cmp_ne n, 0 : bool
# MERGED-NEXT:   %3 = if %1 : ptr<f32> {
# MERGED-NEXT:     %2 = addptr x, 1 : ptr<f32>
# MERGED-NEXT:     yield %2
# MERGED-NEXT:   } else {
# MERGED-NEXT:     yield x
# MERGED-NEXT:   }
# MERGED-NEXT:   yield 1, %3
# MERGED-NEXT: }
# MERGED-NEXT: %6 = cast %4 {dtype=f32} : f32
# MERGED-NEXT: store %5, %6, none
# MERGED-NEXT: }
@triton.jit
def merged(x, n: tl.int32):
    a, same = 1, 5
    if n > 0:
        a, same = 2, 5
        only = 3
    elif n:
        x = x + 1
    tl.store(x, a)


# EARLY:      kernel early(x: ptr<f32>, n: i32) {
# EARLY-NEXT: %0 = program_id {axis=0} : i32
# EARLY-NEXT: %1 = cmp_ge %0, n : bool
# EARLY-NEXT: if %1 {
# EARLY-NEXT: } else {
# EARLY-NEXT:   %2 = addptr x, %0 : ptr<f32>
# EARLY-NEXT:   %3 = load %2, none, none : f32
# EARLY-NEXT:   %4 = cmp_lt %3, 0.0 : bool
# EARLY-NEXT:   if %4 {
# EARLY-NEXT:     store x, %3, none
# EARLY-NEXT:   } else {
# EARLY-NEXT:     store x, 1.0, none
# EARLY-NEXT:   }
# EARLY-NEXT: }
# EARLY-NEXT: }
@triton.jit
def early(x, n):
    pid = tl.program_id(0)
    if pid >= n:
        return
    value = tl.load(x + pid)
    if value < 0.0:
        tl.store(x, value)
        return
    tl.store(x, 1.0)


# A return inside two conditions: what follows both stands once, and asks whether it is reached.
# INNER:      kernel inner(x: ptr<f32>, n: i32) {
# INNER-NEXT: %0 = cmp_gt n, 0 : bool
# INNER-NEXT: %5, %6 = if %0 : bool, f32 {
# INNER-NEXT:   %1 = cmp_gt n, 5 : bool
# INNER-NEXT:   %3, %4 = if %1 : f32, bool {
# INNER-NEXT:     store x, 5.0, none
# INNER-NEXT:     yield 0.0, true
# INNER-NEXT:   } else {
# INNER-NEXT:     %2 = load x, none, none : f32
# INNER-NEXT:     yield %2, false
# INNER-NEXT:   }
# INNER-NEXT:   yield %4, %3
# INNER-NEXT: } else {
# INNER-NEXT:   yield false, 2.0
# INNER-NEXT: }
# INNER-NEXT: if %5 {
# INNER-NEXT: } else {
# INNER-NEXT:   store x, %6, none
# INNER-NEXT: }
# INNER-NEXT: }
@triton.jit
def inner(x, n: tl.int32):
    if n > 0:
        if n > 5:
            tl.store(x, 5.0)
            return
        y = tl.load(x)
    else:
        y = 2.0
    tl.store(x, y)


# LOGIC:      kernel logic(x: ptr<f32>, n: i32) {
# LOGIC-NEXT: %0 = cmp_gt n, 0 : bool
# LOGIC-NEXT: %1 = cmp_eq n, 9 : bool
# LOGIC-NEXT: %2 = not %1 : bool
# LOGIC-NEXT: %3 = and %0, %2 : bool
# LOGIC-NEXT: %4 = cmp_lt n, -4 : bool
# LOGIC-NEXT: %5 = or %3, %4 : bool
# LOGIC-NEXT: %7 = if %5 : f32 {
# LOGIC-NEXT:   %6 = load x, none, none : f32
# LOGIC-NEXT:   yield %6
# LOGIC-NEXT: } else {
# LOGIC-NEXT:   yield 0.5
# LOGIC-NEXT: }
# LOGIC-NEXT: store x, %7, none
# LOGIC-NEXT: }
@triton.jit
def logic(x, n: tl.int32):
    tl.store(x, tl.load(x) if n > 0 and not n == 9 or n < -4 else 0.5)
