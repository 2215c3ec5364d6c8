# How numbers of each dtype are spelled: C's own arithmetic where it means the same, small functions
# at the top of the file where it does not.
# RUN: %mytritonc %s -k halves -D B=32 --elements-per-thread=1 | FileCheck %s --check-prefix=HALVES
# RUN: %mytritonc %s -k narrow -D B=32 --elements-per-thread=1 | FileCheck %s --check-prefix=NARROW
# RUN: %mytritonc %s -k unsigned -D B=32 --elements-per-thread=1 | FileCheck %s --check-prefix=UNSIGNED
# RUN: %mytritonc %s -k longs -D B=32 --elements-per-thread=1 | FileCheck %s --check-prefix=LONGS
# RUN: %mytritonc %s -k doubles -D B=32 --elements-per-thread=1 | FileCheck %s --check-prefix=DOUBLES
# RUN: %mytritonc %s -k bools -D B=32 --elements-per-thread=1 | FileCheck %s --check-prefix=BOOLS
# RUN: %mytritonc %s -k brain -D B=32 --elements-per-thread=1 | FileCheck %s --check-prefix=BRAIN
import triton
import triton.language as tl


@triton.jit
def halves(x: '*fp16', out: '*fp16', s: tl.float16, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i, mask=i < B - 1, other=float('-inf'))
    b = a * s + 0.5
    c = tl.fma(tl.abs(b), b, a)
    tl.store(out + i, tl.where(c > a, c, -tl.exp(a.to(tl.float32)).to(tl.float16)))


# HALVES: #include <cuda_fp16.h>
# HALVES-NOT: cuda_bf16
# HALVES: halves(const __half* x, __half* out, __half s)
# HALVES: const __half a = threadIdx.x < 31 ? x[threadIdx.x] : -__ushort_as_half(0x7c00);
# HALVES: const __half b = a * s + (__half)0.5f;
# HALVES: const __half c = __hfma(__habs(b), b, a);
# HALVES: out[threadIdx.x] = c > a ? c : -(__half)expf((float)a);


@triton.jit
def narrow(x: '*i8', out: '*i8', h: '*fp16', s: tl.int8, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    b = (a + s) * a - 5
    c = (b >> 2) | (a << s)
    tl.store(out + i, c // s + a % 7)
    tl.store(h + i, a)
    tl.store(out + i, tl.load(h + i))


# NARROW: // Rounds towards zero.
# NARROW-NEXT: static __device__ __forceinline__ signed char int_div(signed char a, signed char b) {
# NARROW-NEXT: return b == 0 ? -1 : b == -1 ? (signed char)(0 - (unsigned)a) : a / b;
# NARROW: // Shifts by the width or more
# NARROW-NEXT: static __device__ __forceinline__ signed char int_shl(signed char a, signed char n) {
# NARROW-NEXT: return (unsigned char)n < 8 ? (signed char)((unsigned)a << n) : 0;
# NARROW: // Truncates; what is out of range becomes the nearest integer, NaN 0.
# NARROW-NEXT: static __device__ __forceinline__ signed char to_i8(float a) {
# NARROW-NEXT: return min(max(__float2int_rz(a), -128), 127);
# NARROW: const signed char b = (signed char)((signed char)((signed char)(a + s) * a) - 5);
# NARROW: const signed char c = (signed char)((signed char)(b >> 2) | int_shl(a, s));
# NARROW: out[threadIdx.x] = (signed char)(int_div(c, s) + (signed char)(a % 7));
# NARROW: h[threadIdx.x] = (__half)a;
# NARROW: out[threadIdx.x] = to_i8((float)value);


@triton.jit
def unsigned(x: '*u32', out: '*u32', s: tl.uint32, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    b = (a * 1664525 + 1013904223) >> 16
    tl.store(out + i, tl.where(b > 0, b // s, a << 3), mask=a > 7)


# UNSIGNED-NOT: wrap_
# UNSIGNED: return b == 0 ? (unsigned int)-1 : a / b;
# UNSIGNED: const unsigned int b = (a * 1664525u + 1013904223u) >> 16;
# UNSIGNED: if (a > 7u)
# UNSIGNED: out[threadIdx.x] = b > 0u ? int_div(b, s) : a << 3;


@triton.jit
def longs(x: '*i64', out: '*i64', s: tl.int64, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    b = tl.where(a < 0, a * s, a - 9223372036854775807)
    tl.store(out + i, tl.maximum(b, s) + i)


# LONGS: static __device__ __forceinline__ long long wrap_add(long long a, long long b) {
# LONGS-NEXT: return (long long)((unsigned long long)a + (unsigned long long)b);
# LONGS: a < 0 ? wrap_mul(a, s) : wrap_sub(a, 9223372036854775807LL)
# LONGS: wrap_add(max(b, s), (long long)threadIdx.x)


@triton.jit
def doubles(x: '*fp64', out: '*fp64', n: '*i64', B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    b = tl.exp(a) / 3 + float('nan')
    tl.store(out + i, tl.maximum(b, 1e300))
    tl.store(n + i, a)


# DOUBLES: static __device__ __forceinline__ double maximum(double a, double b) {
# DOUBLES: return a != a ? 0 : __double2ll_rz(a);
# DOUBLES: const double b = exp(a) / 3.0 + __longlong_as_double(0x7ff8000000000000LL);
# DOUBLES: out[threadIdx.x] = maximum(b, 1e+300);
# DOUBLES: n[threadIdx.x] = to_i64(a);


# A bool is a byte in memory, and any but 0 is true.
@triton.jit
def bools(x: '*i1', out: '*i1', count: '*i32', B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i, mask=i < B - 1)
    tl.store(out + i, ~a)
    tl.store(count + i, a)


# BOOLS: bools(const unsigned char* x, unsigned char* out, int* count)
# BOOLS: const bool a = threadIdx.x < 31 ? x[threadIdx.x] != 0 : false;
# BOOLS: out[threadIdx.x] = !a;
# BOOLS: count[threadIdx.x] = (int)a;


@triton.jit
def brain(x: '*bf16', out: '*bf16', B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    tl.store(out + i, a * 0.5 + float('inf'))


# BRAIN: #include <cuda_bf16.h>
# BRAIN-NOT: cuda_fp16
# BRAIN: out[threadIdx.x] = a * (__nv_bfloat16)0.5f + __ushort_as_bfloat16(0x7f80);
