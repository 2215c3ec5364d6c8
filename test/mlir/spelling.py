# Operations where MLIR's own means something else, and helper functions where it has none.
# RUN: %mytritonc %s -k floats -D B=32 --elements-per-thread=1 --target=mlir | FileCheck %s --check-prefix=FLOATS
# RUN: %mytritonc %s -k ints -D B=32 --elements-per-thread=1 --target=mlir | FileCheck %s --check-prefix=INTS
# RUN: %mytritonc %s -k halves -D B=32 --elements-per-thread=1 --target=mlir | FileCheck %s --check-prefix=HALVES
# RUN: %mytritonc %s -k casts -D B=32 --elements-per-thread=1 --target=mlir | FileCheck %s --check-prefix=CASTS
import triton
import triton.language as tl


@triton.jit
def floats(x, y: '*fp64', out, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    b = tl.sqrt(a) / tl.exp(a) + tl.maximum(a, 0.1)
    c = tl.load(y + i)
    tl.store(y + i, tl.sqrt(c) - c)
    tl.store(out + i, tl.where(a != b, tl.clamp(b, -1.0, float('inf')), tl.abs(a) % tl.fma(a, b, b)))


# FLOATS:      // NaN wins; of equal values, the right one.
# FLOATS-NEXT: llvm.func internal @maximum.f32(%a: f32, %b: f32) -> f32 attributes {always_inline} {
# FLOATS-NEXT:   %greater = arith.cmpf ogt, %a, %b : f32
# FLOATS-NEXT:   %nan = arith.cmpf uno, %a, %a : f32
# FLOATS-NEXT:   %first = arith.ori %greater, %nan : i1
# FLOATS-NEXT:   %result = arith.select %first, %a, %b : f32
# FLOATS-NEXT:   llvm.return %result : f32
# FLOATS:      %c-1.0 = arith.constant -1.0 : f32
# FLOATS-NEXT: %c0.1 = arith.constant 0.1 : f32
# FLOATS-NEXT: %inf = arith.constant 0x7F800000 : f32
# FLOATS:      %[[ROOT:.*]] = llvm.call_intrinsic "llvm.nvvm.sqrt.rn.d"(%c) : (f64) -> f64
# FLOATS-NEXT: arith.subf %[[ROOT]], %c fastmath<contract> : f64
# FLOATS:      %[[ROOT:.*]] = llvm.call_intrinsic "llvm.nvvm.sqrt.rn.f"(%a) : (f32) -> f32
# FLOATS-NEXT: %[[POWER:.*]] = math.exp %a : f32
# FLOATS-NEXT: arith.divf %[[ROOT]], %[[POWER]] : f32
# FLOATS-NEXT: llvm.call @maximum.f32(%a, %c0.1) : (f32, f32) -> f32
# FLOATS:      arith.cmpf une, %a, %b : f32
# FLOATS:      %[[LOW:.*]] = llvm.call_intrinsic "llvm.maximumnum.f32"(%b, %c-1.0) : (f32, f32) -> f32
# FLOATS-NEXT: llvm.call_intrinsic "llvm.minimumnum.f32"(%[[LOW]], %inf) : (f32, f32) -> f32
# FLOATS:      llvm.intr.fma(%a, %b, %b) : (f32, f32, f32) -> f32
# FLOATS-NEXT: arith.remf


@triton.jit
def ints(x: '*i32', u: '*u8', out: '*i32', s: tl.int32, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    b = (a & s) | ~a ^ -s
    c = a // s - a % 8 + (a << 3) + (a >> s)
    d = tl.load(u + i)
    tl.store(u + i, tl.where(d > 200, d // 3, d * d))
    tl.store(out + i, tl.where(b < c, tl.maximum(b, c), tl.abs(a)))


# INTS:      // Rounds towards zero. Division by zero gives all ones, the lowest integer by -1 wraps.
# INTS-NEXT: llvm.func internal @int_div.i32(%a: i32, %b: i32) -> i32 attributes {always_inline} {
# INTS-NEXT:   %zero = arith.constant 0 : i32
# INTS-NEXT:   %one = arith.constant 1 : i32
# INTS-NEXT:   %ones = arith.constant -1 : i32
# INTS-NEXT:   %by_zero = arith.cmpi eq, %b, %zero : i32
# INTS-NEXT:   %by_minus_one = arith.cmpi eq, %b, %ones : i32
# INTS-NEXT:   %undefined = arith.ori %by_zero, %by_minus_one : i1
# INTS-NEXT:   %divisor = arith.select %undefined, %one, %b : i32
# INTS-NEXT:   %quotient = arith.divsi %a, %divisor : i32
# INTS-NEXT:   %negated = arith.subi %zero, %a : i32
# INTS-NEXT:   %defined = arith.select %by_minus_one, %negated, %quotient : i32
# INTS-NEXT:   %result = arith.select %by_zero, %ones, %defined : i32
# INTS-NEXT:   llvm.return %result : i32
# INTS:      llvm.func internal @int_shr.i32(%a: i32, %n: i32) -> i32
# INTS:      arith.extui %d : i8 to i32
# INTS-NEXT: arith.cmpi sgt, %{{.*}}, %c200 : i32
# INTS-NEXT: arith.divui %d, %c3_i8 : i8
# INTS:      arith.subi %c0, %s : i32
# INTS-NEXT: arith.andi %a, %s : i32
# INTS-NEXT: arith.xori %a, %c-1 : i32
# INTS:      %[[DIV:.*]] = llvm.call @int_div.i32(%a, %s) : (i32, i32) -> i32
# INTS-NEXT: %[[REM:.*]] = arith.remsi %a, %c8 : i32
# INTS-NEXT: arith.subi %[[DIV]], %[[REM]] : i32
# INTS-NEXT: arith.shli %a, %c3 : i32
# INTS:      llvm.call @int_shr.i32(%a, %s) : (i32, i32) -> i32
# INTS:      arith.cmpi slt, %b, %c : i32
# INTS-NEXT: arith.maxsi %b, %c : i32
# INTS-NEXT: llvm.call @wrap_abs.i32(%a) : (i32) -> i32


@triton.jit
def halves(x: '*fp16', y: '*bf16', B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    b = tl.load(y + i)
    tl.store(x + i, a * a + (a > 0.5) % 1.5)
    tl.store(y + i, tl.fma(b, b, b) + b)


# HALVES: %[[SQUARE:.*]] = arith.mulf %a, %a fastmath<contract> : f16
# HALVES: %[[FMA:.*]] = llvm.intr.fma(%b, %b, %b) : (bf16, bf16, bf16) -> bf16
# HALVES: arith.addf %[[FMA]], %b fastmath<contract> : bf16


@triton.jit
def casts(x, i: '*i64', h: '*bf16', f: '*i1', B: tl.constexpr):
    at = tl.arange(0, B)
    a = tl.load(x + at)
    n = tl.load(i + at)
    tl.store(i + at, a)
    tl.store(h + at, n)
    tl.store(h + B + at, n.to(tl.int32))
    tl.store(h + 2 * B + at, n.to(tl.int8))
    tl.store(f + at, a)
    tl.store(x + at, tl.load(f + B + at))


# CASTS:      // Rounded once: what a double cannot hold stays in its last bit, on its side of a tie.
# CASTS-NEXT: llvm.func internal @to_bf16.i64(%a: i64) -> bf16 attributes {always_inline} {
# CASTS:      %[[INTEGER:.*]] = llvm.call_intrinsic "llvm.fptosi.sat.i64.f32"(%a) : (f32) -> i64
# CASTS:      llvm.call @to_bf16.i64(%n) : (i64) -> bf16
# CASTS:      %[[NARROW:.*]] = arith.trunci %n : i64 to i32
# CASTS-NEXT: %[[DOUBLE:.*]] = arith.sitofp %[[NARROW]] : i32 to f64
# CASTS-NEXT: arith.truncf %[[DOUBLE]] : f64 to bf16
# CASTS:      %[[BYTE:.*]] = arith.trunci %n : i64 to i8
# CASTS-NEXT: arith.sitofp %[[BYTE]] : i8 to bf16
# CASTS:      %[[SET:.*]] = arith.cmpf une, %a, %c0.0 : f32
# CASTS:      %[[STORED:.*]] = arith.extui %[[SET]] : i1 to i8
# CASTS-NEXT: llvm.store %[[STORED]], %{{.*}} : i8, !llvm.ptr<1>
# CASTS:      %[[LOADED:.*]] = llvm.load %{{.*}} : !llvm.ptr<1> -> i8
# CASTS-NEXT: %[[FLAG:.*]] = arith.cmpi ne, %[[LOADED]], %c0_i8 : i8
# CASTS:      arith.uitofp %[[FLAG]] : i1 to f32
