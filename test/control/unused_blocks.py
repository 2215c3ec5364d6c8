# A block that a loop carries or a condition chooses has a layout, even where nothing asks for one.
# RUN: %mytritonc %s -O0 --emit=layout | FileCheck %s
# RUN: %mytritonc %s -O0 --emit=cuda -o %t.cu
import triton
import triton.language as tl


@triton.jit
def kernel(out: "*i32"):
    block = tl.full((4,), 1.0, tl.bfloat16)
    count = tl.cast(0, tl.int32)
    while count < 4:
        block = tl.full((4,), 2.0, tl.bfloat16)
        count = count + 1
    if count > tl.program_id(0):
        chosen = tl.full((2, 2), 1, tl.int8)
    else:
        chosen = tl.full((2, 2), 3, tl.int8)
    tl.store(out, count)


# CHECK: block<2x2 x i8> {{.*}} 1 register a thread
