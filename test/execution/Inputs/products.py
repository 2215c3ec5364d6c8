#!/usr/bin/env python3
"""Runs a matrix product of kernels/ over tiles, problem sizes, dtypes and numbers of warps, on every
device, and compares with NumPy's product in double precision.

    products.py KERNEL --mytritonc PATH --mytriton-run PATH --folder TEMPORARY [--devices ref,cpu]
                [--sample N]

The error that is allowed grows with the length of the sums: each of K additions rounds to half a unit
of the sum's dtype.
"""

import argparse
import sys

import numpy as np

import launches
import runner

SENTINEL = 123.0

# BM, BN, BK, and the problem sizes M, N, K to run with them.
TILES = [
    ((64, 64, 16), [(100, 257, 64), (64, 64, 17), (1, 100, 257)]),
    ((64, 64, 32), [(64, 64, 64), (257, 17, 100)]),
    ((16, 32, 16), [(17, 64, 1), (100, 1, 100)]),
    ((17, 33, 5), [(17, 33, 5), (100, 64, 17)]),
    ((100, 100, 7), [(100, 100, 64), (17, 257, 1)]),
    ((1, 64, 64), [(1, 257, 100), (17, 64, 257)]),
    ((257, 17, 8), [(257, 17, 17), (100, 17, 64)]),
    ((1, 1, 1), [(1, 1, 17), (2, 3, 4)]),
    ((128, 64, 8), [(100, 100, 100), (257, 64, 1)]),
]
BATCHES = [(1, 1, 1), (17, 64, 1), (1, 17, 100), (64, 17, 64), (16, 16, 16), (5, 3, 257), (100, 100, 17),
           (64, 64, 128)]
WARPS = (1, 2, 4, 8)


def factor(rng, shape, dtype):
    """What is passed, and its values in double precision."""
    values = rng.standard_normal(shape).astype(np.float32)
    if dtype == "bf16":
        passed = launches.to_bf16(values)
        return passed, launches.from_bf16(passed).astype(np.float64)
    if dtype == "i8":
        passed = rng.integers(-128, 128, shape).astype(np.int8)
        return passed, passed.astype(np.float64)
    passed = values.astype({"fp16": np.float16, "fp32": np.float32, "fp64": np.float64}[dtype])
    return passed, passed.astype(np.float64)


class Products(runner.Runner):
    def compile(self, where, kernel, tile, warps, dtype, result):
        types = [f"--arg={name}=*{dtype}" for name in "ab"] + [f"--arg=c=*{result}"]
        sizes = [f"-D{name}={value}" for name, value in zip(("BM", "BN", "BK"), tile)]
        source = str(launches.KERNELS / f"{kernel}.py")
        return self.run(where, [self.options.mytritonc, source, *sizes, *types,
                                f"--num-warps={warps}", f"--emit={self.emitted()}", "-o",
                                f"{self.folder}/kernel.cu"])

    def launch(self, where, arguments, want, bound, grid):
        passed = self.passed(arguments)
        for device in self.options.devices:
            saved = self.folder / f"c.{device}.npy"
            self.launched += 1
            if not self.run(f"{where} on {device}",
                            [self.options.mytriton_run, str(self.folder / "kernel.json"), *passed,
                             f"--device={device}", f"--grid={grid}", f"--save=c={saved}"]):
                continue
            got = np.load(saved).astype(np.float64)
            wrong = ~(np.abs(got - want) <= bound)
            if wrong.any():
                at = int(np.flatnonzero(wrong.reshape(-1))[0])
                self.fail(f"{where} on {device}", f"{wrong.sum()} differ, the first at {at}: "
                          f"{got.reshape(-1)[at]!r} instead of {want.reshape(-1)[at]!r}")

    def problem(self, kernel, size, dtype, result):
        """Arguments, the result, and the error that its sums may have."""
        rng = np.random.default_rng([*size, *kernel.encode()])
        m, n, k = size
        batches = 3 if kernel == "batched_matmul" else 1
        a, left = factor(rng, (batches, m, k), dtype)
        b, right = factor(rng, (batches, k, n), dtype)
        want = left @ right
        unit = {"i32": 0, "fp64": 2.0**-53}.get(result, 2.0**-24)
        bound = (np.abs(left) @ np.abs(right)) * unit * (k + 2)
        if kernel == "matmul_transposed":
            b = np.ascontiguousarray(np.swapaxes(b, 1, 2))
        arguments = {"a": a.reshape(-1), "b": b.reshape(-1)}
        if kernel == "matmul_bias_relu":
            bias = rng.standard_normal(n).astype(np.float32)
            arguments["bias"] = bias
            want = np.maximum(want + bias, 0)
            bound = bound + np.abs(bias) * unit
        if result == "fp16":
            bound = bound + np.abs(want) * 2.0**-11 + 2.0**-24
        dtypes = {"i32": np.int32, "fp16": np.float16, "fp32": np.float32, "fp64": np.float64}
        padding = 3
        arguments["c"] = np.full(want.size + padding, SENTINEL, dtypes[result])
        if batches == 1:
            arguments.update(M=m, N=n, K=k)
        return (arguments, np.concatenate([want.reshape(-1), np.full(padding, SENTINEL)]),
                np.concatenate([bound.reshape(-1), np.zeros(padding)]))

    def all(self, kernel):
        batched = kernel == "batched_matmul"
        dtypes = {"batched_matmul": [("fp32", "fp32"), ("fp16", "fp32"), ("bf16", "fp32"),
                                     ("i8", "i32"), ("fp64", "fp64")],
                  "matmul_bias_relu": [("fp16", "fp16"), ("bf16", "fp32"), ("fp32", "fp32")],
                  }.get(kernel, [("fp32", "fp32")])
        tiles = [(tile, [tile]) for tile in BATCHES] if batched else TILES
        for number, (tile, sizes) in enumerate(tiles):
            if number % self.options.sample:
                continue
            dtype, result = dtypes[number % len(dtypes)]
            # Two of the four numbers of warps, other ones for the next tile.
            for warps in (WARPS[number % 4], WARPS[(number + 2) % 4]):
                where = f"{kernel} {tile} {dtype}, {warps} warps"
                if not self.compile(where, kernel, tile, warps, dtype, result):
                    continue
                for size in sizes:
                    arguments, want, bound = self.problem(kernel, size, dtype, result)
                    grid = "3" if batched else "cdiv(M, BM), cdiv(N, BN)"
                    self.launch(f"{where}, size {size}", arguments, want, bound, grid)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kernel")
    parser.add_argument("--mytritonc", required=True)
    parser.add_argument("--mytriton-run", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--devices", type=lambda text: text.split(","), default=["ref", "cpu"])
    parser.add_argument("--sample", type=int, default=1, help="take every Nth tile")
    products = Products(parser.parse_args())
    products.all(products.options.kernel)
    print(f"{products.options.kernel}: {products.launched} launches, {len(products.failures)} failures")
    return 1 if products.failures or not products.launched else 0


sys.exit(main())
