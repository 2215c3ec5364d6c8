# Integers: division truncates, shifts go by the signedness of the value shifted, `-` and `~` wrap;
# bools add up modulo 2.
# RUN: %mytritonc %s -k integers --emit=ssa -O0 | FileCheck %s
# RUN: %mytritonc %s -k shifts --emit=ssa -O0 | FileCheck %s --check-prefix=SHIFT
# RUN: %mytritonc %s -k bools --emit=ssa -O0 | FileCheck %s --check-prefix=BOOL
import triton
import triton.language as tl


@triton.jit
def integers(i8p: "*i8", u32p: "*u32", i64p: "*i64", n: tl.int64):
    i8, u32, i64 = tl.load(i8p), tl.load(u32p), tl.load(i64p)
    # CHECK: %0 = load i8p, none, none : i8
    # CHECK-NEXT: %1 = load u32p, none, none : u32
    # CHECK-NEXT: %2 = load i64p, none, none : i64
    tl.store(i8p, i8 // 3 % -5)
    # CHECK-NEXT: %3 = floordiv %0, 3:i8 : i8
    # CHECK-NEXT: %4 = rem %3, -5:i8 : i8
    tl.store(u32p, u32 // 7 * 0xFFFFFFFF)
    # CHECK: %5 = floordiv %1, 7:u32 : u32
    # CHECK-NEXT: mul %5, 4294967295:u32 : u32
    tl.store(i64p, tl.cdiv(i64, 8) + tl.cdiv(n, i64))
    # CHECK: %[[A:[0-9]+]] = add %2, 7:i64 : i64
    # CHECK-NEXT: %[[B:[0-9]+]] = floordiv %[[A]], 8:i64 : i64
    # CHECK-NEXT: %[[C:[0-9]+]] = sub %2, 1:i64 : i64
    # CHECK-NEXT: %[[D:[0-9]+]] = add n, %[[C]] : i64
    # CHECK-NEXT: %[[E:[0-9]+]] = floordiv %[[D]], %2 : i64
    # CHECK-NEXT: add %[[B]], %[[E]] : i64
    tl.store(u32p, -u32 ^ ~u32)
    # CHECK: %[[A:[0-9]+]] = neg %1 : u32
    # CHECK-NEXT: %[[B:[0-9]+]] = not %1 : u32
    # CHECK-NEXT: xor %[[A]], %[[B]] : u32
    tl.store(i64p, abs(i64) + tl.abs(u32))
    # CHECK: %[[A:[0-9]+]] = abs %2 : i64
    # CHECK-NEXT: %[[B:[0-9]+]] = cast %1 {dtype=i64} : i64
    # CHECK-NEXT: add %[[A]], %[[B]] : i64


@triton.jit
def shifts(i8p: "*i8", u8p: "*u8", u32p: "*u32", i32p: "*i32"):
    i8, u8, u32, i32 = tl.load(i8p), tl.load(u8p), tl.load(u32p), tl.load(i32p)
    # SHIFT: %3 = load i32p, none, none : i32
    tl.store(i8p, i8 << 3)
    # SHIFT-NEXT: shl %0, 3:i8 : i8
    tl.store(u8p, 255 >> u8)
    # SHIFT: shr 255:u8, %1 : u8
    tl.store(i32p, -1 >> i32)
    # SHIFT: shr -1, %3 : i32
    tl.store(i32p, u8 >> i32)
    # SHIFT: %[[A:[0-9]+]] = cast %1 {dtype=i32} : i32
    # SHIFT-NEXT: shr %[[A]], %3 : i32
    # The sign of a signed value moves in, though promotion makes it unsigned.
    tl.store(u32p, i8 >> u32)
    # SHIFT: %[[A:[0-9]+]] = cast %0 {dtype=u32} : u32
    # SHIFT-NEXT: %[[B:[0-9]+]] = cast %[[A]] {dtype=i32} : i32
    # SHIFT-NEXT: %[[C:[0-9]+]] = cast %2 {dtype=i32} : i32
    # SHIFT-NEXT: %[[D:[0-9]+]] = shr %[[B]], %[[C]] : i32
    # SHIFT-NEXT: cast %[[D]] {dtype=u32} : u32
    tl.store(u32p, u32 >> i8)
    # SHIFT: %[[A:[0-9]+]] = cast %0 {dtype=u32} : u32
    # SHIFT-NEXT: shr %2, %[[A]] : u32


@triton.jit
def bools(bp: "*i1", ip: "*i32", fp: "*fp32"):
    a, b = tl.load(bp), tl.load(bp + 1)
    # BOOL: %[[B:[0-9]+]] = load %{{[0-9]+}}, none, none : bool
    tl.store(bp, a + b)
    # BOOL-NEXT: xor %0, %[[B]] : bool
    tl.store(bp, a - b)
    # BOOL: xor %0, %[[B]] : bool
    tl.store(bp, a * b)
    # BOOL: and %0, %[[B]] : bool
    tl.store(bp, -a)
    # BOOL: store bp, %0, none
    tl.store(bp, tl.maximum(a, b))
    # BOOL: or %0, %[[B]] : bool
    tl.store(bp, min(a, b))
    # BOOL: and %0, %[[B]] : bool
    tl.store(ip, a + 1)
    # BOOL: %[[I:[0-9]+]] = cast %0 {dtype=i32} : i32
    # BOOL-NEXT: add %[[I]], 1 : i32
    tl.store(fp, a / b)
    # BOOL-DAG: %[[X:[0-9]+]] = cast %0 {dtype=f32} : f32
    # BOOL-DAG: %[[Y:[0-9]+]] = cast %[[B]] {dtype=f32} : f32
    # BOOL: div %[[X]], %[[Y]] : f32
    tl.store(bp, a == b)
    # BOOL: cmp_eq %0, %[[B]] : bool
    tl.store(bp, tl.abs(a))
    # BOOL: store bp, %0, none
