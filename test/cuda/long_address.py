# An address that takes too many operations for one expression is a variable of its own.
# RUN: %mytritonc %s --arg 'x=*bf16' --arg 'out=*bf16' --num-warps=1 -k kernel | FileCheck %s
# RUN: %mytriton-run %s -k kernel --num-warps=1 x=randint:0:100:64:bf16 out=zeros:300:bf16 --grid 1 --device=ref --check=cpu
# What binds less than a sum stands in parentheses there.
# RUN: %mytritonc %s -k masked --arg 'x=*i32' --arg 'out=*i32' | FileCheck %s --check-prefix=MASKED
# RUN: %mytriton-run %s -k masked x=arange:16:i32 out=zeros:32:i32 --grid 1 --device=ref --check=cpu
import triton
import triton.language as tl


@triton.jit
def kernel(x, out):
    pid = tl.program_id(0)
    i = tl.arange(0, 2)[:, None, None]
    j = tl.arange(0, 3)[None, :, None]
    k = tl.arange(0, 5)[None, None, :]
    values = tl.load(x + (i * 8 + j * 16 + k))
    tl.store(out + (pid * 264 + (7 + i * 128 + j * 8 + k)), values)


# CHECK:      __nv_bfloat16* pointer = out + 
# CHECK:      pointer[0] = values[r];


@triton.jit
def masked(x, out):
    i = tl.arange(0, 32)
    values = tl.load(x + ((((i * 3 ^ 5) * 7 ^ i) * 9 ^ i) & 15))
    tl.store(out + i, values)


# MASKED:      pointer = x +
# MASKED-NEXT: {{^ *}}((wrap_mul(
# MASKED-NEXT: & 15);
