# Loops that run-time values decide: what is carried, what is captured, and the order of the numbers.
# RUN: %mytritonc %s -k runtime_sum_kernel --emit=ssa | FileCheck %s --match-full-lines --check-prefix=SUM
# RUN: %mytritonc %s -k capture --emit=ssa -O0 | FileCheck %s --match-full-lines --check-prefix=CAPTURE
# RUN: %mytritonc %s -k nested --emit=ssa | FileCheck %s --match-full-lines --check-prefix=NESTED
# RUN: %mytritonc %s -k wide --arg n=i64 --emit=ssa | FileCheck %s --match-full-lines --check-prefix=WIDE
# RUN: %mytritonc %s -k halve --emit=ssa | FileCheck %s --match-full-lines --check-prefix=HALVE
import triton
import triton.language as tl


# SUM:      kernel runtime_sum_kernel(x: ptr<f32>, out: ptr<f32>, K: i32) {
# SUM-NEXT: %5 = for %0 in range(0, K, 1) iter_args(%1 = 0.0) : f32 {
# SUM-NEXT:   %2 = addptr x, %0 : ptr<f32>
# SUM-NEXT:   %3 = load %2, none, none : f32
# SUM-NEXT:   %4 = add %1, %3 : f32
# SUM-NEXT:   yield %4
# SUM-NEXT: }
# SUM-NEXT: store out, %5, none
# SUM-NEXT: }
@triton.jit
def runtime_sum_kernel(x, out, K):
    accumulator = 0.0

    for k in range(K):
        accumulator += tl.load(x + k)

    tl.store(out, accumulator)


# A value from before the loop is lowered before it, in the order in which the body asks; what the
# body makes is lowered in the body, whatever it is made of.
# CAPTURE:      kernel capture(x: ptr<f32>, out: ptr<f32>, n: i32) {
# CAPTURE-NEXT: %0 = program_id {axis=0} : i32
# CAPTURE-NEXT: %1 = mul %0, 4 : i32
# CAPTURE-NEXT: for %2 in range(0, n, 1) {
# CAPTURE-NEXT:   %3 = addptr x, %1 : ptr<f32>
# CAPTURE-NEXT:   %4 = load %3, none, none : f32
# CAPTURE-NEXT:   %5 = mul n, 2 : i32
# CAPTURE-NEXT:   %6 = add %5, %2 : i32
# CAPTURE-NEXT:   %7 = addptr out, %6 : ptr<f32>
# CAPTURE-NEXT:   store %7, %4, none
# CAPTURE-NEXT: }
# CAPTURE-NEXT: }
@triton.jit
def capture(x, out, n):
    unused = n + 1
    base = tl.program_id(0) * 4
    for i in range(n):
        value = tl.load(x + base)
        tl.store(out + (n * 2 + i), value)


# NESTED:      kernel nested(x: ptr<f32>, out: ptr<f32>, M: i32, N: i32) {
# NESTED-NEXT: %9, %10 = for %0 in range(M, 0, -2) iter_args(%1 = 0.0, %2 = x) : f32, ptr<f32> {
# NESTED-NEXT:   %7 = for %3 in range(0, N, 1) iter_args(%4 = %1) : f32 {
# NESTED-NEXT:     %5 = load %2, none, none : f32
# NESTED-NEXT:     %6 = add %4, %5 : f32
# NESTED-NEXT:     yield %6
# NESTED-NEXT:   }
# NESTED-NEXT:   %8 = addptr %2, %0 : ptr<f32>
# NESTED-NEXT:   yield %7, %8
# NESTED-NEXT: }
# NESTED-NEXT: store out, %9, none
# NESTED-NEXT: store %10, 1.0, none
# NESTED-NEXT: }
@triton.jit
def nested(x, out, M, N):
    total = 0.0
    for m in range(M, 0, -2):
        for n in range(N):
            total += tl.load(x)
        x += m
    tl.store(out, total)
    tl.store(x, 1.0)


# One bound of 64 bits makes an index of 64 bits.
# WIDE:      kernel wide(out: ptr<f32>, n: i64, step: i32) {
# WIDE-NEXT: %0 = cast step {dtype=i64} : i64
# WIDE-NEXT: for %1 in range(0:i64, n, %0) {
# WIDE-NEXT:   %2 = addptr out, %1 : ptr<f32>
# WIDE-NEXT:   store %2, 0.0, none
# WIDE-NEXT: }
# WIDE-NEXT: }
@triton.jit
def wide(out, n, step):
    for i in range(0, n, step):
        tl.store(out + i, 0.0)


# HALVE:      kernel halve(out: ptr<f32>, n: i32) {
# HALVE-NEXT: %7, %8 = while iter_args(%0 = n, %1 = 0) : i32, i32 {
# HALVE-NEXT:   %2 = cmp_gt %0, 1 : bool
# HALVE-NEXT:   yield %2
# HALVE-NEXT: } do (%3, %4) {
# HALVE-NEXT:   %5 = floordiv %3, 2 : i32
# HALVE-NEXT:   %6 = add %4, 1 : i32
# HALVE-NEXT:   yield %5, %6
# HALVE-NEXT: }
# HALVE-NEXT: %9 = cast %8 {dtype=f32} : f32
# HALVE-NEXT: %10 = addptr out, %7 : ptr<f32>
# HALVE-NEXT: store %10, %9, none
# HALVE-NEXT: }
@triton.jit
def halve(out, n):
    steps = 0
    while n > 1:
        n = n // 2
        steps += 1
    tl.store(out + n, steps)
