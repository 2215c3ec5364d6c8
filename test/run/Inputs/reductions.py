#!/usr/bin/env python3
"""reductions.py MYTRITONC MYTRITON-RUN FOLDER: reduces rows of each dtype on ref and cpu, and compares
with NumPy's answer in double precision, or in integers that wrap."""

import pathlib
import subprocess
import sys

import numpy as np

KERNEL = """
import triton, triton.language as tl
@triton.jit
def k(x, total, greatest, least, N: tl.constexpr, M: tl.constexpr):
    rows, cols = tl.arange(0, M), tl.arange(0, N)
    values = tl.load(x + rows[:, None] * N + cols[None, :])
    tl.store(total + rows, tl.sum(values, axis=1))
    tl.store(greatest + rows, tl.max(values, axis=-1))
    tl.store(least, tl.min(values))
"""
SMALL = {"i8": "i32", "i16": "i32", "u8": "u32", "u16": "u32"}
NUMPY = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "u8": np.uint8,
         "u16": np.uint16, "u32": np.uint32, "u64": np.uint64, "fp16": np.float16,
         "bf16": np.uint16, "fp32": np.float32, "fp64": np.float64}
ERROR = {"fp16": 2e-3, "bf16": 2e-2, "fp32": 1e-6, "fp64": 1e-13}  # of one addition


def to_bf16(x):
    bits = x.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def from_bf16(x):
    return (x.astype(np.uint32) << 16).view(np.float32)


def operand(rng, dtype, shape):
    """The array as it is stored, and the numbers that it holds."""
    if dtype not in ERROR:
        info = np.iinfo(NUMPY[dtype])
        stored = rng.integers(info.min, info.max, shape, NUMPY[dtype], endpoint=True)
        return stored, stored.astype(object)
    x = rng.standard_normal(shape)
    stored = to_bf16(x) if dtype == "bf16" else x.astype(NUMPY[dtype])
    return stored, (from_bf16(stored) if dtype == "bf16" else stored).astype(np.float64)


def check(dtype, sums, exact, total, greatest, least):
    number = np.float64 if dtype in ERROR else object
    assert (greatest.astype(number) == exact.max(axis=1)).all()
    assert least.astype(number)[0] == exact.min()
    if dtype in ERROR:
        total = from_bf16(total) if dtype == "bf16" else total
        bound = 20 * ERROR[dtype] * np.abs(exact).sum(axis=1)
        assert (np.abs(total - exact.sum(axis=1)) <= bound).all()
    else:
        width = 2**np.iinfo(NUMPY[sums]).bits
        assert not any((int(t) - int(e)) % width for t, e in zip(total, exact.sum(axis=1)))


def main():
    mytritonc, mytriton_run, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "k.py").write_text(KERNEL)
    rng = np.random.default_rng(7)
    for dtype in NUMPY:
        sums = dtype if dtype in ERROR else SMALL.get(dtype, dtype)
        extrema = {"fp16": "fp32", "bf16": "fp32"}.get(dtype, "i32" if dtype in SMALL else dtype)
        for (rows, cols), warps in (((3, 50), 1), ((2, 1000), 4)):
            stored, exact = operand(rng, dtype, (rows, cols))
            np.save(folder / "x.npy", stored)
            types = {"x": dtype, "total": sums, "greatest": extrema, "least": extrema}
            subprocess.run([mytritonc, folder / "k.py", "-D", f"N={cols}", "-D", f"M={rows}",
                            f"--num-warps={warps}", "-o", folder / "k.cu",
                            *(f"--arg={name}=*{type}" for name, type in types.items())], check=True)
            sizes = {"total": rows, "greatest": rows, "least": 1}
            for device in ("ref", "cpu"):
                print(f"{dtype}, {rows}x{cols}, {warps} warps, {device}", flush=True)
                subprocess.run([mytriton_run, folder / "k.json", f"x={folder}/x.npy", "--grid=1",
                                f"--device={device}",
                                *(f"{name}=zeros:{size}" for name, size in sizes.items()),
                                *(f"--save={name}={folder}/{name}.npy" for name in sizes)], check=True)
                check(dtype, sums, exact, *(np.load(folder / f"{name}.npy") for name in sizes))


main()
