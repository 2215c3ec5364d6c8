# Operators and functions: literals are weak, integers meet floats as floats, bools add up modulo 2.
# RUN: %mytritonc %s --arg i='*i32' --arg b='*i1' --emit=ssa -O0 | FileCheck %s
import triton
import triton.language as tl


@triton.jit
def operators(f, i, b):
    x = tl.load(f)
    k = tl.load(i)
    c = tl.load(b)
    # CHECK: %0 = load f, none, none : f32
    # CHECK-NEXT: %1 = load i, none, none : i32
    # CHECK-NEXT: %2 = load b, none, none : bool
    tl.store(f, x * 2)
    # CHECK-NEXT: %3 = mul %0, 2.0 : f32
    tl.store(f, k + 1.5)
    # CHECK: %4 = cast %1 {dtype=f32} : f32
    # CHECK-NEXT: %5 = add %4, 1.5 : f32
    tl.store(f, k / 2)
    # CHECK: %6 = cast %1 {dtype=f32} : f32
    # CHECK-NEXT: %7 = div %6, 2.0 : f32
    tl.store(i, k // 3 % 5)
    # CHECK: %8 = floordiv %1, 3 : i32
    # CHECK-NEXT: %9 = rem %8, 5 : i32
    tl.store(i, c + c)
    # CHECK: %[[ODD:[0-9]+]] = xor %2, %2 : bool
    # CHECK-NEXT: cast %[[ODD]] {dtype=i32} : i32
    tl.store(b, (x >= k) | ~c ^ True)
    # CHECK: cast %1 {dtype=f32} : f32
    # CHECK: cmp_ge %0, %{{[0-9]+}} : bool
    # CHECK: not %2 : bool
    # CHECK: xor %{{[0-9]+}}, true : bool
    # CHECK: or %{{[0-9]+}}, %{{[0-9]+}} : bool
    tl.store(i - 1, -k & 0x7FFFFFFF)
    # CHECK: neg %1 : i32
    # CHECK: and %{{[0-9]+}}, 2147483647 : i32
    # CHECK: addptr i, -1 : ptr<i32>
    tl.store(f, tl.where(c, x, 0) + tl.minimum(k, x) - max(x, 1, 2.5))
    # CHECK: select %2, %0, 0.0 : f32
    # CHECK: minimum %{{[0-9]+}}, %0 : f32
    # CHECK: maximum %0, 1.0 : f32
    # CHECK: maximum %{{[0-9]+}}, 2.5 : f32
    tl.store(f, tl.exp(0))
    # CHECK: exp 0.0 : f32
    tl.store(i, x)
    # CHECK: cast %0 {dtype=i32} : i32
    tl.store(i, tl.cdiv(k, 4))
    # CHECK: %[[SUM:[0-9]+]] = add %1, 3 : i32
    # CHECK-NEXT: floordiv %[[SUM]], 4 : i32
