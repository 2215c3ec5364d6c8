# What a name of the module means where the host program decides: the branch that is known, what only
# one branch binds, what is there for kernels; and the constants of a function around a kernel.
# RUN: %mytritonc %s --list-kernels | FileCheck %s --check-prefix=LIST
# RUN: %mytritonc %s -k known --emit=ssa -O0 | FileCheck %s --check-prefix=KNOWN
# RUN: %mytritonc %s -k inner --emit=ssa -O0 | FileCheck %s --check-prefix=INNER
# RUN: %mytritonc %s -k plain --emit=ssa -O0 | FileCheck %s --check-prefix=WRAPPED
# RUN: not %mytritonc %s -k either 2>&1 | FileCheck %s --check-prefix=EITHER
import importlib

try:
    import triton
    import triton.language as tl
    HAS_TRITON = True
except ImportError:
    triton = None
    HAS_TRITON = False

if HAS_TRITON:
    exp, SIZE = tl.exp, 8
    WIDTH = 16
else:
    WIDTH = 32

FAST = importlib.util.find_spec("fast") is not None
if FAST:
    UNSURE = 1
else:
    UNSURE = 2

N = 1
N = N + 1
N = N * 2
DEPTH: tl.constexpr = tl.constexpr(N + 1)

if FAST:
    def host(): return [lambda: 1]

    @triton.jit
    def known(x):
        i = tl.arange(0, WIDTH)
        tl.store(x + i, DEPTH)


@triton.jit
def either(x):
    tl.store(x, UNSURE)


def make(UNSURE):
    OUTER = 32
    EVEN = OUTER * 2

    @triton.jit
    def inner(x):
        i = tl.arange(0, EVEN)
        tl.store(x + i, N)

    return inner


def plain(x):
    tl.store(x, N)


wrapped = triton.jit(plain)

# LIST:      known
# LIST-NEXT: either
# LIST-NEXT: inner
# LIST-NEXT: plain
# KNOWN: arange {start=0, end=16}
# KNOWN: store {{.*}} 5
# INNER: arange {start=0, end=64}
# WRAPPED: kernel plain
# EITHER: scopes.py:{{[0-9]+}}:17: error: 'UNSURE' is of the host program
# EITHER: note: bound here
