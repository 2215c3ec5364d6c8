#!/usr/bin/env python3
"""Runs one kernel of kernels/ over block sizes, problem sizes, ways to spread a program over threads
and optimizer levels, on every device, and compares what it stored with NumPy's answer.

    sweep.py KERNEL --mytritonc PATH --mytriton-run PATH --folder TEMPORARY [--devices ref,cpu]
             [--sample N] [--full]

By default two of the ten combinations of threads and level are taken for each block size, so that
all kernels together cover each combination with each block size several times; --full takes all.
"""

import argparse
import itertools
import sys

import numpy as np

import launches
import runner

THREADS = [["--num-warps=1"], ["--num-warps=2"], ["--num-warps=4"], ["--num-warps=8"],
           ["--elements-per-thread=1"]]
LEVELS = [["-O0"], ["-O1"]]
MOST_SPREAD = 8192


def combinations(kernel, full):
    """(block, options) to try; which of them depends on the kernel unless all are."""
    spreads = [t + l for t, l in itertools.product(THREADS, LEVELS)]
    start = launches.all_kernels().index(kernel)
    for number, block in enumerate(launches.blocks(kernel)):
        # Three and seven are coprime to ten: neighbours in both lists get different choices.
        chosen = spreads if full else [spreads[(start * 3 + number + k * 7) % 10] for k in (0, 1)]
        if block > MOST_SPREAD:
            chosen = LEVELS  # few warps would hold hundreds of elements a thread
        for options in chosen:
            if block > 1024 and "--elements-per-thread=1" in options:
                continue  # more elements than a block has threads: refused, see test/diagnostics
            yield block, options


def differences(got, want, launch):
    """Where the two differ, by the rules of the launch."""
    if got.shape != want.shape or got.dtype != want.dtype:
        return f"an array {got.dtype}{got.shape} instead of {want.dtype}{want.shape}"
    if launch.bf16 and want.dtype == np.uint16:
        got, want = launches.from_bf16(got), launches.from_bf16(want)
    if want.dtype.kind == "f":
        bad = ~np.isclose(got, want, rtol=launch.rtol, atol=launch.atol, equal_nan=True)
    else:
        bad = got != want
    if not bad.any():
        return None
    first = int(np.flatnonzero(bad)[0])
    return f"{bad.sum()} differ, the first at {first}: {got[first]!r} instead of {want[first]!r}"


class Sweep(runner.Runner):
    def compile(self, kernel, block, options):
        command = launches.compile_command(self.options.mytritonc, kernel, block, *options,
                                           f"--emit={self.emitted()}", "-o", f"{self.folder}/kernel.cu")
        return self.run(f"{kernel} {block} {' '.join(options)}", command)

    def launch(self, kernel, block, options, size, pad):
        launch = launches.launch(kernel, block, size, pad)
        arguments = self.passed(launch.arguments)
        for device in self.options.devices:
            where = f"{kernel} block {block} {' '.join(options)} size {size} on {device}"
            saves = itertools.chain(*(["--save", f"{name}={self.folder / name}.{device}.npy"]
                                      for name in launch.expected))
            command = [self.options.mytriton_run, str(self.folder / "kernel.json"), *arguments,
                       f"--device={device}", f"--grid={launch.grid}", *saves]
            self.launched += 1
            if not self.run(where, command):
                continue
            for name, want in launch.expected.items():
                got = np.load(self.folder / f"{name}.{device}.npy")
                if (text := differences(got, want, launch)) is not None:
                    self.fail(where, f"{name}: {text}")

    def all(self, kernel):
        chosen = list(combinations(kernel, self.options.full))
        for number, (block, options) in enumerate(chosen):
            if number % self.options.sample or not self.compile(kernel, block, options):
                continue
            for size in launches.sizes(kernel, block):
                # With padding a stray store shows in the output; without it on cpu as out of bounds.
                self.launch(kernel, block, options, size, pad=3 if number % 2 else 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kernel")
    parser.add_argument("--mytritonc", required=True)
    parser.add_argument("--mytriton-run", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--devices", type=lambda text: text.split(","), default=["ref", "cpu"])
    parser.add_argument("--sample", type=int, default=1, help="take every Nth combination")
    parser.add_argument("--full", action="store_true")
    sweep = Sweep(parser.parse_args())
    sweep.all(sweep.options.kernel)
    print(f"{sweep.options.kernel}: {sweep.launched} launches, {len(sweep.failures)} failures")
    return 1 if sweep.failures or not sweep.launched else 0


sys.exit(main())
