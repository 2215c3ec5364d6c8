# Reductions take blocks where they lie and leave results there: nothing is exchanged between loads
# and stores of a matrix whose rows are normalized, columns and all.
# RUN: %mytritonc %s --num-warps=4 --emit=layout | FileCheck %s
# RUN: %mytritonc %s --num-warps=4 --noalias --emit=thread | FileCheck %s --check-prefix=THREAD
import triton
import triton.language as tl


@triton.jit
def normalize(x, out, row_sums, column_max):
    rows = tl.arange(0, 16)
    cols = tl.arange(0, 128)
    at = rows[:, None] * 128 + cols[None, :]
    values = tl.load(x + at)
    sums = tl.sum(values, 1)
    tl.store(out + at, values / sums[:, None])
    tl.store(row_sums + rows, sums * 2)
    tl.store(column_max + cols, tl.max(values, 0))


#     CHECK-NOT: convert
#   CHECK-LABEL: layouts of normalize: 4 warps
#         CHECK: values {{.*}} (tid / 32 + 4 * r0[4], tid % 32 * 4 + r1[4])
#         CHECK: sums {{.*}} (tid / 32 + 4 * r0[4])
#         CHECK: store {{.*}} (tid / 32 + 4 * r0[4], tid % 32 * 4 + r1[4])
#         CHECK: store {{.*}} (tid / 32 + 4 * r0[4])
#         CHECK: store {{.*}} (tid % 32 * 4 + r0[4])

# A row lies in one warp: its sum needs shuffles only. Columns go across warps, but not across lanes.
#     THREAD: warp_reduce {{.*}} {combine="sum", lanes=31}
# THREAD-NOT: {{warp_reduce|barrier}}
#     THREAD: shared_alloc {shape=(4, 128), dtype=f32}
# THREAD-NOT: {{warp_reduce|barrier}}
#     THREAD: barrier
# THREAD-NOT: {{warp_reduce|barrier}}
