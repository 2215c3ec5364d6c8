# Every dtype by each of its names: as an annotation, on the command line, as the value of a constexpr.
# RUN: %mytritonc %s -k annotated --emit=ssa | FileCheck %s --check-prefix=NOTED
# RUN: %mytritonc %s -k told --arg a=i1 --arg b=i8 --arg c=i16 --arg d=i32 --arg e=i64 --arg f=u8 --arg g=u16 --arg h=u32 --arg i=u64 --arg j=fp16 --arg k=bf16 --arg l=fp32 --arg m=fp64 --emit=ssa | FileCheck %s --check-prefix=NUMBERS
# RUN: %mytritonc %s -k told --arg 'a=*i1' --arg 'b=*i8' --arg 'c=*i16' --arg 'd=*i32' --arg 'e=*i64' --arg 'f=*u8' --arg 'g=*u16' --arg 'h=*u32' --arg 'i=*u64' --arg 'j=*fp16:16' --arg 'k=*bf16' --arg 'l=*fp32' --arg 'm=*fp64:noalias' --emit=ssa | FileCheck %s --check-prefix=POINTERS
# RUN: %mytritonc %s -k chosen -D DT=tl.int16 --emit=ssa | FileCheck %s --check-prefix=SHORT
# RUN: %mytritonc %s -k chosen -D DT=triton.language.bfloat16 --emit=ssa | FileCheck %s --check-prefix=BRAIN
# RUN: %mytritonc %s -k chosen --emit=ssa | FileCheck %s --check-prefix=DOUBLE
import triton
import triton.language as tl
from triton.language import uint16 as short_bits

TABLE = (tl.float16, tl.float64)


@triton.jit
def annotated(a: tl.int1, b: tl.int8, c: tl.int16, d: tl.int32, e: tl.int64, f: tl.uint8, g: short_bits, h: tl.uint32,
              i: tl.uint64, j: tl.float16 = 0.5, k: tl.bfloat16 = 1, l: tl.float32 = 2.5, m: tl.float64 = 1e300,
              n: "*u8" = None, o: tl.pointer_type(tl.int8) = None, p: int = 7, q: float = 1.0, r: bool = True):
    pass


# NOTED: kernel annotated(a: bool, b: i8, c: i16, d: i32, e: i64, f: u8, g: u16, h: u32, i: u64, j: f16, k: bf16, l: f32, m: f64, n: ptr<u8>, o: ptr<i8>, p: i32, q: f32, r: bool) {


@triton.jit
def told(a, b, c, d, e, f, g, h, i, j, k, l, m):
    pass


# NUMBERS: kernel told(a: bool, b: i8, c: i16, d: i32, e: i64, f: u8, g: u16, h: u32, i: u64, j: f16, k: bf16, l: f32, m: f64) {
# POINTERS: kernel told(a: ptr<bool>, b: ptr<i8>, c: ptr<i16>, d: ptr<i32>, e: ptr<i64>, f: ptr<u8>, g: ptr<u16>, h: ptr<u32>, i: ptr<u64>, j: ptr<f16> {divisibility=16}, k: ptr<bf16>, l: ptr<f32>, m: ptr<f64> {noalias}) {


@triton.jit
def chosen(x, out, DT: tl.constexpr = TABLE[1]):
    tl.store(out, tl.load(x).to(DT) + tl.cast(1, DT))


# SHORT: %1 = cast %0 {dtype=i16} : i16
# SHORT-NEXT: add %1, 1:i16 : i16
# BRAIN: %1 = cast %0 {dtype=bf16} : bf16
# BRAIN-NEXT: add %1, 1.0:bf16 : bf16
# DOUBLE: %1 = cast %0 {dtype=f64} : f64
# DOUBLE-NEXT: add %1, 1.0:f64 : f64
