"""dtypes_check.py MYTRITON-RUN KERNELS FOLDER: see ../dtypes.py."""

import math
import os
import subprocess
import sys

import numpy as np

tool, kernels, folder = sys.argv[1:]
os.chdir(folder)
SIZE = 333
rng = np.random.default_rng(1)


def launch(device, kernel, x, want, *arguments):
    np.save("x.npy", x)
    np.save("want.npy", want)
    command = [tool, kernels, "-k", kernel, *arguments, "x=x.npy", f"--device={device}", "--expect",
               "out=want.npy"]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}")


EXACT = ["--rtol=0", "--atol=0"]


def run(name, kernel, x, s, want):
    for device in ("ref", "cpu"):
        for options in (["-D", "BLOCK=256", "--arg", f"x=*{name}:16", "--arg", f"out=*{name}:16"],
                        ["-D", "BLOCK=100", "--arg", f"x=*{name}"]):
            launch(device, kernel, x, want, *options, *EXACT, f"out=zeros:{SIZE}:{name}",
                   f"s={s}:{name}", f"n={SIZE}", "--grid=cdiv(n, BLOCK)")


def turn(name, x):
    """16 rows and columns on one warp and on four; the layouts do not depend on the device."""
    for warps in (1, 4):
        launch("cpu", "turn", x, np.ascontiguousarray(x.T), "-D", "N=16", f"--num-warps={warps}",
               "--arg", f"x=*{name}", f"out=zeros:16x16:{name}", "--grid=1", *EXACT)


def functions(name, values, kept):
    """`values` in double precision; `kept` gives the array of the dtype."""
    a, p = values, np.abs(values)
    erf = np.vectorize(math.erf)
    want = [np.exp(a), np.exp2(a), np.log(p), np.log2(p), np.sin(a), np.cos(a), np.sqrt(p),
            1 / np.sqrt(p), erf(a), np.floor(a), np.ceil(a), a * p + a, 1 / (1 + np.exp(-a))]
    wide = "tl.float64" if name == "fp64" else "tl.float32"
    for device in ("ref", "cpu"):
        launch(device, "functions", kept(a), kept(np.concatenate(want)), "-D", "BLOCK=256", "-D",
               f"WIDE={wide}", "--arg", f"x=*{name}", f"out=zeros:{len(want) * SIZE}:{name}", f"n={SIZE}",
               "--grid=cdiv(n, BLOCK)")


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
        turn(name, x[:256].reshape(16, 16))

for name, dtype in (("fp16", np.float16), ("fp32", np.float32), ("fp64", np.float64)):
    x = rng.standard_normal(SIZE).astype(dtype)
    run(name, "scale", x, 0.3, x * dtype(0.3) + x)
    turn(name, x[:256].reshape(16, 16))
    functions(name, x.astype(np.float64), lambda values, dtype=dtype: values.astype(dtype))
x = to_bf16(rng.standard_normal(SIZE))
product = to_bf16(from_bf16(x) * from_bf16(to_bf16([0.3])))
run("bf16", "scale", x, 0.3, to_bf16(from_bf16(product) + from_bf16(x)))
turn("bf16", x[:256].reshape(16, 16))
functions("bf16", from_bf16(x).astype(np.float64), to_bf16)

x = rng.integers(0, 2, SIZE) != 0
run("i1", "flip", x, True, ~x)
turn("i1", x[:256].reshape(16, 16))
