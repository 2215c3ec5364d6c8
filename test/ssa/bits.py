# What reads and cuts bits: umulhi, casts that keep the bits or round towards zero, division and roots
# that are rounded correctly, and which operand NaN is.
# RUN: %mytritonc %s -k bits --emit=ssa -O0 | FileCheck %s
# RUN: %mytritonc %s -k rounded --emit=ssa -O0 | FileCheck %s --check-prefix=ROUND
# RUN: %mytritonc %s -k nans --emit=ssa -O0 | FileCheck %s --check-prefix=NAN
import triton
import triton.language as tl


@triton.jit
def bits(i32p: "*i32", u32p: "*u32", i64p: "*i64", u64p: "*u64", f: "*fp32"):
    i32, u32, i64, u64 = tl.load(i32p), tl.load(u32p), tl.load(i64p), tl.load(u64p)
    tl.store(i32p, tl.umulhi(i32, 5))
    # CHECK: mulhi %0, 5 : i32
    tl.store(u32p, tl.math.umulhi(u32, i32))
    # CHECK: %[[C:[0-9]+]] = cast %0 {dtype=u32} : u32
    # CHECK-NEXT: mulhi %1, %[[C]] : u32
    tl.store(u64p, tl.umulhi(u64, 0xD2B74407B1CE6E93))
    # CHECK: mulhi %3, 15183679468541472403:u64 : u64
    tl.store(i64p, tl.umulhi(i64, i32))
    # CHECK: %[[C:[0-9]+]] = cast %0 {dtype=i64} : i64
    # CHECK-NEXT: mulhi %2, %[[C]] : i64
    tl.store(f, u32.to(tl.float32, bitcast=True))
    # CHECK: bitcast %1 {dtype=f32} : f32
    tl.store(i64p, tl.cast(u64, tl.int64, bitcast=True))
    # CHECK: bitcast %3 {dtype=i64} : i64
    tl.store(u32p, u32.to(tl.uint32, bitcast=True))
    # CHECK: store u32p, %1, none
    tl.store(i32p, tl.cast(1.0, tl.int32, bitcast=True))
    # CHECK: store i32p, 1065353216, none


@triton.jit
def rounded(x: "*fp32", d: "*fp64", h: "*fp16", b: "*bf16"):
    v, w = tl.load(x), tl.load(d)
    tl.store(h, v.to(tl.float16, fp_downcast_rounding="rtz"))
    # ROUND: cast_rtz %0 {dtype=f16} : f16
    tl.store(b, v.to(tl.bfloat16, "rtne"))
    # ROUND: cast %0 {dtype=bf16} : bf16
    tl.store(h, tl.cast(w, tl.float16, fp_downcast_rounding="rtz"))
    # ROUND: cast_rtz %1 {dtype=f16} : f16
    tl.store(x, tl.div_rn(v, 3.0) + tl.sqrt_rn(v) + v.sqrt_rn())
    # ROUND: div %0, 3.0 : f32
    # ROUND: sqrt %0 : f32
    tl.store(d, tl.fdiv(v, w, ieee_rounding=True))
    # ROUND: %[[C:[0-9]+]] = cast %0 {dtype=f64} : f64
    # ROUND-NEXT: div %[[C]], %1 : f64


@triton.jit
def nans(x: "*fp32", y: "*fp32", ALL: tl.constexpr = tl.PropagateNan.ALL):
    a, b = tl.load(x), tl.load(y)
    tl.store(x, tl.minimum(a, b))
    # NAN: minimum %0, %1 : f32
    tl.store(x, tl.minimum(a, b, propagate_nan=ALL))
    # NAN: minimum %0, %1 : f32
    tl.store(x, tl.maximum(a, b, propagate_nan=tl.PropagateNan.NONE))
    # NAN: maxnum %0, %1 : f32
    tl.store(x, tl.clamp(a, -1.0, b))
    # NAN: %[[M:[0-9]+]] = maxnum %0, -1.0 : f32
    # NAN-NEXT: minnum %[[M]], %1 : f32
    tl.store(x, tl.clamp(a, -1.0, b, propagate_nan=tl.PropagateNan.ALL))
    # NAN: %[[M:[0-9]+]] = maximum -1.0, %0 : f32
    # NAN-NEXT: minimum %1, %[[M]] : f32
