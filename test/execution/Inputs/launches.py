"""What each kernel in kernels/ must compute: its arguments for a problem size, and the outputs as
NumPy computes them in double precision, knowing nothing of the compiler."""

import itertools
import math
import pathlib

import numpy as np

import products
from arrays import SENTINEL, Launch, double, from_bf16, output, stored, to_bf16, values

KERNELS = pathlib.Path(__file__).resolve().parents[3] / "kernels"

# A block of N elements for the kernels that have BLOCK, as a tile for those that have BM and BN.
TILES = {1: (1, 1), 31: (31, 1), 32: (4, 8), 100: (10, 10), 128: (1, 128), 1000: (8, 125),
         1024: (32, 32), 4096: (64, 64), 8192: (64, 128)}
# One row in a block, and blocks of three dimensions.
ROWS = [1, 5, 513, 1024, 4097, 65_536]
CUBES = {1: (1, 1, 1), 30: (2, 3, 5), 128: (4, 4, 8), 1000: (1, 8, 125), 4096: (4, 8, 128),
         8192: (8, 8, 128)}
MOST_SWEPT = 4096  # larger tiles take longer and show nothing else


# --- kernels over a vector: functions of (rng, n, pad) ----------------------------------------------


def unary(function):
    def launch(rng, n, pad):
        x = values(rng, n)
        return Launch({"x": x, "out": output(n, pad), "n": n},
                      {"out": stored(function(double(x)), pad)}, "cdiv(n, BLOCK)")
    return launch


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def relu(x):
    return np.where(np.isnan(x), np.nan, np.where(x > 0, x, 0))


def add(rng, n, pad):
    x, y = values(rng, n), values(rng, n)
    return Launch({"x": x, "y": y, "out": output(n, pad), "n": n},
                  {"out": stored(double(x) + double(y), pad)}, "cdiv(n, BLOCK)")


def silu(x):
    return x * sigmoid(x)


def leaky_relu(x):
    slope = np.float64(np.float32(0.01))
    return np.where(x > 0, x, x * slope)


def silu_mul(rng, n, pad):
    gate, up = values(rng, n), values(rng, n)
    # In single precision exp overflows, which the formula turns into -0 or NaN as it should.
    g, e = double(gate), double(np.exp(-gate))
    activated = double((g / (1 + e)).astype(np.float32))
    return Launch({"gate": gate, "up": up, "out": output(n, pad), "n": n},
                  {"out": stored(activated * double(up), pad)}, "cdiv(n, BLOCK)")


def scale_bias(rng, n, pad):
    x = values(rng, n)
    return Launch({"x": x, "out": output(n, pad), "scale": 2.5, "bias": -0.75, "n": n},
                  {"out": stored(double(x) * 2.5 - 0.75, pad)}, "cdiv(n, BLOCK)")


def axpy(rng, n, pad):
    x, y = (values(rng, n, huge=False) for _ in "xy")
    y = np.concatenate([y, np.full(pad, SENTINEL, np.float32)])
    result = double(y[:n]) + 1.5 * double(x)
    return Launch({"alpha": 1.5, "x": x, "y": y, "n": n}, {"y": stored(result, pad)}, "cdiv(n, BLOCK)")


def swap(rng, n, pad):
    x, y = values(rng, n), values(rng, n)
    padding = np.full(pad, SENTINEL, np.float32)
    return Launch({"x": np.concatenate([x, padding]), "y": np.concatenate([y, padding]), "n": n},
                  {"x": stored(y, pad), "y": stored(x, pad)}, "cdiv(n, BLOCK)")


def clamp(rng, n, pad):
    x = values(rng, n)
    limited = np.where(np.isnan(x), np.nan, np.clip(double(x), -0.5, 1.0))
    return Launch({"x": x, "out": output(n, pad), "low": -0.5, "high": 1.0, "n": n},
                  {"out": stored(limited, pad)}, "cdiv(n, BLOCK)")


def band_stop(rng, n, pad):
    x = values(rng, n)
    kept = np.where((x < -0.5) | (x > 0.5), double(x), 0)
    kept = np.where(np.isnan(x), SENTINEL, kept)
    return Launch({"x": x, "out": output(n, pad), "low": -0.5, "high": 0.5, "n": n},
                  {"out": stored(kept, pad)}, "cdiv(n, BLOCK)")


def gather(rng, n, pad):
    table = values(rng, 57)
    index = rng.integers(-3, 60, n).astype(np.int32)
    valid = (index >= 0) & (index < 57)
    result = np.where(valid, double(table)[np.where(valid, index, 0)], -1.5)
    return Launch({"table": table, "index": index, "out": output(n, pad), "size": 57, "n": n,
                   "missing": -1.5},
                  {"out": stored(result, pad)}, "cdiv(n, BLOCK)")


