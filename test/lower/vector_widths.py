# A thread moves 16 bytes at once, whatever the dtype; CUDA's vector of that dtype where there is one.
# RUN: %mytritonc %s -D B=8192 --arg 'x=*i8:16' --arg 'out=*i8:16' | FileCheck %s -DN=16 "-DT=signed char" -DV=uint4
# RUN: %mytritonc %s -D B=8192 --arg 'x=*u8:16' --arg 'out=*u8:16' | FileCheck %s -DN=16 "-DT=unsigned char" -DV=uint4
# RUN: %mytritonc %s -D B=8192 --arg 'x=*i16:16' --arg 'out=*i16:16' | FileCheck %s -DN=8 -DT=short -DV=uint4
# RUN: %mytritonc %s -D B=8192 --arg 'x=*fp16:16' --arg 'out=*fp16:16' | FileCheck %s -DN=8 -DT=__half -DV=uint4
# RUN: %mytritonc %s -D B=8192 --arg 'x=*bf16:16' --arg 'out=*bf16:16' | FileCheck %s -DN=8 -DT=__nv_bfloat16 -DV=uint4
# RUN: %mytritonc %s -D B=8192 --arg 'x=*u32:16' --arg 'out=*u32:16' | FileCheck %s -DN=4 "-DT=unsigned int" -DV=uint4
# RUN: %mytritonc %s -D B=8192 --arg 'x=*i64:16' --arg 'out=*i64:16' | FileCheck %s -DN=2 "-DT=long long" -DV=longlong2
# RUN: %mytritonc %s -D B=8192 --arg 'x=*u64:16' --arg 'out=*u64:16' | FileCheck %s -DN=2 "-DT=unsigned long long" -DV=ulonglong2
# RUN: %mytritonc %s -D B=8192 --arg 'x=*fp64:16' --arg 'out=*fp64:16' | FileCheck %s -DN=2 -DT=double -DV=double2
# RUN: %mytritonc %s -D B=8192 --arg 'x=*i1:16' --arg 'out=*i1:16' | FileCheck %s -DN=16 "-DT=unsigned char" -DV=uint4
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x, out, n, B: tl.constexpr):
    offsets = tl.program_id(0) * B + tl.arange(0, B)
    mask = offsets < n
    a = tl.load(x + offsets, mask=mask)
    tl.store(out + offsets, a, mask=mask)


# CHECK: copy_kernel(const [[T]]* x, [[T]]* out, int n)
# CHECK: alignas(16) [[T]] a[{{([0-9]+\]\[)?}}[[N]]];
# CHECK: *([[V]]*)a{{.*}} = *(const [[V]]*)(x + {{.*}});
# CHECK: *([[V]]*)(out + {{.*}}) = *(const [[V]]*)
