# Values of compile time, by Python's own rules: the assertions hold, and would hold in Python.
# RUN: %mytritonc %s -k values -D "MODE='relu'" --emit=ssa | FileCheck %s
import triton
import triton.language as tl

FLAGS = ("a", "b", 3)
BIG = 0xFFFFFFFFFFFFFFFF


@triton.jit
def is_narrow(dtype):
    return dtype in (tl.float16, tl.bfloat16)


@triton.jit
def values(out: "*u64", n: tl.int32, MODE: tl.constexpr):
    t = (1, 2, 3, 4, 5)
    tl.static_assert(t[1:3] == (2, 3) and t[::-1] == (5, 4, 3, 2, 1) and t[-2:] == (4, 5))
    tl.static_assert(t[3:-1:-1] == () and t[:-1:2] == (1, 3) and t[4:0:-2] == (5, 3))
    tl.static_assert(t[-100:2] + t[4:100] == (1, 2, 5) and t[:None] == t and t[::10**18] == (1,))
    tl.static_assert((1, 2) < (1, 3) and (1,) < (1, 0) and (2,) > (1, 9) and () <= ())
    tl.static_assert(((1, "b"), 2) > ((1, "a"), 3))
    tl.static_assert(3 in t and 9 not in t and "a" in FLAGS and "c" not in FLAGS and 2.0 in t)
    tl.static_assert("bc" in "abcd" and MODE in ("relu", "gelu") and "" in MODE)
    tl.static_assert(MODE == "relu" and MODE < "s" and MODE != "gelu")
    tl.static_assert(is_narrow(tl.float16) and not is_narrow(n.dtype))
    tl.static_assert(f"{MODE}_{1 + 1}" "_" rf'\{n.dtype}' == "relu_2_\\i32")
    tl.static_assert(f"{MODE!r} {{}} {t} {-float('inf')} {2.0} {None}" == "'relu' {} (1, 2, 3, 4, 5) -inf 2.0 None")
    tl.static_assert(f"{MODE=} { t[0] = }" == "MODE='relu'  t[0] = 1")
    tl.static_assert(BIG == 18446744073709551615 and BIG > 9223372036854775807 and BIG // 2 == 2**63 - 1)
    tl.static_assert(-9223372036854775808 == -2**63 and BIG >> 60 == 15 and ~0 == -1 and BIG % 10 == 5)
    tl.static_assert(BIG - 2**63 == 2**63 - 1 and 2**63 == 1 << 63 and BIG & 0xFF == 255 and -1 < BIG)
    tl.static_assert(int(1e19) == 10000000000000000000 and float(2**63) == 2.0**63 and BIG < 1e20)
    v = tl.load(out)
    tl.store(out, v ^ BIG)
    # CHECK: xor %0, 18446744073709551615:u64 : u64
    tl.store(out, min(v, 7, v + 1))
    # CHECK: minimum
    # CHECK: minimum
    tl.store(out, max(3, 5, v))
    # CHECK: maximum 5:u64, %0 : u64
    tl.store(out, n < BIG)
    # CHECK: cmp_lt %{{[0-9]+}}, 18446744073709551615:u64 : bool
