# A guard against an offset that wrapped is asked as it stands.
# RUN: %mytritonc %s -D B=256 --emit=thread | FileCheck %s
# RUN: %mytritonc %s -D B=256 -o %t.cu
# RUN: %mytriton-run %t.json x=ones:256 out=zeros:256 base=2147483547 n=200 --grid=1 --device=cpu --check=ref
# RUN: %mytriton-run %t.json x=ones:256 out=zeros:256 base=-100 n=100 --grid=1 --device=cpu --check=ref
# REQUIRES: host-compiler
import triton
import triton.language as tl


@triton.jit
def guarded(x, out, base, n, B: tl.constexpr):
    position = tl.program_id(0) * B + tl.arange(0, B)
    offsets = base + position
    mask = (offsets < n) & (offsets >= 0)
    tl.store(out + offsets, tl.load(x + offsets, mask=mask), mask=mask)
    tl.store(out + position, 2.0, mask=offsets > n)


# CHECK-NOT: add {{.*}} {nsw}
# CHECK: add base, %{{[0-9]+}} : i32
# CHECK-NOT: add {{.*}} {nsw}
