# RUN: %refuses 11:20 block-exceeds-threads %s -k store_block -D BLOCK=2048 --elements-per-thread=1
# RUN: %mytritonc %s -k store_block -D BLOCK=16384 --num-warps=4 2>&1 | FileCheck %s
# CHECK: too_large.py:11:5: remark: a block 16384 is 128 elements a thread, {{.*}} [block-in-local-memory]
import triton
import triton.language as tl


@triton.jit
def store_block(out, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    tl.store(out + tl.arange(0, BLOCK), 0.0)
