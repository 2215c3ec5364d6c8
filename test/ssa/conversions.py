# Conversions: by .to() and tl.cast, of what is stored, of `other`, of constants; offsets of pointers.
# RUN: %mytritonc %s -k casts -D DT=tl.bfloat16 --emit=ssa -O0 | FileCheck %s
# RUN: %mytritonc %s -k stores --emit=ssa -O0 | FileCheck %s --check-prefix=STORE
# RUN: %mytritonc %s -k offsets --emit=ssa -O0 | FileCheck %s --check-prefix=OFFSET
import triton
import triton.language as tl


@triton.jit
def casts(x: "*fp32", out: "*bf16", b: "*i1", DT: tl.constexpr):
    v = tl.load(x + tl.arange(0, 8))
    # CHECK: %[[V:[0-9]+]] = load {{.*}} : vector<8 x f32>
    tl.store(out, tl.cast(7, tl.float16).to(DT))
    # CHECK: store out, 7.0:bf16, none
    tl.store(out + tl.arange(0, 8), v.to(tl.int8).to(DT))
    # CHECK: %[[I:[0-9]+]] = cast %[[V]] {dtype=i8} : vector<8 x i8>
    # CHECK: cast %[[I]] {dtype=bf16} : vector<8 x bf16>
    tl.store(x + tl.arange(0, 8), v.to(tl.float32))
    # CHECK: store %{{[0-9]+}}, %[[V]], none
    tl.store(b + tl.arange(0, 8), tl.cast(v, tl.int1))
    # CHECK: cast %[[V]] {dtype=bool} : vector<8 x bool>
    tl.store(x + tl.arange(0, 8), v.cast(dtype=tl.float64, bitcast=False) * 2)
    # CHECK: %[[D:[0-9]+]] = cast %[[V]] {dtype=f64} : vector<8 x f64>
    # CHECK: mul %[[D]], 2.0:f64 : vector<8 x f64>
    ONE = 1.5
    tl.store(x, ONE.to(tl.int32))
    # CHECK: store x, 1.0, none


@triton.jit
def stores(u8p: "*u8", i32p: "*i32", hp: "*fp16", bp: "*i1", dp: "*fp64"):
    # What is stored is cast to what is there, as run-time values are: constants too.
    tl.store(u8p, -1)
    # STORE: store u8p, 255:u8, none
    tl.store(u8p, 300)
    # STORE-NEXT: store u8p, 44:u8, none
    tl.store(i32p, 0xFFFFFFFF)
    # STORE-NEXT: store i32p, -1, none
    tl.store(i32p, -2.75)
    # STORE-NEXT: store i32p, -2, none
    tl.store(hp, 70000)
    # STORE-NEXT: store hp, inf:f16, none
    tl.store(bp, 2)
    # STORE-NEXT: store bp, true, none
    tl.store(dp, 0.1)
    # STORE-NEXT: store dp, 0.1:f64, none
    offs = tl.arange(0, 4)
    mask = offs < 3
    b = tl.load(bp + offs, mask=mask, other=5)
    # STORE: %[[B:[0-9]+]] = load %{{[0-9]+}}, %{{[0-9]+}}, true : vector<4 x bool>
    h = tl.load(hp + offs, mask=mask, other=tl.load(i32p))
    # STORE: %[[I:[0-9]+]] = load i32p, none, none : i32
    # STORE: %[[O:[0-9]+]] = cast %[[I]] {dtype=f16} : f16
    # STORE: %[[H:[0-9]+]] = load %{{[0-9]+}}, %{{[0-9]+}}, %[[O]] : vector<4 x f16>
    tl.store(i32p + offs, b)
    # STORE: cast %[[B]] {dtype=i32} : vector<4 x i32>
    tl.store(bp + offs, h)
    # STORE: cast %[[H]] {dtype=bool} : vector<4 x bool>
    tl.store(u8p + offs, h, mask=mask)
    # STORE: cast %[[H]] {dtype=u8} : vector<4 x u8>


@triton.jit
def offsets(p: "*fp16", i8: tl.int8, u16: tl.uint16, u32: tl.uint32, i64: tl.int64, u64: tl.uint64, b: tl.int1):
    # Offsets are int32 or int64; what is narrower or unsigned keeps its value.
    tl.store(p + i8, 0.0)
    # OFFSET: %0 = cast i8 {dtype=i32} : i32
    # OFFSET-NEXT: addptr p, %0 : ptr<f16>
    tl.store(u16 + p, 0.0)
    # OFFSET: %[[A:[0-9]+]] = cast u16 {dtype=i32} : i32
    # OFFSET-NEXT: addptr p, %[[A]] : ptr<f16>
    tl.store(p + u32, 0.0)
    # OFFSET: %[[A:[0-9]+]] = cast u32 {dtype=i64} : i64
    # OFFSET-NEXT: addptr p, %[[A]] : ptr<f16>
    tl.store(p - u32, 0.0)
    # OFFSET: %[[A:[0-9]+]] = cast u32 {dtype=i64} : i64
    # OFFSET-NEXT: %[[N:[0-9]+]] = neg %[[A]] : i64
    # OFFSET-NEXT: addptr p, %[[N]] : ptr<f16>
    tl.store(p + i64 * 2, 0.0)
    # OFFSET: %[[A:[0-9]+]] = mul i64, 2:i64 : i64
    # OFFSET-NEXT: addptr p, %[[A]] : ptr<f16>
    tl.store(p + u64, 0.0)
    # OFFSET: %[[A:[0-9]+]] = cast u64 {dtype=i64} : i64
    # OFFSET-NEXT: addptr p, %[[A]] : ptr<f16>
    tl.store(p + b, 0.0)
    # OFFSET: %[[A:[0-9]+]] = cast b {dtype=i32} : i32
    # OFFSET-NEXT: addptr p, %[[A]] : ptr<f16>
    tl.store(p - 5000000000, 0.0)
    # OFFSET: addptr p, -5000000000:i64 : ptr<f16>
    row = tl.program_id(0).to(tl.int64)
    tl.store(p + row * 3000000 + tl.arange(0, 4), 0.0)
    # OFFSET: %[[R:[0-9]+]] = program_id {axis=0} : i32
    # OFFSET-NEXT: %[[L:[0-9]+]] = cast %[[R]] {dtype=i64} : i64
    # OFFSET-NEXT: mul %[[L]], 3000000:i64 : i64
