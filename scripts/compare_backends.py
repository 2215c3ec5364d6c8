#!/usr/bin/env python3
"""Registers, spilled bytes and instructions of everything in kernels/, as ptxas makes them of the PTX
of NVRTC (from CUDA C++) and of MLIR's tools (from MLIR), side by side.

    compare_backends.py MYTRITONC [--arch sm_80,sm_90] [--kernel NAME]

Needs numpy, NVRTC, mlir-opt and ptxas. A line that ends with a factor is one where MLIR takes more than
a tenth more instructions."""

import argparse
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "test/execution/Inputs"))
import launches

TOOLKIT = os.environ.get("CUDA_HOME", os.environ.get("CUDA_PATH", "/usr/local/cuda"))
PTXAS = shutil.which("ptxas") or f"{TOOLKIT}/bin/ptxas"
WAYS = [(1000, []), (4096, ["--num-warps=4"])]
NOP = 0x918  # what fills the code up to its alignment


def run(*command):
    done = subprocess.run(command, text=True, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"compare_backends: {' '.join(map(str, command))}\n{done.stderr}")
    return done.stderr


def instructions(cubin):
    """Of the one function in it; an instruction takes 16 bytes."""
    elf = pathlib.Path(cubin).read_bytes()
    (offset,) = struct.unpack_from("<Q", elf, 0x28)
    size, count, names = struct.unpack_from("<HHH", elf, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", elf, offset + size * i) for i in range(count)]
    for section in sections:
        if elf[sections[names][4] + section[0]:].startswith(b".text."):
            code = elf[section[4]:section[4] + section[5]]
            return sum(code[i] | (code[i + 1] & 0xF) << 8 != NOP for i in range(0, len(code), 16))
    return 0


def measure(command, folder):
    """(registers, spilled bytes, instructions) of what the command compiles, for each architecture."""
    for arch in options.arch.split(","):
        ptx, cubin = f"{folder}/kernel.ptx", f"{folder}/kernel.cubin"
        run(*command, f"--arch={arch}", "--emit=ptx", "-o", ptx)
        said = run(PTXAS, "-v", f"-arch={arch}", ptx, "-o", cubin)
        spilled = sum(map(int, re.findall(r"(\d+) bytes spill", said)))
        yield int(re.search(r"Used (\d+) registers", said)[1]), spilled, instructions(cubin)


parser = argparse.ArgumentParser()
parser.add_argument("mytritonc")
parser.add_argument("--arch", default="sm_80,sm_90")
parser.add_argument("--kernel")
options = parser.parse_args()

print(f"{'':34}{'registers':>14}{'spilled':>14}{'instructions':>16}")
print(f"{'kernel':20}{'block':>6}{'arch':>8}" + f"{'cuda':>7}{'mlir':>7}" * 2 + f"{'cuda':>8}{'mlir':>8}")
more = 0
with tempfile.TemporaryDirectory() as folder:
    for kernel in [options.kernel] if options.kernel else launches.all_kernels():
        for block, spread in WAYS:
            command = launches.compile_command(options.mytritonc, kernel, block, *spread)
            both = zip(options.arch.split(","), measure([*command, "--target=cuda"], folder),
                       measure([*command, "--target=mlir"], folder))
            for arch, cuda, mlir in both:
                factor = mlir[2] / cuda[2]
                more += factor > 1.1
                columns = "".join(f"{c:7}{m:7}" for c, m in zip(cuda[:2], mlir[:2]))
                print(f"{kernel:20}{block:6}{arch:>8}{columns}{cuda[2]:8}{mlir[2]:8}"
                      + (f"  x{factor:.2f}" if factor > 1.1 else ""), flush=True)
print(f"MLIR takes more than a tenth more instructions in {more} lines")
