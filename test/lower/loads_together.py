# Loads that are done together need one barrier before them, and what follows is ordered behind all of them,
# not only behind the one that the barrier was for.
# RUN: %mytritonc %s --noalias --arg counts="*i32" -o - | FileCheck %s
# RUN: %mytriton-run %s --noalias counts=zeros:4:i32 out=ones:4 --grid=1 --device=cpu --thread-order=backward --check=ref
import triton
import triton.language as tl


@triton.jit
def kernel(counts, out):
    tl.store(counts, 1)
    i = tl.arange(0, 4)
    tl.store(out + i, tl.load(out + i) + tl.load(counts + i))


# CHECK:      counts[0] = 1;
# CHECK-NEXT: __syncthreads();
# CHECK:      = out[
# CHECK:      __syncthreads();
# CHECK:      out[
