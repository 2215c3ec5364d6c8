"""bits_check.py MYTRITON-RUN KERNELS FOLDER: see ../bits.py."""

import os
import subprocess
import sys

import numpy as np

tool, kernels, folder = sys.argv[1:]
os.chdir(folder)
SIZE = 200
rng = np.random.default_rng(5)
DEVICES = ["ref", "cpu"] + (["cuda"] if os.environ.get("MYTRITON_TEST_LIBCUDA") else [])
environment = dict(os.environ)
if "cuda" in DEVICES:
    environment["LD_LIBRARY_PATH"] = os.environ["MYTRITON_TEST_LIBCUDA"]


def launch(kernel, inputs, out, want):
    """`inputs`: name to (array, dtype); `out` is the dtype of what is compared with `want`."""
    np.save("want.npy", want)
    arguments = []
    for name, (array, dtype) in inputs.items():
        np.save(f"{name}.npy", array)
        arguments += [f"{name}={name}.npy:{dtype}", "--arg", f"{name}=*{dtype}"]
    for device in DEVICES:
        command = [tool, kernels, "-k", kernel, "-D", "BLOCK=64", *arguments, f"n={SIZE}",
                   f"out=zeros:{want.size}:{out}", "--arg", f"out=*{out}", "--grid=cdiv(n, BLOCK)",
                   f"--device={device}", "--rtol=0", "--atol=0", "--expect", "out=want.npy"]
        done = subprocess.run(command, text=True, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{done.stdout}")


NUMPY = {"i8": np.int8, "u8": np.uint8, "i16": np.int16, "u16": np.uint16, "i32": np.int32,
         "u32": np.uint32, "i64": np.int64, "u64": np.uint64, "fp16": np.float16, "bf16": np.uint16,
         "fp32": np.float32, "fp64": np.float64}


def integers(dtype):
    info = np.iinfo(NUMPY[dtype])
    values = rng.integers(info.min, info.max, SIZE, NUMPY[dtype], endpoint=True)
    values[:4] = [info.min, info.max, 0, 1]
    return values


for dtype in ("i32", "u32", "i64", "u64"):
    x, y = integers(dtype), integers(dtype)[::-1].copy()
    bits = x.dtype.itemsize * 8
    unsigned = np.dtype(f"u{bits // 8}")
    high = [int(a) * int(b) >> bits for a, b in zip(x.view(unsigned), y.view(unsigned))]
    launch("mulhi", {"x": (x, dtype), "y": (y, dtype)}, dtype,
           np.array(high, unsigned).view(NUMPY[dtype]))


FRACTIONS = {"fp16": 10, "bf16": 7, "fp32": 23, "fp64": 52}


def without_nans(bits, dtype):
    """The bits of a NaN are open: some of them are cleared."""
    width = bits.dtype.itemsize * 8
    exponent = ((1 << (width - 1 - FRACTIONS[dtype])) - 1) << FRACTIONS[dtype]
    return np.array([b & ~exponent if b & exponent == exponent else b for b in map(int, bits)], bits.dtype)


# The unit tests have every pair.
for source, target in (("i8", "u8"), ("u16", "i16"), ("i16", "fp16"), ("fp16", "bf16"), ("bf16", "u16"),
                       ("u16", "bf16"), ("fp16", "i16"), ("i32", "fp32"), ("fp32", "u32"), ("u32", "fp32"),
                       ("fp32", "i32"), ("i64", "fp64"), ("fp64", "u64"), ("u64", "fp64"), ("u64", "i64")):
    bits = integers({1: "u8", 2: "u16", 4: "u32", 8: "u64"}[NUMPY[source]().itemsize])
    for dtype in (source, target):
        if dtype in FRACTIONS:
            bits = without_nans(bits, dtype)
    launch("bitcast", {"x": (bits.view(NUMPY[source]), source)}, target, bits.view(NUMPY[target]))


def cut(values, dtype):
    """The bits of the number of the dtype next to each double on the side of zero."""
    if dtype == "fp32":
        nearest = values.astype(np.float32)
        back, bits = nearest.astype(np.float64), nearest.view(np.uint32)
    elif dtype == "fp16":
        nearest = values.astype(np.float16)
        back, bits = nearest.astype(np.float64), nearest.view(np.uint16)
    else:  # the upper half of the float32 that is cut already
        return (cut(values, "fp32").view(np.uint32) >> 16).astype(np.uint16)
    bits = np.where(np.abs(back) > np.abs(values), bits - bits.dtype.type(1), bits)
    return bits.view(NUMPY[dtype])


with np.errstate(over="ignore"):
    for source in ("fp32", "fp64"):
        values = rng.standard_normal(SIZE) * 10.0 ** rng.integers(-46, 40, SIZE)
        values[:12] = [0.0, -0.0, 1.0, 65504.0, 65519.0, 65520.0, -1e6, 1e-8, 3.4028235e38, np.inf,
                       -np.inf, 1.00048828125]
        values = values.astype(NUMPY[source])
        for target in ("fp16", "bf16") + (("fp32",) if source == "fp64" else ()):
            launch("cut", {"x": (values, source)}, target, cut(values.astype(np.float64), target))

for dtype in ("fp16", "fp32", "fp64"):
    a = rng.integers(-5, 6, SIZE).astype(NUMPY[dtype])
    b = rng.permutation(a)
    a[rng.integers(0, SIZE, 30)] = np.nan
    b[rng.integers(0, SIZE, 30)] = np.nan
    b[b == 0] = 1  # no quotient by zero, and no zeros of both signs
    with np.errstate(invalid="ignore"):
        want = [np.minimum(a, b), np.fmin(a, b), np.maximum(a, b), np.fmax(a, b),
                np.minimum(np.maximum(a, -1), 2), np.fmin(np.fmax(a, -1), 2), a / b]
    launch("nans", {"x": (a, dtype), "y": (b, dtype)}, dtype, np.concatenate(want).astype(NUMPY[dtype]))

x, y = rng.integers(-100, 100, SIZE, np.int32), rng.integers(-100, 100, SIZE, np.int32)
launch("several", {"x": (x, "i32"), "y": (y, "i32")}, "i32", np.concatenate([
    np.minimum(np.minimum(x, y), 50), np.maximum(np.maximum(x, y), 3)]).astype(np.int32))
