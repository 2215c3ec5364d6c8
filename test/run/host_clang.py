# Where clang is the host's compiler, two neighbours that it moves at once are no vector of the kernel's:
# they need no more alignment than each of them does.
# REQUIRES: host-clang
# RUN: env CXX=clang++-14 %mytriton-run %s --num-warps=1 x=arange:80:i64:offset=1 out=zeros:80:i64:offset=1 --grid=1 --device=cpu --check=ref --no-cache
import triton
import triton.language as tl


@triton.jit
def copy(x, out):
    i = tl.arange(0, 64)
    tl.store(out + 63 - i, tl.load(x + i))
