"""dtypes_check.py MYTRITON-RUN KERNELS FOLDER: see ../dtypes.py."""

import os
import subprocess
import sys

import numpy as np

tool, kernels, folder = sys.argv[1:]
os.chdir(folder)
SIZE = 333
rng = np.random.default_rng(1)


def run(name, kernel, x, s, want):
    np.save("x.npy", x)
    np.save("want.npy", want)
    for device in ("ref", "cpu"):
        for options in (["-D", "BLOCK=256", "--arg", f"x=*{name}:16", "--arg", f"out=*{name}:16"],
                        ["-D", "BLOCK=100"]):
            command = [tool, kernels, "-k", kernel, *options, "x=x.npy", f"out=zeros:{SIZE}:{name}",
                       f"s={s}:{name}", f"n={SIZE}", "--grid=cdiv(n, BLOCK)", f"--device={device}",
                       "--rtol=0", "--atol=0", "--expect", "out=want.npy"]
            if "--arg" not in options and name == "bf16":  # a file of uint16 does not say so
                command += ["--arg", "x=*bf16"]
            done = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
            if done.returncode != 0:
                sys.exit(f"{' '.join(command)}\n{done.stdout}")


def to_bf16(values):
    """The bits of the bfloat16 nearest to each float, ties to even."""
    bits = np.asarray(values, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


for bits in (8, 16, 32, 64):
    for sign in "iu":
        name, dtype = f"{sign}{bits}", np.dtype(f"{sign}{bits // 8}")
        limits = np.iinfo(dtype)
        x = rng.integers(limits.min, limits.max, SIZE, dtype, endpoint=True)
        s = limits.max - 4
        run(name, "scale", x, s, x * dtype.type(s) + x)

for name, dtype in (("fp16", np.float16), ("fp32", np.float32), ("fp64", np.float64)):
    x = rng.standard_normal(SIZE).astype(dtype)
    run(name, "scale", x, 0.3, x * dtype(0.3) + x)
x = to_bf16(rng.standard_normal(SIZE))
product = to_bf16(from_bf16(x) * from_bf16(to_bf16([0.3])))
run("bf16", "scale", x, 0.3, to_bf16(from_bf16(product) + from_bf16(x)))

x = rng.integers(0, 2, SIZE) != 0
run("i1", "flip", x, True, ~x)
