# What values and types say of themselves is known at compile time.
# RUN: %mytritonc %s -k values --emit=ssa -O0 | FileCheck %s
# RUN: %mytritonc %s -k types -D DT=tl.float64 --emit=ssa -O0 | FileCheck %s --check-prefix=TYPES
# RUN: %mytritonc %s -k asks --emit=ssa -O0 | FileCheck %s --check-prefix=ASKS
# RUN: %mytritonc %s -k asks --arg 'out=*bf16' --arg 'x=*i64' --emit=ssa -O0 | FileCheck %s --check-prefix=TOLD
# RUN: not %mytritonc %s -k untold --emit=ssa 2>&1 | FileCheck %s --check-prefix=UNTOLD
import triton
import triton.language as tl


@triton.jit
def values(p: "*fp16", n: tl.int64):
    x = tl.load(p + tl.arange(0, 32)[:, None] + tl.arange(0, 4)[None, :])
    tl.static_assert(x.dtype == tl.float16)
    tl.static_assert(x.dtype != tl.float32)
    tl.static_assert(x.shape == (32, 4))
    tl.static_assert(x.shape[0] * x.shape[1] == x.numel)
    tl.static_assert(x.type.shape == x.shape and len(x.shape) == 2)
    tl.static_assert(x.type.scalar == tl.float16 and x.type.element_ty == x.dtype)
    tl.static_assert(x.type.is_block() and not x.dtype.is_block())
    tl.static_assert(n.dtype == tl.int64 and n.type == tl.int64 and n.shape == ())
    tl.static_assert(p.dtype == tl.pointer_type(tl.float16))
    tl.static_assert(p.dtype != tl.pointer_type(tl.float32) and p.dtype != tl.float16)
    tl.static_assert(p.dtype.element_ty == tl.float16 and p.type.element_ty == tl.float16)
    tl.static_assert(p.dtype.is_ptr() and p.dtype.primitive_bitwidth == 64)
    block = p + tl.arange(0, 8)
    tl.static_assert(block.dtype == p.dtype and block.type.scalar.element_ty == tl.float16)
    ZERO = 0.0
    tl.static_assert(ZERO.dtype == tl.float32 and (3).dtype == tl.int32)
    # A type chooses at compile time.
    if x.dtype == tl.bfloat16:
        tl.static_assert(False, "the branch is not taken")
    wide = x.to(tl.float32 if x.dtype.is_fp16() else tl.float64)
    tl.store(p, wide.dtype.primitive_bitwidth + n.dtype.itemsize)


# CHECK: store p, 40.0:f16, none


@triton.jit
def types(out, DT: tl.constexpr):
    tl.static_assert(DT.is_floating() and DT.is_fp64() and not DT.is_int())
    tl.static_assert(DT.scalar == DT and DT.itemsize == 8)
    tl.static_assert(tl.int1.primitive_bitwidth == 1 and tl.int1.is_int() and tl.int1.is_bool())
    tl.static_assert(tl.uint8.is_int() and not tl.uint8.is_int_signed() and tl.int16.is_int_signed())
    Pair: tl.constexpr = (tl.float16, DT)
    tl.store(out, tl.cast(1, Pair[1]) / tl.load(out))


# TYPES: %1 = cast %0 {dtype=f64} : f64
# TYPES-NEXT: %2 = div 1.0:f64, %1 : f64
# TYPES-NEXT: %3 = cast %2 {dtype=f32} : f32


# A pointer of unknown type: who asks for its element type says that it is one.
@triton.jit
def asks(x, out, n):
    dtype = out.dtype.element_ty
    offs = tl.arange(0, 4)
    v = tl.load(x + offs, mask=offs < n)
    tl.store(out + offs, (v + 1).to(dtype).to(v.dtype).to(dtype))


# ASKS: kernel asks(x: ptr<f32>, out: ptr<f32>, n: i32) {
# TOLD: kernel asks(x: ptr<i64>, out: ptr<bf16>, n: i32) {
# TOLD: add %{{[0-9]+}}, 1:i64 : vector<4 x i64>
# TOLD: cast %{{[0-9]+}} {dtype=bf16} : vector<4 x bf16>
# TOLD: cast %{{[0-9]+}} {dtype=i64} : vector<4 x i64>


@triton.jit
def untold(x, n):
    if n.dtype == tl.int32:
        tl.store(x + n, 1)


# UNTOLD: members.py:{{[0-9]+}}:12: error: the use of 'x', 'n' does not tell its type; give it with --arg x=TYPE --arg n=TYPE [unknown-parameter-type]
