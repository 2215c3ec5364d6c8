"""What the matrix products in kernels/ must compute, in the terms of launches.py: their blocks are
tiles, BM x BN of the result in steps of BK.

The error that is allowed grows with the length of the sums: each of K additions rounds to half a unit
of the sum's dtype.
"""

import dataclasses
import math

import numpy as np

from arrays import SENTINEL, Launch, from_bf16, to_bf16

LENGTHS = (1, 17, 64, 100, 257)
# What a tile of so many elements is, where the number is all that is asked for.
TILES = {128: (8, 16, 16), 1000: (25, 40, 8), 4096: (64, 64, 16), 8192: (128, 64, 16)}
MOST_PROGRAMS = 5_000  # of a launch; more take the interpreter too long

BIG_TILES = [(64, 64, 16), (64, 64, 32), (16, 32, 16), (17, 33, 5), (100, 100, 7), (1, 64, 64),
             (257, 17, 8), (1, 1, 1), (128, 64, 8)]
ROW_TILES = [(1, 257, 1), (1, 64, 1), (1, 100, 1), (1, 1024, 1)]
SUMMED_TILES = [(1, 64, 32), (1, 17, 100), (1, 257, 8), (1, 100, 7)]
BATCHES = [(1, 1, 1), (17, 64, 1), (1, 17, 100), (64, 17, 64), (16, 16, 16), (5, 3, 257), (100, 100, 17),
           (64, 64, 128)]
FP32 = ("fp32", "fp32")


@dataclasses.dataclass
class Product:
    tiles: list
    names: tuple = ("BM", "BN", "BK")  # the constexprs, of BM, BN and BK
    dtypes: tuple = (FP32,)            # of the factors and of the result; tiles take turns
    counts: tuple = ("M", "N", "K")    # the arguments


KERNELS = {
    "batched_matmul": Product(BATCHES, counts=(), dtypes=(
        FP32, ("fp16", "fp32"), ("bf16", "fp32"), ("i8", "i32"), ("fp64", "fp64"))),
    "matmul": Product(BIG_TILES),
    "matmul_bias_relu": Product(BIG_TILES,
                                dtypes=(("fp16", "fp16"), ("bf16", "fp32"), FP32)),
    "matmul_transposed": Product(BIG_TILES),
    "naive_matmul": Product(ROW_TILES, names=("", "BLOCK", ""), counts=("N", "K")),
    "summed_matmul": Product(SUMMED_TILES, names=("", "BN", "BK"), counts=("N", "K")),
}
DTYPES = {"fp16": np.float16, "fp32": np.float32, "fp64": np.float64, "i32": np.int32}


def tile_of(kernel, block):
    """The tile that a number of elements stands for, in a kernel that takes one row also as a row."""
    if isinstance(block, tuple):
        return block
    m, n, k = TILES[block]
    return {"naive_matmul": (1, block, 1), "summed_matmul": (1, n, m)}.get(kernel, (m, n, k))


def constexprs(kernel, block):
    named = zip(KERNELS[kernel].names, tile_of(kernel, block))
    return {name: value for name, value in named if name}


def dtypes(kernel, block):
    product = KERNELS[kernel]
    number = product.tiles.index(block) if block in product.tiles else 0
    return product.dtypes[number % len(product.dtypes)]


def types(kernel, block):
    factors, result = dtypes(kernel, block)
    return [f"--arg={name}=*{factors}" for name in "ab"] + [f"--arg=c=*{result}"]


def sizes(kernel, tile, full):
    """M, N and K: 25 of the 125 combinations, such that each pair of lengths occurs. The tiles share
    them out; with `full` each takes 25, and five tiles one after another take all."""
    product = KERNELS[kernel]
    if not product.counts:
        return [tile]
    number, count = product.tiles.index(tile), len(LENGTHS)
    # So much beyond a square, that of two of the greatest lengths the third is short.
    shift = count - 2 + number * full
    square = [(m, n, LENGTHS[(i + j + shift) % count])
              for i, m in enumerate(LENGTHS) for j, n in enumerate(LENGTHS)]
    if not full:
        square = square[number::len(product.tiles)]
    return [size for size in square if math.prod(grid_of(tile, size)) <= MOST_PROGRAMS]


def grid_of(tile, size):
    return math.ceil(size[0] / tile[0]), math.ceil(size[1] / tile[1])


def factor(rng, shape, dtype):
    """What is passed, and its values in double precision."""
    values = rng.standard_normal(shape).astype(np.float32)
    if dtype == "bf16":
        passed = to_bf16(values)
        return passed, from_bf16(passed).astype(np.float64)
    if dtype == "i8":
        passed = rng.integers(-128, 128, shape).astype(np.int8)
        return passed, passed.astype(np.float64)
    passed = values.astype(DTYPES[dtype])
    return passed, passed.astype(np.float64)


def launch(rng, kernel, tile, size, pad):
    product = KERNELS[kernel]
    factors, result = dtypes(kernel, tile)
    m, n, k = size
    batches = 1 if product.counts else 3
    a, left = factor(rng, (batches, m, k), factors)
    b, right = factor(rng, (batches, k, n), factors)
    want = left @ right
    unit = {"i32": 0, "fp64": 2.0**-53}.get(result, 2.0**-24)
    bound = (np.abs(left) @ np.abs(right)) * unit * (k + 2)
    if kernel == "matmul_transposed":
        b = np.ascontiguousarray(np.swapaxes(b, 1, 2))
    arguments = {"a": a.reshape(-1), "b": b.reshape(-1)}
    if kernel == "matmul_bias_relu":
        arguments["bias"] = rng.standard_normal(n).astype(np.float32)
        want = np.maximum(want + arguments["bias"], 0)
        bound = bound + np.abs(arguments["bias"]) * unit
    if result == "fp16":
        bound = bound + np.abs(want) * 2.0**-11 + 2.0**-24
    arguments["c"] = np.full(want.size + pad, SENTINEL, DTYPES[result])
    counts = {"M": m, "N": n, "K": k}
    arguments.update({name: counts[name] for name in product.counts})
    grid = "{},{}".format(*grid_of(tile, size)) if product.counts else f"{batches}"
    return Launch(arguments, {"c": np.concatenate([want.reshape(-1), np.full(pad, SENTINEL)])}, grid,
                  rtol=0, atol=np.concatenate([bound.reshape(-1), np.zeros(pad)]))
