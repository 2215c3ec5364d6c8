# A `while` ends behind its condition: what that loads is not behind a barrier of the body when a store
# follows the loop.
# RUN: %mytriton-run %s --num-warps=4 x=randint:1:9:256:i32 steps=zeros:1:i32 --grid=1 --device=cpu --thread-order=random:5 --check=ref
import triton
import triton.language as tl


@triton.jit
def kernel(x, steps):
    i = tl.arange(0, 256)
    done = 0
    seen = i * 0
    while done < 3:
        seen += tl.load(x + 255 - i)
        tl.debug_barrier()
        done += 1
    tl.store(x + i, seen)
    last = 0
    while tl.load(x + last) > 100000:
        tl.debug_barrier()
        last += 1
    tl.store(x + i, i)
    tl.store(steps, last)
