# Imports of every form, constants as the module leaves them, and a kernel chosen because no other
# function mentions it.
# RUN: %mytritonc %s --emit=ssa -O0 | FileCheck %s
# RUN: %mytritonc %s -k helper --emit=ssa -O0 | FileCheck %s --check-prefix=HELPER
import mytriton.language
import triton as t
from triton.language import *
from triton.language import load as fetch, math as m
import torch

SIZE = 4
SIZE = SIZE * 4
WIDTH = torch.cuda.get_device_properties(0).warp_size
for WIDTH in [1, 2]:
    pass


@torch.no_grad()
def host(): print(kernel)


@t.jit(do_not_specialize=["n"])
def helper(x):
    store(x, 1.0)


@t.autotune(configs=[], key=[])
@t.jit
def kernel(x, never: constexpr = None):
    i = mytriton.language.arange(0, SIZE)
    if never is not None:
        helper(x)
        store(x, WIDTH)
    store(x + i, m.exp(fetch(x + i)))


# CHECK: kernel kernel(x: ptr<f32>) {
# CHECK-NEXT: %0 = arange {start=0, end=16} : vector<16 x i32>
# CHECK-NEXT: %1 = addptr x, %0 : vector<16 x ptr<f32>>
# CHECK-NEXT: %2 = load %1, none, none : vector<16 x f32>
# CHECK-NEXT: %3 = exp %2 : vector<16 x f32>
# CHECK-NEXT: %4 = addptr x, %0 : vector<16 x ptr<f32>>
# CHECK-NEXT: store %4, %3, none
# HELPER: kernel helper(x: ptr<f32>) {