def int_mix(rng, n, pad):
    extremes = [-2**31, 2**31 - 1, -1, 0, 1]
    x = rng.integers(-2**31, 2**31, n).astype(np.int32)
    y = rng.integers(-9, 10, n).astype(np.int32)
    pairs = list(itertools.product(extremes, extremes))
    if n >= len(pairs):
        x[:len(pairs)], y[:len(pairs)] = zip(*pairs)

    a, b = x.astype(np.int64), y.astype(np.int64)
    divisor = np.where(b == 0, 1, b)
    quotient = np.abs(a) // np.abs(divisor) * np.where((a < 0) == (divisor < 0), 1, -1)
    quotient = np.where(b == 0, -1, quotient)  # a quotient by zero is all ones,
    remainder = np.where(b == 0, a, a - quotient * b)  # and its remainder the dividend
    mixed = a * 1000003 + quotient - remainder
    result = (np.where(a != b, mixed, -mixed) + 2**31) % 2**32 - 2**31
    return Launch({"x": x, "y": y, "out": np.full(n + pad, 123, np.int32), "n": n},
                  {"out": stored(result, pad, np.int32)}, "cdiv(n, BLOCK)")


def reverse(rng, n, pad):
    x = values(rng, n)
    return Launch({"x": x, "out": output(n, pad), "n": n}, {"out": stored(x[::-1], pad)},
                  "cdiv(n, BLOCK)")


