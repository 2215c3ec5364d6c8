# A line for each effect, each variable and each expression used twice.
# RUN: %mytritonc %s -D BLOCK=8 --emit=expr | FileCheck %s
import triton
import triton.language as tl


@triton.jit
def k(x, out, n, BLOCK: tl.constexpr, name: tl.constexpr = "a'b"):
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + offs, mask=offs < n)
    value = value / (1.0 + tl.exp(-value))
    tl.store(out + offs, value)
    ignored = offs * 2


#      CHECK: kernel k(x: ptr<f32>, out: ptr<f32>, n: i32)
# CHECK-NEXT: constexpr BLOCK = 8
# CHECK-NEXT: constexpr name = 'a\'b'
# CHECK-NEXT: offs: vector<8 x i32> = add(mul(program_id(axis=0), 8), arange(start=0, end=8))
# CHECK-NEXT: value: vector<8 x f32> = load(addptr(x, offs), cmp_lt(offs, n), none)
# CHECK-NEXT: value.2: vector<8 x f32> = div(value, add(1.0, exp(neg(value))))
# CHECK-NEXT: store(addptr(out, offs), value.2, none)
# CHECK-NEXT: ignored: vector<8 x i32> = mul(offs, 2)
