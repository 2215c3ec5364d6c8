# Every operation as CUDA C++ spells it, with no more parentheses than are read easily.
# RUN: %mytritonc %s -k floats -D B=32 --elements-per-thread=1 | FileCheck %s --check-prefix=FLOATS
# RUN: %mytritonc %s -k ints -D B=32 --elements-per-thread=1 | FileCheck %s --check-prefix=INTS
# RUN: %mytritonc %s -k unsigned_traps -D B=256 --num-warps=1 | FileCheck %s --check-prefix=UNSIGNED
# RUN: %mytritonc %s -k constants -D B=32 --elements-per-thread=1 | FileCheck %s --check-prefix=CONSTANTS
import triton
import triton.language as tl


@triton.jit
def floats(x, out, s: tl.float32, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    b = -a * (a - s) / (a + 1.0)
    c = tl.maximum(tl.minimum(a, s), tl.exp(b))
    keep = (a > b) & ~(a == c) | (c <= s)
    tl.store(out + i, tl.where(keep, a - (b - c), i * s))


# FLOATS: const float a = x[threadIdx.x];
# FLOATS: const float b = -a * (a - s) / (a + 1.0f);
# FLOATS: const float c = maximum(minimum(a, s), expf(b));
# FLOATS: const bool keep = (a > b && !(a == c)) || c <= s;
# FLOATS: out[threadIdx.x] = keep ? a - (b - c) : (float)threadIdx.x * s;


@triton.jit
def ints(x: '*i32', out: '*i32', s: tl.int32, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    b = (a & s) | ~a ^ s
    c = a // s - a % s
    tl.store(out + i, tl.where(b != c, tl.maximum(b, c), -a))


# INTS: const int b = (a & s) | (~a ^ s);
# INTS: const int c = wrap_sub(int_div(a, s), int_rem(a, s));
# INTS: b != c ? max(b, c) : wrap_neg(a)


@triton.jit
def constants(x, out, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i, mask=i < B - 1, other=float('-inf'))
    b = tl.load(x + i, mask=i < B - 2, other=float('nan'))
    c = tl.where(a < 1e-30, 0.1, 1e20)
    tl.store(out + i, a + b + c - 16777217.0 + float('inf'))


# CONSTANTS: -__int_as_float(0x7f800000)
# CONSTANTS: __int_as_float(0x7fc00000)
# CONSTANTS: a < 1e-30f ? 0.1f : 1e+20f
# CONSTANTS: a + b + c - 16777216.0f + __int_as_float(0x7f800000)


# threadIdx is unsigned, and what is below zero is not.
@triton.jit
def unsigned_traps(out, B: tl.constexpr):
    i = tl.arange(-5, B - 5)
    tl.store(out + i + 5, 1.0, mask=(i + 4 >= 0) & (tl.arange(0, B) >= 0))


# UNSIGNED-NOT: + -
# UNSIGNED: (int)
