# Reductions, which need barriers, where conditions and loops are decided by what was loaded or reduced:
# all threads of a block go the same way.
# RUN: rm -rf %t && mkdir %t
# RUN: %mytritonc %s -D N=1000 --num-warps=4 -o %t/k.cu
# RUN: %mytriton-run %t/k.json x=randn:1000 flag=ones:1 out=zeros:2 --grid=1 --device=cpu --check=ref
# RUN: %mytriton-run %t/k.json x=randn:1000 flag=zeros:1 out=zeros:2 --grid=1 --device=cpu --check=ref
import triton
import triton.language as tl


@triton.jit
def k(x, flag: "*i32", out, N: tl.constexpr):
    values = tl.load(x + tl.arange(0, N))
    if tl.load(flag) > 0:
        total = tl.sum(values)
        if total > 0.0:
            tl.store(out, tl.max(values) / total)
        else:
            tl.store(out, total)
    while tl.max(values) > 0.1:
        values = values * 0.5
    tl.store(out + 1, tl.sum(values))
