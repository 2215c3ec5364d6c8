#!/usr/bin/env python3
"""Runs kernels of kernels/ over blocks, problem sizes, ways to spread a program over threads and
optimizer levels, on every device, and compares what they stored with NumPy's answer.

    sweep.py KERNEL... --mytritonc PATH --mytriton-run PATH --folder TEMPORARY [--devices ref,cpu]
             [--sample N] [--full] [--seeds N]

Kernels that reduce rows and the plainest products take each number of warps for each block. Those over
vectors take one combination of threads and level for a block, and others two, so that all kernels
together cover each combination with each block several times. --full takes everything.
"""

import argparse
import itertools
import sys

import launches
import products
import runner

WARPS = ["--num-warps=1", "--num-warps=2", "--num-warps=4", "--num-warps=8"]
ALONE = "--elements-per-thread=1"
LEVELS = ["-O0", "-O1"]
MOST_SPREAD = 8192  # few warps would hold hundreds of elements of larger blocks a thread
MOST_THREADS = 1024
ALL_WARPS = {*launches.ROW_KERNELS, "matmul", "naive_matmul", "summed_matmul"}


def spreads(kernel, block):
    """The ways to spread a program over threads that are possible; [] leaves the choice to the
    compiler."""
    if kernel in products.KERNELS:
        return [[warps] for warps in WARPS]
    if block > MOST_SPREAD:
        return [[]]
    return [[warps] for warps in WARPS] + [[ALONE]] * (block <= MOST_THREADS)


def chosen(kernel, number, block):
    """Of those, and the levels, the ones that are taken where not all are."""
    ways = spreads(kernel, block)
    if len(ways) == 1:
        return [(ways[0], level) for level in LEVELS]
    if kernel in ALL_WARPS:
        return [(way, LEVELS[(number + i) % 2]) for i, way in enumerate(ways)]
    # Three and seven are coprime to their number: neighbours in both lists get different choices.
    ways = list(itertools.product([[warps] for warps in WARPS] + [[ALONE]], LEVELS))
    start = launches.all_kernels().index(kernel) * 3 + number
    count = 1 if kernel in launches.VECTORS else 2
    taken = [ways[(start + 7 * i) % len(ways)] for i in range(count)]
    return [(way, level) for way, level in taken if way in spreads(kernel, block)]


class Sweep(runner.Runner):
    def all(self, kernel):
        seen = set()  # launches on the reference, which knows nothing of threads
        combinations = [(number, block, *way) for number, block in enumerate(launches.blocks(kernel))
                        for way in (itertools.product(spreads(kernel, block), LEVELS)
                                    if self.options.full else chosen(kernel, number, block))]
        # Not the same blocks of each kernel.
        first = launches.all_kernels().index(kernel) % min(self.options.sample, len(combinations))
        for number, block, threads, level in combinations[first::self.options.sample]:
            where = " ".join(map(str, [kernel, block, *threads, level]))
            command = launches.compile_command(self.options.mytritonc, kernel, block, *threads, level,
                                               f"--emit={self.emitted()}", "-o",
                                               f"{self.folder}/kernel.cu")
            if not self.run(where, command):
                continue
            sizes = launches.sizes(kernel, block, self.options.full)
            # Large ones are run in one way each.
            if self.options.sample == 1 and (block, "large") not in seen:
                seen.add((block, "large"))
                sizes = [*sizes, *launches.large_sizes(kernel, block)]
            for size, seed in itertools.product(sizes, range(self.options.seeds)):
                devices = list(self.options.devices)
                if (case := (block, level, size, seed)) in seen:
                    devices.remove("ref")
                seen.add(case)
                # With padding a stray store shows in the output; without it on cpu as out of bounds.
                launch = launches.launch(kernel, block, size, 3 if number % 2 else 0, seed)
                self.compare(f"{where}, size {size}, seed {seed}", self.folder / "kernel.json", launch,
                             devices)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kernels", nargs="+")
    parser.add_argument("--mytritonc", required=True)
    parser.add_argument("--mytriton-run", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--devices", type=lambda text: text.split(","), default=["ref", "cpu"])
    parser.add_argument("--sample", type=int, default=1,
                        help="take every Nth combination, and no large size")
    parser.add_argument("--seeds", type=int, default=1, help="run each size with the data of N seeds")
    parser.add_argument("--full", action="store_true")
    sweep = Sweep(parser.parse_args())
    for kernel in sweep.options.kernels:
        sweep.all(kernel)
        print(f"{kernel}: {sweep.launched} launches so far, {len(sweep.failures)} failures", flush=True)
    return 1 if sweep.failures or not sweep.launched else 0


sys.exit(main())
