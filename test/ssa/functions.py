# The functions of numbers, by each of their names: tl.f, tl.math.f, x.f().
# RUN: %mytritonc %s -k functions --emit=ssa -O0 | FileCheck %s
# RUN: %mytritonc %s -k selections --emit=ssa -O0 | FileCheck %s --check-prefix=SELECT
import triton
import triton.language as tl


@triton.jit
def functions(x: "*fp32", d: "*fp64", i: "*i32"):
    v, w, k = tl.load(x), tl.load(d), tl.load(i)
    # CHECK: %2 = load i, none, none : i32
    tl.store(x, tl.exp2(v) + tl.math.log(v) - v.log2())
    # CHECK-DAG: exp2 %0 : f32
    # CHECK-DAG: log %0 : f32
    # CHECK-DAG: log2 %0 : f32
    # CHECK: store
    tl.store(d, tl.sin(w) + w.cos() + tl.math.sqrt(w) + tl.rsqrt(w))
    # CHECK-DAG: sin %1 : f64
    # CHECK-DAG: cos %1 : f64
    # CHECK-DAG: sqrt %1 : f64
    # CHECK-DAG: rsqrt %1 : f64
    # CHECK: store
    tl.store(x, tl.erf(v) * v.floor() * tl.math.ceil(v))
    # CHECK-DAG: erf %0 : f32
    # CHECK-DAG: floor %0 : f32
    # CHECK-DAG: ceil %0 : f32
    # CHECK: store
    tl.store(x, v.abs())
    # CHECK: abs %0 : f32
    tl.store(i, tl.math.abs(k))
    # CHECK: abs %2 : i32
    tl.store(x, v.sigmoid())
    # CHECK: %[[N:[0-9]+]] = neg %0 : f32
    # CHECK-NEXT: %[[E:[0-9]+]] = exp %[[N]] : f32
    # CHECK-NEXT: %[[S:[0-9]+]] = add 1.0, %[[E]] : f32
    # CHECK-NEXT: div 1.0, %[[S]] : f32
    tl.store(d, tl.sigmoid(w))
    # CHECK: add 1.0:f64, %{{[0-9]+}} : f64
    tl.store(i, k.cdiv(16))
    # CHECK: %[[A:[0-9]+]] = add %2, 15 : i32
    # CHECK-NEXT: floordiv %[[A]], 16 : i32
    tl.store(d, tl.math.fma(w, 2, v))
    # CHECK: %[[V:[0-9]+]] = cast %0 {dtype=f64} : f64
    # CHECK-NEXT: fma %1, 2.0:f64, %[[V]] : f64
    tl.store(x, tl.log2(8) + tl.exp(True))
    # CHECK: log2 8.0 : f32
    # CHECK: exp 1.0 : f32


@triton.jit
def selections(x: "*fp32", h: "*fp16", bf: "*bf16", i8: "*i8"):
    offs = tl.arange(0, 4)
    v, half = tl.load(x + offs), tl.load(h + offs)
    # SELECT: %[[V:[0-9]+]] = load {{.*}} : vector<4 x f32>
    # SELECT: %[[H:[0-9]+]] = load {{.*}} : vector<4 x f16>
    tl.store(i8 + offs, tl.clamp(v, -128, 127.0))
    # SELECT: %[[A:[0-9]+]] = maxnum %[[V]], -128.0 : vector<4 x f32>
    # SELECT-NEXT: minnum %[[A]], 127.0 : vector<4 x f32>
    tl.store(h + offs, tl.clamp(x=half, min=0.0, max=v))
    # SELECT: %[[A:[0-9]+]] = cast %[[H]] {dtype=f32} : vector<4 x f32>
    # SELECT-NEXT: %[[B:[0-9]+]] = maxnum %[[A]], 0.0 : vector<4 x f32>
    # SELECT-NEXT: minnum %[[B]], %[[V]] : vector<4 x f32>
    tl.store(bf + offs, tl.maximum(tl.load(bf + offs), tl.load(bf)))
    # SELECT: %[[A:[0-9]+]] = cast %{{[0-9]+}} {dtype=f32} : vector<4 x f32>
    # SELECT-NEXT: %[[B:[0-9]+]] = cast %{{[0-9]+}} {dtype=f32} : f32
    # SELECT-NEXT: maximum %[[A]], %[[B]] : vector<4 x f32>
    tl.store(h + offs, tl.where(half < 0, -1, half))
    # SELECT: %[[C:[0-9]+]] = cmp_lt %[[H]], 0.0:f16 : vector<4 x bool>
    # SELECT-NEXT: select %[[C]], -1.0:f16, %[[H]] : vector<4 x f16>
    tl.store(i8 + offs, tl.where(True, tl.load(i8 + offs), 7))
    # SELECT: select true, %{{[0-9]+}}, 7:i8 : vector<4 x i8>
    tl.store(h + offs, tl.fma(half, half, half))
    # SELECT: fma %[[H]], %[[H]], %[[H]] : vector<4 x f16>
