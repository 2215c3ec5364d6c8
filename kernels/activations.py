# Functions that kernels import: activations of one block each.
import triton
import triton.language as tl


@triton.jit
def relu(x):
    return tl.maximum(x, 0.0)


@triton.jit
def leaky_relu(x, slope: tl.constexpr = 0.01):
    return tl.where(x > 0, x, x * slope)


@triton.jit
def silu(x):
    return x * tl.sigmoid(x)
