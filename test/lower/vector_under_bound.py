# A mask that is a bound costs no vector: its last element stands for all four, and alignment that is
# not promised is tested. What is not wholly inside goes element by element.
# RUN: %mytritonc %s -D BLOCK=1024 --emit=thread | FileCheck %s --check-prefixes=BOTH,TEST
# RUN: %mytritonc %s -D BLOCK=1024 --arg 'x=*fp32:16' --arg 'out=*fp32:16' --emit=thread | FileCheck %s --check-prefixes=BOTH,KNOWN
# RUN: %mytritonc %s -D BLOCK=1024 --elements-per-thread=1 --emit=thread | FileCheck %s --check-prefix=ONE
import triton
import triton.language as tl


@triton.jit
def copy_kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out + offsets, tl.load(x + offsets, mask=mask), mask=mask)


# BOTH: threads=256 {
# TEST: %[[ALIGNED:[0-9]+]] = aligned x {bytes=16} : bool
# KNOWN-NOT: aligned
# BOTH: %[[OFFSETS:[0-9]+]] = add {{.*}} {nsw} : i32
# BOTH: %[[LAST:[0-9]+]] = add %[[OFFSETS]], 3 {nsw} : i32
# BOTH: %[[FULL:[0-9]+]] = cmp_lt %[[LAST]], n : bool
# TEST: %[[FAST:[0-9]+]] = and %[[ALIGNED]], %[[FULL]] : bool
# TEST: if %[[FAST]] : regs<4 x f32> {
# KNOWN: if %[[FULL]] : regs<4 x f32> {
# BOTH: load {{.*}}, none, none {width=4} : regs<4 x f32>
# BOTH: } else {
# BOTH: each %[[R:[0-9]+]] in (4,) {unroll} : regs<4 x f32> {
# BOTH: %[[AT:[0-9]+]] = add %[[OFFSETS]], %[[R]] {nsw} : i32
# BOTH: %[[MASK:[0-9]+]] = cmp_lt %[[AT]], n : bool
# BOTH: load {{.*}}, %[[MASK]], 0.0 : f32
# BOTH: store {{.*}}, {{.*}}, none
# BOTH: } else {
# BOTH: store {{.*}}, {{.*}}, %{{[0-9]+}}

# ONE: threads=1024 {
# ONE-NOT: regs
# ONE-NOT: aligned
# ONE: load {{.*}}, %{{[0-9]+}}, 0.0 : f32
# ONE: store
