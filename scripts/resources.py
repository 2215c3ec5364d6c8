#!/usr/bin/env python3
"""Prints what the machine code of each kernel in kernels/ takes: registers, bytes of spills and stack,
shared memory, barriers. With --check exits with 1 where one spills or has a stack frame.

    scripts/resources.py [--arch sm_80] [--block 4096] [--check] [MYTRITONC]
"""

import argparse
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

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("mytritonc", nargs="?", default=str(ROOT / "build/bin/mytritonc"))
parser.add_argument("--arch", default="sm_80")
parser.add_argument("--block", type=int, default=4096, help="elements of a block")
parser.add_argument("--check", action="store_true")
options = parser.parse_args()

toolkit = os.environ.get("CUDA_HOME", "/usr/local/cuda")
ptxas = shutil.which("ptxas") or os.path.join(toolkit, "bin/ptxas")
FIGURES = {
    "registers": r"Used (\d+) registers",
    "stack": r"(\d+) bytes stack frame",
    "spill stores": r"(\d+) bytes spill stores",
    "spill loads": r"(\d+) bytes spill loads",
    "shared": r"(\d+) bytes smem",
}

failed = []
print(f"{'kernel':24}" + "".join(f"{name:>14}" for name in [*FIGURES, "barriers"]))
with tempfile.TemporaryDirectory() as folder:
    for kernel in launches.all_kernels():
        ptx = pathlib.Path(folder) / "kernel.ptx"
        command = launches.compile_command(options.mytritonc, kernel, options.block, "--emit=cuda,ptx",
                                           f"--arch={options.arch}", "-o", str(ptx.with_suffix("")))
        subprocess.run(command, check=True)
        made = subprocess.run([ptxas, "-v", f"-arch={options.arch}", str(ptx), "-o",
                               str(ptx.with_suffix(".cubin"))],
                              check=True, text=True, stderr=subprocess.PIPE)
        row = {}
        for name, pattern in FIGURES.items():
            found = re.search(pattern, made.stderr)
            row[name] = int(found[1]) if found else 0
        row["barriers"] = ptx.with_suffix(".cu").read_text().count("__syncthreads();")
        print(f"{kernel:24}" + "".join(f"{value:14}" for value in row.values()), flush=True)
        if row["stack"] or row["spill stores"] or row["spill loads"]:
            failed.append(kernel)
if failed:
    print("with a stack frame or spills: " + ", ".join(failed))
if options.check and failed:
    sys.exit(1)
