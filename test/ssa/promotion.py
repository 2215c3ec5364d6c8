# The dtype of every operator's result, from the dtypes of its operands: static assertions, so that
# each line is a rule. The SSA of a few shows where the conversions stand.
# RUN: %mytritonc %s -k results --emit=ssa -O0 | FileCheck %s --check-prefix=RESULTS
# RUN: %mytritonc %s -k conversions --emit=ssa -O0 | FileCheck %s
import triton
import triton.language as tl


@triton.jit
def results(bp: "*i1", i8p: "*i8", i16p: "*i16", i32p: "*i32", i64p: "*i64", u8p: "*u8",
            u16p: "*u16", u32p: "*u32", u64p: "*u64", hp: "*fp16", bfp: "*bf16", fp: "*fp32",
            dp: "*fp64"):
    m, i8, i16, i32, i64 = tl.load(bp), tl.load(i8p), tl.load(i16p), tl.load(i32p), tl.load(i64p)
    u8, u16, u32, u64 = tl.load(u8p), tl.load(u16p), tl.load(u32p), tl.load(u64p)
    h, bf, f, d = tl.load(hp), tl.load(bfp), tl.load(fp), tl.load(dp)

    # A literal takes the other side's dtype, unless it is of a higher kind.
    tl.static_assert((h * 2.0).dtype == tl.float16)
    tl.static_assert((2 * bf).dtype == tl.bfloat16)
    tl.static_assert((d + True).dtype == tl.float64)
    tl.static_assert((i8 * 2).dtype == tl.int8)
    tl.static_assert((i8 + True).dtype == tl.int8)
    tl.static_assert((u64 + 1).dtype == tl.uint64)
    tl.static_assert((1 - i16).dtype == tl.int16)
    tl.static_assert((i8 + 1.5).dtype == tl.float32)
    tl.static_assert((i64 + 1.5).dtype == tl.float32)
    tl.static_assert((m + 1).dtype == tl.int32)
    tl.static_assert((m + 5000000000).dtype == tl.int64)
    tl.static_assert((m + 3000000000).dtype == tl.uint32)
    tl.static_assert((m * 1.5).dtype == tl.float32)
    # A float that no normal number of fp32 is near to makes fp64, where it is not weak.
    tl.static_assert((i32 * 1e300).dtype == tl.float64)
    tl.static_assert((i32 * 1e-40).dtype == tl.float64)
    tl.static_assert((i32 * float("inf")).dtype == tl.float32)
    tl.static_assert((f * 1e300).dtype == tl.float32)

    # Floats: the wider prevails, whatever integers are there; bf16 keeps to itself.
    tl.static_assert((f + d).dtype == tl.float64)
    tl.static_assert((i64 + d).dtype == tl.float64)
    tl.static_assert((h * f).dtype == tl.float32)
    tl.static_assert((i64 * f).dtype == tl.float32)
    tl.static_assert((h + bf).dtype == tl.float16)
    tl.static_assert((h + i64).dtype == tl.float16)
    tl.static_assert((m * h).dtype == tl.float16)
    tl.static_assert((bf + bf).dtype == tl.bfloat16)
    tl.static_assert((bf + i32).dtype == tl.float32)
    tl.static_assert((m + bf).dtype == tl.float32)
    tl.static_assert((m * f).dtype == tl.float32)

    # Division and remainder of 16-bit floats are of fp32.
    tl.static_assert((h / h).dtype == tl.float32)
    tl.static_assert((h % h).dtype == tl.float32)
    tl.static_assert((h / 2.0).dtype == tl.float32)
    tl.static_assert((2 % bf).dtype == tl.float32)
    tl.static_assert((bf / bf).dtype == tl.float32)
    tl.static_assert((h / d).dtype == tl.float64)
    tl.static_assert((i32 % d).dtype == tl.float64)

    # Integers: the wider of one signedness; of two the unsigned one unless it is narrower.
    tl.static_assert((i8 + i64).dtype == tl.int64)
    tl.static_assert((u16 * u8).dtype == tl.uint16)
    tl.static_assert((i8 + u8).dtype == tl.uint8)
    tl.static_assert((i32 + u32).dtype == tl.uint32)
    tl.static_assert((i64 + u32).dtype == tl.int64)
    tl.static_assert((u8 + i32).dtype == tl.int32)
    tl.static_assert((u64 - i64).dtype == tl.uint64)
    tl.static_assert((m + i8).dtype == tl.int8)
    tl.static_assert((m | u16).dtype == tl.uint16)
    tl.static_assert((i16 & i32).dtype == tl.int32)

    # Integers divided by `/` are fp32, 64 bits included; `//` and `%` keep to integers.
    tl.static_assert((i8 / i8).dtype == tl.float32)
    tl.static_assert((i64 / 2).dtype == tl.float32)
    tl.static_assert((u64 / u8).dtype == tl.float32)
    tl.static_assert((m / m).dtype == tl.float32)
    tl.static_assert((i16 // i64).dtype == tl.int64)
    tl.static_assert((u8 // 3).dtype == tl.uint8)
    tl.static_assert((u32 % u8).dtype == tl.uint32)

    # Shifts are of integers, and promote them like the rest.
    tl.static_assert((i8 << 1).dtype == tl.int8)
    tl.static_assert((1 << u64).dtype == tl.uint64)
    tl.static_assert((u8 >> i32).dtype == tl.int32)
    tl.static_assert((m << 1).dtype == tl.int32)

    # Bools of two sides stay bool.
    tl.static_assert((m + m).dtype == tl.int1)
    tl.static_assert((m * True).dtype == tl.int1)
    tl.static_assert((m & m).dtype == tl.int1)
    tl.static_assert((m ^ True).dtype == tl.int1)
    tl.static_assert((m & 1).dtype == tl.int32)
    tl.static_assert((-m).dtype == tl.int1)
    tl.static_assert((-u8).dtype == tl.uint8)
    tl.static_assert((~i64).dtype == tl.int64)

    # Comparisons give bools.
    tl.static_assert((h > 0.1).dtype == tl.int1)
    tl.static_assert((m == m).dtype == tl.int1)

    # tl.where keeps literals weak; two literals are what they are alone.
    tl.static_assert(tl.where(m, h, 0.0).dtype == tl.float16)
    tl.static_assert(tl.where(m, 0, u8).dtype == tl.uint8)
    tl.static_assert(tl.where(m, i8, 0.5).dtype == tl.float32)
    tl.static_assert(tl.where(m, 1.0, 0.0).dtype == tl.float32)
    tl.static_assert(tl.where(m, 1, 0).dtype == tl.int32)
    tl.static_assert(tl.where(m, 1, 0.5).dtype == tl.float32)
    tl.static_assert(tl.where(m, True, False).dtype == tl.int1)
    tl.static_assert(tl.where(m, m, m).dtype == tl.int1)
    tl.static_assert(tl.where(m, h, bf).dtype == tl.float16)

    # Literals are strong in the least and the greatest, and bf16 becomes fp32 first.
    tl.static_assert(tl.maximum(h, 0.0).dtype == tl.float32)
    tl.static_assert(tl.maximum(h, 0).dtype == tl.float16)
    tl.static_assert(tl.maximum(i8, 0).dtype == tl.int32)
    tl.static_assert(tl.minimum(bf, bf).dtype == tl.float32)
    tl.static_assert(tl.minimum(bf, h).dtype == tl.float32)
    tl.static_assert(max(u8, 1).dtype == tl.int32)
    tl.static_assert(min(i64, u32).dtype == tl.int64)
    tl.static_assert(tl.minimum(m, m).dtype == tl.int1)
    tl.static_assert(tl.clamp(h, 0, 1).dtype == tl.float16)
    tl.static_assert(tl.clamp(h, 0.0, 1).dtype == tl.float32)
    tl.static_assert(tl.clamp(bf, bf, bf).dtype == tl.float32)
    tl.static_assert(tl.fma(h, h, h).dtype == tl.float16)
    tl.static_assert(tl.fma(h, 2, h).dtype == tl.float16)
    tl.static_assert(tl.fma(h, 2.0, h).dtype == tl.float32)
    tl.static_assert(tl.fma(bf, bf, bf).dtype == tl.bfloat16)
    tl.static_assert(tl.fma(i32, f, d).dtype == tl.float64)

    # Where literals are strong, an integer is the first of int32, uint32, int64 that holds it.
    tl.static_assert(tl.maximum(u8, 3000000000).dtype == tl.uint32)
    tl.static_assert(tl.maximum(u8, 5000000000).dtype == tl.int64)
    tl.static_assert(tl.maximum(h, 1e300).dtype == tl.float64)


# RESULTS: kernel results(


@triton.jit
def conversions(hp: "*fp16", bfp: "*bf16", u8p: "*u8", i8p: "*i8", u32p: "*u32", i64p: "*i64", fp: "*fp32"):
    h, u8, i8, u32 = tl.load(hp), tl.load(u8p), tl.load(i8p), tl.load(u32p)
    i64, bf = tl.load(i64p), tl.load(bfp)
    # CHECK: %0 = load hp, none, none : f16
    # CHECK-NEXT: %1 = load u8p, none, none : u8
    # CHECK-NEXT: %2 = load i8p, none, none : i8
    # CHECK-NEXT: %3 = load u32p, none, none : u32
    # CHECK-NEXT: %4 = load i64p, none, none : i64
    # CHECK-NEXT: %5 = load bfp, none, none : bf16
    tl.store(hp, h * 0.1)
    # CHECK-NEXT: mul %0, 0.099975586:f16 : f16
    tl.store(hp, h + i64)
    # CHECK: %[[A:[0-9]+]] = cast %4 {dtype=f16} : f16
    # CHECK-NEXT: add %0, %[[A]] : f16
    tl.store(u8p, u8 + i8)
    # CHECK: %[[A:[0-9]+]] = cast %2 {dtype=u8} : u8
    # CHECK-NEXT: add %1, %[[A]] : u8
    tl.store(fp, h / 3)
    # CHECK: %[[A:[0-9]+]] = cast %0 {dtype=f32} : f32
    # CHECK-NEXT: div %[[A]], 3.0 : f32
    tl.store(fp, i64 / i8)
    # CHECK: %[[A:[0-9]+]] = cast %4 {dtype=f32} : f32
    # CHECK-NEXT: %[[W:[0-9]+]] = cast %2 {dtype=i64} : i64
    # CHECK-NEXT: %[[B:[0-9]+]] = cast %[[W]] {dtype=f32} : f32
    # CHECK-NEXT: div %[[A]], %[[B]] : f32
    tl.store(fp, h % 2.5)
    # CHECK: rem %{{[0-9]+}}, 2.5 : f32
    tl.store(fp, bf * i8)
    # CHECK-DAG: %[[A:[0-9]+]] = cast %5 {dtype=f32} : f32
    # CHECK-DAG: %[[B:[0-9]+]] = cast %2 {dtype=f32} : f32
    # CHECK: mul %[[A]], %[[B]] : f32
    # Comparisons: the literal is an int32, or an fp32, and what meets it is promoted.
    tl.store(i8p, i8 == 1)
    # CHECK: %[[A:[0-9]+]] = cast %2 {dtype=i32} : i32
    # CHECK-NEXT: cmp_eq %[[A]], 1 : bool
    tl.store(i8p, u8 < -1)
    # CHECK: %[[A:[0-9]+]] = cast %1 {dtype=i32} : i32
    # CHECK-NEXT: cmp_lt %[[A]], -1 : bool
    tl.store(i8p, h > 0.1)
    # CHECK: %[[A:[0-9]+]] = cast %0 {dtype=f32} : f32
    # CHECK-NEXT: cmp_gt %[[A]], 0.1 : bool
    tl.store(i8p, u32 >= -1)
    # CHECK: cmp_ge %3, 4294967295:u32 : bool
