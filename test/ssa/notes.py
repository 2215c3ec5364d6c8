# What the author tells the compiler and asks it. Hints give back their value; a barrier stays where
# it stands, in a branch and a loop too; what is printed at compile time is printed once.
# RUN: %mytritonc %s -D N=64 --emit=ssa | FileCheck %s
# RUN: %mytritonc %s -D N=64 | FileCheck %s --check-prefix=CUDA
# RUN: %exits 0 %mytritonc %s -D N=64 -o %t.cu 2>&1 | FileCheck %s --check-prefix=PRINT
# RUN: %exits 0 %mytritonc %s -D N=64 --diagnostics=json -o %t.cu 2>&1 | FileCheck %s --check-prefix=JSON
import triton
import triton.language as tl


@triton.jit
def notes(x, n, N: tl.constexpr):
    tl.static_print("N =", N, f"{N // 2}", tl.float16, sep=", ", end=";")
    # PRINT: notes.py:[[#@LINE-1]]:5: note: N =, 64, 32, fp16; [static-print]
    # PRINT-NEXT: tl.static_print("N ="
    # JSON: "severity":"note","kind":"static-print","message":"N =, 64, 32, fp16;"
    offsets = tl.max_contiguous(tl.multiple_of(tl.arange(0, N), 16), [16])
    tl.max_constancy(n, 1)
    tl.assume(n > 0)
    tl.assume(N == 64)
    # CHECK: kernel notes
    # CHECK-NOT: cmp
    tl.store(x + offsets, 1.0)
    # CHECK: store
    tl.debug_barrier()
    # CHECK-NEXT: barrier
    # CUDA: __syncthreads();
    if n > 5:
        tl.debug_barrier()
        # CHECK: if
        # CHECK-NEXT: barrier
        # CUDA: if (n > 5)
        # CUDA-NEXT: __syncthreads();
    for i in range(n):
        tl.static_print(i)
        # PRINT: notes.py:[[#@LINE-1]]:9: note: i32 [static-print]
        tl.debug_barrier()
        # CHECK: for
        # CHECK-NEXT: barrier
        # CUDA: for (int i = 0; i < n; ++i)
        # CUDA-NEXT: __syncthreads();
# PRINT-NOT: static-print
