# What comes of a block of one element is the same in all threads, so a condition made of it may hold
# steps that all threads take together.
# RUN: %mytritonc %s --num-warps=2 --emit=cuda -o %t.cu
# RUN: %mytriton-run %s --num-warps=2 flag=ones:1:i32 x=randint:0:100:64:i32 out=zeros:1:i32 --grid 1 --device=ref --check=cpu
import triton
import triton.language as tl


@triton.jit
def kernel(flag: "*i32", x: "*i32", out: "*i32"):
    if tl.sum(tl.load(flag + tl.arange(0, 1)), axis=0) > 0:
        tl.store(out, tl.max(tl.load(x + tl.arange(0, 64)), axis=0))