def grid_fill(rng, n, pad, block):
    programs = math.ceil(n / block)
    gx, gy = min(programs, 3), 2
    gz = math.ceil(programs / (gx * gy)) if programs else 0
    return Launch({"out": np.full(n + pad, 123, np.int32), "n": n},
                  {"out": stored(np.arange(n) // block, pad, np.int32)}, f"{gx},{gy},{gz}")


def gelu(x):
    return x * 0.5 * (1 + np.array([math.erf(v / math.sqrt(2)) for v in x]))


def gated_residual(rng, n, pad):
    x, gate, residual = (to_bf16(values(rng, n, huge=False)) for _ in range(3))
    wide = [double(from_bf16(bits)) for bits in (x, gate, residual)]
    result = to_bf16((wide[2] + wide[0] * sigmoid(wide[1])).astype(np.float32))
    before = to_bf16(output(n, pad))
    return Launch({"x": x, "gate": gate, "residual": residual, "out": before, "n": n},
                  {"out": np.concatenate([result, before[n:]])}, "cdiv(n, BLOCK)",
                  rtol=1.6e-2, atol=1e-5, bf16=True)


def mix_fp16(rng, n, pad):
    a, b = (values(rng, n).astype(np.float16) for _ in "ab")
    result = a + (b - a) * np.float16(0.375)  # each step is rounded, as NumPy does it too
    return Launch({"a": a, "b": b, "out": np.full(n + pad, SENTINEL, np.float16), "weight": 0.375,
                   "n": n},
                  {"out": stored(result, pad, np.float16)}, "cdiv(n, BLOCK)", rtol=1e-3, atol=1e-3)


def quantize_int8(rng, n, pad):
    x = values(rng, n) * np.float32(4)
    steps = np.floor(double(x) * 16 + 0.5)  # a power of two: no product is rounded
    steps = np.where(np.isnan(x), -128, np.clip(steps, -128, 127))
    return Launch({"x": x, "out": np.full(n + pad, 123, np.int8), "steps_per_unit": 16.0, "n": n},
                  {"out": stored(steps, pad, np.int8)}, "cdiv(n, BLOCK)")


def hash_u32(rng, n, pad):
    x = rng.integers(0, 2**32, n, dtype=np.uint32)
    bits = [int(v) ^ 0xDEADBEEF for v in x]
    bits = [(v ^ v >> 16) * 0x7FEB352D % 2**32 for v in bits]
    bits = [(v ^ v >> 15) * 0x846CA68B % 2**32 for v in bits]
    bits = [(v << 13 | v >> 19) % 2**32 for v in bits]
    result = np.array([v ^ v >> 16 for v in bits], np.uint32)
    return Launch({"x": x, "out": np.full(n + pad, 123, np.uint32), "seed": 0xDEADBEEF, "n": n},
                  {"out": stored(result, pad, np.uint32)}, "cdiv(n, BLOCK)")


def count_bits(rng, n, pad):
    x = rng.integers(0, 2**64, n, dtype=np.uint64) >> rng.integers(0, 64, n, dtype=np.uint64)
    result = np.array([int(v).bit_count() for v in x], np.uint8)
    return Launch({"x": x, "out": np.full(n + pad, 123, np.uint8), "n": n},
                  {"out": stored(result, pad, np.uint8)}, "cdiv(n, BLOCK)")


def damped_wave(rng, n, pad):
    t = rng.uniform(-3, 100, n)
    result = np.exp2(-0.125 * t) * (4 * np.abs(2.5 * t - np.floor(2.5 * t) - 0.5) - 1)
    return Launch({"t": t, "out": np.full(n + pad, SENTINEL, np.float64), "decay": 0.125,
                   "frequency": 2.5, "n": n},
                  {"out": stored(result, pad, np.float64)}, "cdiv(n, BLOCK)", rtol=1e-12, atol=1e-12)


def either_not_both(rng, n, pad):
    a, b = (rng.integers(0, 2, n).astype(np.bool_) for _ in "ab")
    return Launch({"a": a, "b": b, "out": np.full(n + pad, True), "n": n},
                  {"out": np.concatenate([a != b, np.full(pad, True)])}, "cdiv(n, BLOCK)")


def persistent_scale(rng, n, pad):
    x = values(rng, n, huge=False)
    return Launch({"x": x, "out": output(n, pad), "factor": 1.5, "n": n},
                  {"out": stored(double(x) * 1.5, pad)}, "7")


def window_max(rng, n, pad):
    x = rng.standard_normal(n).astype(np.float32)
    width = 5
    padded = np.concatenate([np.full(width - 1, -np.inf, np.float32), x])
    result = np.max([padded[k:k + n] for k in range(width)], axis=0)
    return Launch({"x": x, "out": output(n, pad), "width": width, "n": n},
                  {"out": stored(result, pad)}, "cdiv(n, BLOCK)")


# --- kernels over a matrix: functions of (rng, M, N, pad) -------------------------------------------

BY_TILES = "cdiv(M, BM), cdiv(N, BN)"


def matrix_add_2d(rng, m, n, pad):
    x, y = values(rng, (m, n)), values(rng, (m, n))
    return Launch({"x": x, "y": y, "out": output(m * n, pad), "M": m, "N": n},
                  {"out": stored(double(x) + double(y), pad)}, BY_TILES)


def matrix_transpose(rng, m, n, pad):
    x = values(rng, (m, n))
    return Launch({"x": x, "out": output(m * n, pad), "M": m, "N": n}, {"out": stored(x.T, pad)},
                  BY_TILES)


def row_bias_add(rng, m, n, pad):
    x, bias, scale = (values(rng, shape, huge=False) for shape in ((m, n), n, m))
    with np.errstate(invalid="ignore"):
        result = double(x) * double(scale)[:, None] + double(bias)
    return Launch({"x": x, "bias": bias, "scale": scale, "out": output(m * n, pad), "M": m, "N": n},
                  {"out": stored(result, pad)}, BY_TILES)


def outer_product(rng, m, n, pad):
    a, b = values(rng, m), values(rng, n)
    with np.errstate(invalid="ignore"):
        result = np.outer(double(a), double(b))
    return Launch({"a": a, "b": b, "out": output(m * n, pad), "M": m, "N": n},
                  {"out": stored(result, pad)}, "cdiv(N, BN), cdiv(M, BM)")


# --- kernels that reduce a row in a block: functions of (rng, rows, columns, pad) -------------------


def sum_error(terms, axis):
    """What rounding may do to sums in single precision: the tree's depth times the unit, generously,
    of the sum of what goes in."""
    return 3e-6 * max(1.0, np.abs(terms).sum(axis=axis).max(initial=0))


def softmax_of(x):
    numerators = np.exp(x - x.max(axis=1, keepdims=True))
    return numerators / numerators.sum(axis=1, keepdims=True)


def softmax(rng, rows, cols, pad):
    x = 4 * rng.standard_normal((rows, cols)).astype(np.float32)
    if cols > 4:
        x[:, 2], x[:, 4] = -np.inf, 60.0
    return Launch({"x": x, "out": output(rows * cols, pad), "n_cols": cols},
                  {"out": stored(softmax_of(double(x)), pad)}, f"{rows}", rtol=1e-5)


def norm_activation(rng, rows, cols, pad, block):
    x = 2 * rng.standard_normal((rows, cols)).astype(np.float32) + 3
    deviation = np.sqrt(double(x).var(axis=1, keepdims=True) + 1e-5)
    normal = (double(x) - double(x).mean(axis=1, keepdims=True)) / deviation
    return Launch({"x": x, "out": output(rows * cols, pad), "n_cols": cols},
                  {"out": stored(ACTIVATIONS[activation(block)](normal), pad)}, f"{rows}", rtol=1e-4, atol=1e-4)


def layer_norm(rng, rows, cols, pad):
    x = 2 * rng.standard_normal((rows, cols)).astype(np.float32) + 3
    weight, bias = (rng.standard_normal(cols).astype(np.float32) for _ in "wb")
    average = double(x).mean(axis=1)
    rstd = 1 / np.sqrt(double(x).var(axis=1) + double(np.float32(0.01)))
    normal = (double(x) - average[:, None]) * rstd[:, None] * double(weight) + double(bias)
    arguments = {"x": x, "weight": weight, "bias": bias, "out": output(rows * cols, pad),
                 "mean": output(rows, pad), "rstd": output(rows, pad), "n_cols": cols, "eps": 0.01}
    return Launch(arguments, {"out": stored(normal, pad), "mean": stored(average, pad),
                              "rstd": stored(rstd, pad)}, f"{rows}", rtol=1e-4, atol=1e-4)


def long_row_sum(rng, rows, cols, pad):
    x = rng.standard_normal((rows, cols)).astype(np.float32)
    return Launch({"x": x, "out": output(rows, pad), "n_cols": cols},
                  {"out": stored(double(x).sum(axis=1), pad)}, f"{rows}", atol=sum_error(x, 1))


def row_extrema(rng, rows, cols, pad):
    x = rng.standard_normal((rows, cols)).astype(np.float32)
    x[rng.random((rows, cols)) < 0.2] = np.nan
    x[:1] = np.nan  # of nothing but NaN there is none
    with np.errstate(all="ignore"):
        some = ~np.isnan(x).all(axis=1)
        least = np.where(some, np.where(np.isnan(x), np.inf, x).min(axis=1), np.nan)
        greatest = np.where(some, np.where(np.isnan(x), -np.inf, x).max(axis=1), np.nan)
    arguments = {"x": x, "n_cols": cols,
                 **{name: output(rows, pad) for name in ("least", "greatest", "spread")}}
    return Launch(arguments, {"least": stored(least, pad), "greatest": stored(greatest, pad),
                              "spread": stored(greatest - least, pad)}, f"{rows}")


# --- kernels that reduce tiles ------------------------------------------------------------------------


def matrix_softmax(rng, m, n, pad):
    x = 3 * rng.standard_normal((m, n)).astype(np.float32)
    return Launch({"x": x, "out": output(m * n, pad), "M": m, "N": n},
                  {"out": stored(softmax_of(double(x)), pad)}, "cdiv(M, BM)", rtol=1e-5)


def column_sums(rng, m, n, pad):
    x = rng.standard_normal((m, n)).astype(np.float32)
    return Launch({"x": x, "out": output(n, pad), "M": m, "N": n},
                  {"out": stored(double(x).sum(axis=0), pad)}, "cdiv(N, BN)", atol=sum_error(x, 0))


def channel_stats(rng, channels, height, width, pad, block):
    images = CUBES[block][0]
    x = rng.standard_normal((images, channels, height, width)).astype(np.float32)
    with np.errstate(all="ignore"):
        mean = double(x).mean(axis=(0, 2, 3))
    greatest = x.max(axis=(2, 3)) if x.size else np.zeros((images, channels))
    return Launch({"x": x, "mean": output(channels, pad), "greatest": output(images * channels, pad),
                   "channels": channels, "H": height, "W": width},
                  {"mean": stored(mean, pad), "greatest": stored(greatest, pad)}, f"{channels}")


VECTORS = {"add": add, "axpy": axpy, "band_stop": band_stop, "clamp": clamp, "copy": unary(lambda x: x),
           "count_bits": count_bits, "damped_wave": damped_wave, "either_not_both": either_not_both,
           "gated_residual": gated_residual, "gather": gather, "gelu": unary(gelu),
           "grid_fill": grid_fill, "hash_u32": hash_u32, "int_mix": int_mix,
           "leaky_relu": unary(leaky_relu), "mix_fp16": mix_fp16,
           "persistent_scale": persistent_scale, "quantize_int8": quantize_int8,
           "relu": unary(relu), "reverse": reverse, "scale_bias": scale_bias,
           "sigmoid": unary(sigmoid), "silu_mul": silu_mul, "swap": swap,
           "window_max": window_max}
MATRICES = {"matrix_add_2d": matrix_add_2d, "matrix_transpose": matrix_transpose,
            "outer_product": outer_product, "row_bias_add": row_bias_add}
ROW_KERNELS = {"layer_norm": layer_norm, "long_row_sum": long_row_sum,
               "norm_activation": norm_activation, "row_extrema": row_extrema, "softmax": softmax}
MATRICES.update({"column_sums": column_sums, "matrix_softmax": matrix_softmax})
WITH_BLOCK = {"channel_stats": channel_stats, "grid_fill": grid_fill, "norm_activation": norm_activation}
ACTIVATIONS = {"relu": relu, "leaky_relu": leaky_relu, "silu": silu}
LONG_STEPS = 3
CONSTEXPRS = {"long_row_sum": {"STEPS": LONG_STEPS}, "int_mix": {"FACTOR": 1000003}}


def activation(block):
    return list(ACTIVATIONS)[block % 3]


def blocks(kernel):
    """The blocks to try: their numbers of elements, or a product's tiles."""
    if kernel in products.KERNELS:
        return products.KERNELS[kernel].tiles
    if kernel in ROW_KERNELS:
        return ROWS
    return [n for n in (CUBES if kernel == "channel_stats" else TILES) if n <= MOST_SWEPT]


def constexprs(kernel, block):
    """The kernel's constexprs for that block; tools may ask for any number of elements in TILES."""
    if kernel in products.KERNELS:
        return products.constexprs(kernel, block)
    shape = {"BLOCK": block}
    if kernel == "channel_stats":
        shape = dict(zip(("B", "BH", "BW"), CUBES[block]))
    elif kernel in MATRICES:
        shape = dict(zip(("BM", "BN"), TILES[block]))
    if kernel == "norm_activation":
        shape["ACTIVATION"] = activation(block)
    return {**shape, **CONSTEXPRS.get(kernel, {})}


def sizes(kernel, block, full=False):
    """0, 1, one less than a block, a block, one more, about 10,007."""
    if kernel in products.KERNELS:
        return products.sizes(kernel, block, full)
    if kernel == "channel_stats":
        _, h, w = CUBES[block]
        return sorted({(0, h, w), (1, 1, 1), (3, h, w), (2, max(h - 1, 1), max(w - 1, 1))})
    if kernel in ROW_KERNELS:
        longest = block * LONG_STEPS if kernel == "long_row_sum" else block
        return sorted({(0, 1), (3, 1), (3, block), (2, max(block - 1, 1)), (2, longest)})
    if kernel in VECTORS:
        return sorted({0, 1, block - 1, block, block + 1, 10_007})
    bm, bn = TILES[block]
    if kernel == "matrix_softmax":  # a row fits in one block
        return sorted({(0, 1), (1, 1), (bm, bn), (bm + 1, max(bn - 1, 1)), (2 * bm + 1, bn)})
    return sorted({(0, 5), (1, 1), (max(bm - 1, 1), max(bn - 1, 1)), (bm, bn), (bm + 1, bn + 1),
                   (97, 103)})


def large_sizes(kernel, block):
    """About a million elements, in blocks of a power of two and in others."""
    if block not in (1000, 4096) or kernel == "matrix_softmax":
        return []
    return [1_000_003] if kernel in VECTORS else [(997, 1003)] if kernel in MATRICES else []


def launch(kernel, block, size, pad, seed=0):
    rng = np.random.default_rng([sum(kernel.encode()), *np.atleast_1d(block), *np.atleast_1d(size), seed])
    with np.errstate(over="ignore", invalid="ignore"):
        if kernel in products.KERNELS:
            return products.launch(rng, kernel, block, size, pad)
        if kernel in WITH_BLOCK:
            return WITH_BLOCK[kernel](rng, *np.atleast_1d(size), pad, block)
        if kernel in ROW_KERNELS:
            return ROW_KERNELS[kernel](rng, *size, pad)
        if kernel in VECTORS:
            return VECTORS[kernel](rng, size, pad)
        return MATRICES[kernel](rng, *size, pad)


def all_kernels():
    return sorted([*VECTORS, *MATRICES, *ROW_KERNELS, *products.KERNELS, "channel_stats"])


def compile_command(mytritonc, kernel, block, *options):
    """The command that compiles the kernel for that block."""
    command = [mytritonc, str(KERNELS / f"{kernel}.py"), *options]
    if kernel in products.KERNELS:
        command += products.types(kernel, block)
    for name, value in constexprs(kernel, block).items():
        command += ["-D", f"{name}={value}"]
    return command
