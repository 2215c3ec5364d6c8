# Elements beyond the block are masked; where there are more threads than elements, one of the copies
# stores.
# RUN: %mytritonc %s -D BLOCK=100 --emit=cuda | FileCheck %s --check-prefix=HUNDRED
# RUN: %mytritonc %s -D BLOCK=7 --emit=cuda | FileCheck %s --check-prefix=SEVEN
# RUN: %mytritonc %s -D BLOCK=1 --emit=cuda | FileCheck %s --check-prefix=ONE
# RUN: %mytritonc %s -D BLOCK=384 --num-warps=4 --emit=layout | FileCheck %s --check-prefix=THREE
import triton
import triton.language as tl


@triton.jit
def fill_kernel(out, BLOCK: tl.constexpr):
    tl.store(out + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK), 1.0)


# HUNDRED: __launch_bounds__(32)
# HUNDRED: < 100

# SEVEN: __launch_bounds__(32)
# SEVEN: if (threadIdx.x < 8 && threadIdx.x % 8 < 7)

# ONE: if (threadIdx.x == 0)

# Three registers, not four.
# THREE: 3 registers a thread
