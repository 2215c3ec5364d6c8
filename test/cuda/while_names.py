# The condition and the body of a `while` stand in one scope: no name is declared there twice.
# RUN: %mytritonc %s --arg 'go=*i1' --arg 'x=*i1' --arg 'out=*fp32' | FileCheck %s
# RUN: %mytriton-run %s go=ones:1:i1 x=ones:1:i1 out=zeros:1:fp32 --grid 1 --device=ref --check=cpu
import triton
import triton.language as tl


@triton.jit
def kernel(go, x, out):
    count = tl.cast(0, tl.int32)
    while (count < 3) & tl.load(go):
        value = tl.load(x).to(tl.float32)
        tl.store(out, value)
        count = count + 1


# CHECK:     const bool inside =
# CHECK-NOT: const bool inside =
