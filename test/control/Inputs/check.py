#!/usr/bin/env python3
"""Runs the kernels of kernels.py and compares what they store with what Python computes.

    check.py MYTRITON_RUN FOLDER DEVICE [KERNEL...]
"""

import pathlib
import subprocess
import sys

import numpy as np

SOURCE = pathlib.Path(__file__).with_name("kernels.py")
INT_MAX, INT_MIN = 2**31 - 1, -2**31


def wrap(value):
    return (value + 2**31) % 2**32 - 2**31


def ints(*values):
    return np.array(values, dtype=np.int32)


def floats(*values):
    return np.array(values, dtype=np.float32)


def quotient(a, b):
    """Division of C."""
    return int(a / b)


# Each yields (arguments, grid, expected): arrays, numbers, and `out` as it must be afterwards.

def count():
    cases = [(0, 5, 1), (0, 5, 2), (5, 0, -2), (5, 0, 2), (0, 5, -1), (0, 5, 0), (INT_MAX - 3, INT_MAX, 1)]
    if sys.argv[3] == "ref":  # an index that one more step would take out of its type: see docs/language.md
        cases += [(INT_MAX - 3, INT_MAX, 2), (INT_MIN + 3, INT_MIN, -2), (0, INT_MAX, INT_MAX - 1),
                  (INT_MAX, INT_MIN, INT_MIN)]
    for start, stop, step in cases:
        trips = range(start, stop, step) if step else []
        yield (dict(out=ints(0, 0), start=start, stop=stop, step=step), 1,
               ints(len(trips), trips[-1] if trips else -7))


def count_down():
    for n in [0, 1, 7, 20]:
        total = 0
        for i in range(n, 0, -3):
            total = total * 2 + i
        yield dict(out=ints(0), n=n), 1, ints(total)


def nested():
    x = np.random.default_rng(1).integers(-9, 9, (5, 7)).astype(np.float32)
    sums = x.sum(axis=1)
    yield dict(x=x.reshape(-1), out=floats(0, 0), M=5, N=7), 1, floats(sums.max(), sums.argmax())
    yield dict(x=x.reshape(-1), out=floats(0, 0), M=0, N=7), 1, floats(-1e30, -1)
    yield dict(x=x.reshape(-1), out=floats(0, 0), M=3, N=0), 1, floats(0, 0)


def fibonacci():
    for n in [0, 1, 10, 60]:
        a, b = 0, 1
        for _ in range(n):
            a, b = b, a + b
        yield dict(out=ints(0, 0), n=n), 1, ints(wrap(a), wrap(b))


def tuples():
    for n in [0, 1, 5]:
        one, two, three = 1, 2.0, 0
        for i in range(n):
            one, two, three = three + i, two * 0.5, one
        yield dict(out=floats(0, 0, 0), n=n), 1, floats(one, two, three)


def walk():
    x = np.random.default_rng(2).integers(-9, 9, 400).astype(np.float32)
    for n, stride in [(0, 1), (4, 40), (40, 1), (3, 8)]:
        rows = sum((x[k * stride:][:32] * x[k] for k in range(n)), np.zeros(32))
        yield (dict(x=x, out=np.zeros(32, np.float32), n=n, stride=stride), 1,
               rows.astype(np.float32), ["-D", "BLOCK=32"])


def collatz():
    values = [1, 0, 2, 7, 27, 97]

    def steps(value):
        count = 0
        while value > 1:
            value = 3 * value + 1 if value % 2 else value // 2
            count += 1
        return count
    yield dict(x=ints(*values), out=ints(*[0] * 6)), 6, ints(*map(steps, values))


def search():
    x = np.sort(np.random.default_rng(3).integers(0, 100, 37)).astype(np.int32)
    wanted = ints(-1, 0, int(x[5]), int(x[36]), 100, 50)
    yield (dict(x=x, wanted=wanted, out=ints(*[9] * 6), n=37), 6,
           np.searchsorted(x, wanted).astype(np.int32))


def classes():
    x = floats(11, 3, 0, -4, -15, -25, 99, 99)
    want = floats(1, 1, 2, 3, -1, -9, 3, 4, 4, 15, -9, -9, -9, -9, -9, -9)
    yield dict(x=x, out=np.full(16, -9, np.float32), n=6), 8, want


def chosen():
    yield (dict(x=floats(5, -6, -7, -8, 9), out=floats(*[0] * 7), n=5), 7,
           floats(5, -6, -7, 8, 9, 1, 1))


def sum_of_halves(trips):
    x = np.random.default_rng(4).integers(-9, 9, trips).astype(np.int32)
    total = sum(quotient(int(x[i]) * i, 2) - quotient(i - 8, 3) for i in range(trips))
    yield dict(x=x, out=ints(0, 0)), 1, ints(total, trips - 1)


def short():
    return sum_of_halves(16)


def long():
    return sum_of_halves(17)


def needs_index():
    want = np.zeros(70, np.int32)
    for i in range(1, 20):
        want[:i] = i
    want[20] = 78
    want[30:51] = 21
    want[60:62] = 2
    yield dict(out=np.zeros(70, np.int32)), 1, want


def lone_range():
    for n in [0, 2, 9]:
        yield (dict(out=ints(0), n=n), 1,
               ints(sum(i * j for i in range(2, n) for j in range(i, 0, -2))))


def no_trip():
    yield dict(x=floats(3), out=floats(0), n=5), 1, floats(3)


def signs():
    yield dict(x=ints(5, -7, 0, INT_MIN), out=ints(9, 9, 9, 9)), 4, ints(1, -1, 0, -1)


def some_sums():
    x = np.random.default_rng(5).integers(-9, 9, (4, 200)).astype(np.float32)
    want = np.where([True, False, False, True], x.sum(axis=1), -7).astype(np.float32)
    yield (dict(wanted=ints(1, 0, -1, 2), x=x.reshape(-1), out=np.full(4, -7, np.float32)), 4, want,
           ["-D", "BLOCK=200", "--num-warps=4"])


def main():
    program, folder, device = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    folder.mkdir(parents=True, exist_ok=True)
    names = sys.argv[4:] or [name for name in globals() if f"\ndef {name}(" in SOURCE.read_text()]
    failed = 0
    for name in names:
        for number, (arguments, grid, want, *more) in enumerate(globals()[name]()):
            options = more[0] if more else []
            words = []
            for argument, value in arguments.items():
                if isinstance(value, np.ndarray):
                    np.save(folder / f"{argument}.npy", value)
                    value = folder / f"{argument}.npy"
                    kind = "*i32" if arguments[argument].dtype == np.int32 else "*fp32"
                    options = options + ["--arg", f"{argument}={kind}"]
                else:
                    options = options + ["--arg", f"{argument}=i32"]
                words.append(f"{argument}={value}")
            for level in ["-O0", "-O1"]:
                result = folder / "result.npy"
                done = subprocess.run(
                    [program, SOURCE, "-k", name, f"--device={device}", level, f"--grid={grid}",
                     "--save", f"out={result}", *options, *words], capture_output=True, text=True, timeout=600)
                if done.returncode != 0:
                    print(f"{name} {level} {words}: exit status {done.returncode}, {done.stderr}")
                    failed += 1
                    continue
                got = np.load(result)
                if got.dtype != want.dtype or not np.array_equal(got, want):
                    print(f"{name} {level} {words}: {got} instead of {want}")
                    failed += 1
    sys.exit(failed > 0)


main()
