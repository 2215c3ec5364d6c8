# A product that is compared and is no address wraps: it may be a hash. The mask is then no bound, and
# is asked of each element.
# RUN: %mytritonc %s -D B=256 --emit=thread | FileCheck %s
# RUN: %mytritonc %s -D B=256 -o %t.cu
# RUN: %mytriton-run %t.json x=ones:1024 out=zeros:1024 n=1000 --grid=4 --device=cpu --check=ref
# REQUIRES: host-compiler
import triton
import triton.language as tl


@triton.jit
def drop(x, out, n, B: tl.constexpr):
    offsets = tl.program_id(0) * B + tl.arange(0, B)
    inside = offsets < n
    hashes = tl.program_id(0) * B + tl.arange(0, B)
    keep = hashes * 1103515245 + 12345 < 0
    tl.store(out + offsets, tl.load(x + offsets, mask=inside & keep), mask=inside)


# CHECK-NOT: mul {{.*}}1103515245 {nsw}
# CHECK: mul {{.*}}, 1103515245 : i32
# CHECK-NOT: mul {{.*}}1103515245 {nsw}
