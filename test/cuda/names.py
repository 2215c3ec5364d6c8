# The author's names stay; those that C++ or CUDA has taken, or that are not ASCII, change.
# RUN: %mytritonc %s -D B=32 --elements-per-thread=1 --arg int=i32 | FileCheck %s
# RUN: %mytritonc %s -D B=32 --emit=metadata --arg int=i32 | FileCheck %s --check-prefix=JSON
import triton
import triton.language as tl


@triton.jit
def exp(x, int, out, B: tl.constexpr):
    threadIdx = tl.arange(0, B)
    größe = tl.load(x + threadIdx)
    größe = größe + größe * größe
    tl.store(out + threadIdx, größe + int)


# CHECK: {{^}}exp_(const float* x, int int_1, float* out) {
# CHECK: const float gr_u00F6_u00DFe = x[threadIdx.x];
# CHECK: const float gr_u00F6_u00DFe_1 =
# JSON-DAG: "exp"
# JSON-DAG: "exp_"
