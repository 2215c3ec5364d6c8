# A source takes the types of its parameters from the values; None is a constant; a default serves
# where nothing is given.
#
# RUN: rm -rf %t && mkdir %t && cd %t
# RUN: %python -c "import numpy as np; np.save('x', np.arange(5, dtype='i4'))"
# RUN: %mytriton-run %s x=x.npy bias=None out=zeros:5:i32 n=5 --grid=1 --device=ref --save out=plain.npy
# RUN: %mytriton-run %s x=x.npy bias=ones:5:i32 out=zeros:5:i32 n=5 step=2 --grid=1 --device=ref --save out=biased.npy
# RUN: %python -c "import numpy as np; assert np.load('plain.npy').tolist() == [3, 4, 5, 6, 7] and np.load('biased.npy').tolist() == [3, 4, 5, 6, 7]"
# RUN: %mytriton-run %s --describe bias=None x=x.npy out=@x | FileCheck %s
# CHECK: arguments  x     *i32   only read
# CHECK:            out   *i32
# CHECK:            n     i32
# CHECK:            step  i32    default 3
# CHECK: constants  bias = None
import triton
import triton.language as tl


@triton.jit
def shift(x, bias, out, n, step=3):
    offsets = tl.arange(0, 8)
    mask = offsets < n
    value = tl.load(x + offsets, mask=mask) + step
    if bias is not None:
        value += tl.load(bias + offsets, mask=mask)
    tl.store(out + offsets, value, mask=mask)
