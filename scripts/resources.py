#!/usr/bin/python3
"""Prints what the machine code of each kernel in kernels/ takes, at default options and for blocks of
several sizes: registers, bytes of spills and stack, shared memory, barriers. With --check exits with 1
where one spills or has a stack frame.

    scripts/resources.py [--arch sm_80] [--blocks 1000,4096,8192] [--check] [MYTRITONC]
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/execution/Inputs"))
import launches

FIGURES = {
    "registers": r"Used (\d+) registers",
    "stack": r"(\d+) bytes stack frame",
    "spill stores": r"(\d+) bytes spill stores",
    "spill loads": r"(\d+) bytes spill loads",
    "shared": r"(\d+) bytes smem",
}
KEPT_FREE = ("stack", "spill stores", "spill loads")


def resources(options, ptxas, kernel, block, folder):
    stem = pathlib.Path(folder) / "kernel"
    subprocess.run(launches.compile_command(options.mytritonc, kernel, block, "--emit=cuda,ptx",
                                            f"--arch={options.arch}", "-o", str(stem)), check=True)
    made = subprocess.run([ptxas, "-v", f"-arch={options.arch}", f"{stem}.ptx", "-o", f"{stem}.cubin"],
                          check=True, text=True, stderr=subprocess.PIPE)
    row = {}
    for name, pattern in FIGURES.items():
        found = re.search(pattern, made.stderr)
        row[name] = int(found[1]) if found else 0
    # Beyond 48 KB a launch asks for it.
    row["shared"] += json.loads(stem.with_suffix(".json").read_text())["shared_mem"]
    row["barriers"] = stem.with_suffix(".cu").read_text().count("__syncthreads();")
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mytritonc", nargs="?", default=str(ROOT / "build/bin/mytritonc"))
    parser.add_argument("--arch", default="sm_80")
    parser.add_argument("--blocks", default="1000,4096,8192", help="elements of a block, or of a tile")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()

    toolkit = os.environ.get("CUDA_HOME", "/usr/local/cuda")
    ptxas = shutil.which("ptxas") or os.path.join(toolkit, "bin/ptxas")
    failed = []
    print(f"{'kernel':20}{'block':>8}" + "".join(f"{name:>14}" for name in [*FIGURES, "barriers"]))
    with tempfile.TemporaryDirectory() as folder:
        for kernel in launches.all_kernels():
            for block in map(int, options.blocks.split(",")):
                row = resources(options, ptxas, kernel, block, folder)
                print(f"{kernel:20}{block:8}" + "".join(f"{value:14}" for value in row.values()),
                      flush=True)
                if any(row[name] for name in KEPT_FREE):
                    failed.append(f"{kernel} of {block}")
    if failed:
        print("with a stack frame or spills: " + ", ".join(failed))
    return 1 if options.check and failed else 0


sys.exit(main())
