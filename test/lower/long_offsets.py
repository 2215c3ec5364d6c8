# Offsets of 64 bits: what only becomes an address is plain arithmetic, in i32 as far as it goes, and
# does not cost the vectors.
# RUN: %mytritonc %s -D B=1024 --arg 'x=*fp32:16' --arg 'out=*fp32:16' --arg stride=i64:16 | FileCheck %s
# RUN: %mytritonc %s -D B=1024 --arg 'x=*fp32:16' --arg 'out=*fp32:16' --arg stride=i64:16 --elements-per-thread=1 | FileCheck %s --check-prefix=ONE
import triton
import triton.language as tl


@triton.jit
def rows(x, out, stride, n, B: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, B)
    offsets = row * stride + columns
    mask = columns < n
    tl.store(out + offsets, tl.load(x + offsets, mask=mask), mask=mask)


# CHECK: rows(const float* x, float* out, long long stride, int n)
# CHECK-NOT: wrap_
# CHECK: const long long row = (long long)blockIdx.x;
# CHECK: row * stride
# CHECK: *(float4*){{.*}} = *(const float4*)

# ONE-NOT: wrap_
# ONE: row * stride + threadIdx.x
