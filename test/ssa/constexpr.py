# What is known at compile time is Python's: constants of the module, conditions, loops, tuples.
# RUN: %mytritonc %s -D MODE="'twice'" -D DTYPE=tl.int32 -D SHAPE='(2, 3)' --emit=ssa -O0 | FileCheck %s
import triton
import triton.language as tl

TABLE = (4, 5 * 2, float("inf"))
LAST: tl.constexpr = tl.constexpr(len(TABLE) - 1)


@triton.jit
def k(out, MODE: tl.constexpr, DTYPE: tl.constexpr, SHAPE: tl.constexpr, STEP: tl.constexpr = 7):
    """Only what is chosen is looked at."""
    if MODE == "once":
        tl.store(out, missing_in_this_branch)
    elif MODE == "twice" and DTYPE == tl.int32:
        for i in tl.static_range(2):
            tl.store(out + i, i + 0.5)
    else:
        tl.nothing_like_this()
    # CHECK: %0 = addptr out, 0 : ptr<f32>
    # CHECK-NEXT: store %0, 0.5, none
    # CHECK-NEXT: %1 = addptr out, 1 : ptr<f32>
    # CHECK-NEXT: store %1, 1.5, none
    rows, columns = SHAPE
    tl.store(out, rows * 10 + columns)
    # CHECK-NEXT: store out, 23.0, none
    tl.store(out, TABLE[1] if STEP > 3 else TABLE[LAST])
    # CHECK-NEXT: store out, 10.0, none
    tl.store(out, TABLE[-1])
    # CHECK-NEXT: store out, inf, none
    tl.store(out, -7 // 2 + -7 % 3)
    # CHECK-NEXT: store out, -2.0, none
    for i in range(5, 0, -2):
        tl.store(out, i)
    # CHECK-NEXT: store out, 5.0, none
    # CHECK-NEXT: store out, 3.0, none
    # CHECK-NEXT: store out, 1.0, none
    tl.store(out, triton.cdiv(7, STEP - 4) + max(2, 9, 4) + abs(-1) + int(2.9))
    # CHECK-NEXT: store out, 15.0, none
    return
    tl.store(out, never)


# CHECK-NEXT: }
