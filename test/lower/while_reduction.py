# A `while` ends behind its condition: what that reads of shared memory is not behind a barrier of the
# body when the loop around comes to the condition again.
# RUN: %mytriton-run %s --num-warps=4 --noalias x=randint:1:9:256:i32 out=zeros:256:i32 steps=zeros:1:i32 n=3 --grid=1 --device=cpu --thread-order=random:5 --check=ref
import triton
import triton.language as tl


@triton.jit
def kernel(x, out, steps, n):
    i = tl.arange(0, 256)
    count = 0
    for trip in range(n):
        done = 0
        while done < tl.min(tl.load(x + i) + trip, axis=0):
            tl.debug_barrier()
            done += 1
        count += done
    tl.store(out + i, i + count)
    tl.store(steps, count)
