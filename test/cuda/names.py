# The author's names stay; those that C++ or CUDA has taken, or that are not ASCII, change.
# RUN: %mytritonc %s -k exp -D B=32 --elements-per-thread=1 --arg int=i32 | FileCheck %s
# RUN: %mytritonc %s -k exp -D B=32 --emit=metadata --arg int=i32 | FileCheck %s --check-prefix=JSON
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


# No name that starts with two underscores, no kernel that is a function of C, no variable that is a macro.
# RUN: %mytritonc %s -k select -D B=32 --elements-per-thread=1 | FileCheck %s --check-prefix=HOST


@triton.jit
def select(__x, NAN: tl.float32, out, B: tl.constexpr):
    __i = tl.arange(0, B)
    time = tl.load(__x + __i) * NAN
    tl.store(out + __i, time + time)


# HOST: {{^}}select_(const float* _x, float NAN_1, float* out) {
# HOST: const float value = _x[threadIdx.x];
# HOST: const float time = value * NAN_1;
