"""What the MLIR tests compile, and the pass pipeline that takes a module to PTX.

    modules.py verify MYTRITONC FOLDER
        Prints everything in kernels/, spread over threads in several ways, and the kernels of other
        tests, as MLIR, and lets one mlir-opt verify them all. What compiles for CUDA has to compile.
    modules.py assemble MYTRITONC FOLDER PTXAS ARCHITECTURES
        Takes everything in kernels/ to PTX, in one mlir-opt for each architecture, and assembles it.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TESTS / "execution/Inputs"))
import launches

# Register loops and vectors; a tail in every block, unoptimized; one element a thread; more registers
# than a vector holds.
WAYS = [(4096, []), (1000, ["--num-warps=4", "-O0"]), (128, ["--elements-per-thread=1"])]
LOCAL = (4096, ["--num-warps=1"])
FOLDERS = ["calls", "control", "cuda", "lower", "mlir", "ssa"]
SEPARATOR = "\n// -----\n"
TOOLKIT = os.environ.get("CUDA_HOME", os.environ.get("CUDA_PATH", "/usr/local/cuda"))
PIPELINE = ("builtin.module(gpu.module(convert-scf-to-cf,convert-gpu-to-nvvm,convert-nvvm-to-llvm,"
            "canonicalize,cse,reconcile-unrealized-casts),"
            "nvvm-attach-target{{chip={arch} features=+ptx80 O=3}},"
            "gpu-module-to-binary{{format=isa toolkit=" + TOOLKIT + "}})")


def run(command, **kwargs):
    return subprocess.run(command, text=True, capture_output=True, **kwargs)


def printed(command):
    done = run([*command, "--target=mlir", "--emit=mlir"])
    if done.returncode != 0:
        sys.exit(f"modules: {' '.join(map(str, command))}\n{done.stderr}")
    return done.stdout


def kernels(tool, ways):
    """(name, module) of everything in kernels/."""
    for kernel in launches.all_kernels():
        for block, options in ways:
            command = launches.compile_command(tool, kernel, block, *options)
            yield f"{kernel} {block} {' '.join(options)}", printed(command)


def test_kernels(tool):
    """Those of the RUN lines of other tests that compile for CUDA."""
    for path in sorted(p for folder in FOLDERS for p in (TESTS / folder).glob("*")):
        if path.suffix not in (".py", ".ssa"):
            continue
        for run_line in re.findall(r"RUN: %mytritonc %s([^|>\n]*)", path.read_text()):
            words = shlex.split(run_line)
            options = [w for i, w in enumerate(words)
                       if not w.startswith(("--emit", "--target")) and "-o" not in (w, words[i - 1])]
            command = [tool, path, *options]
            if "%" not in run_line and "--list" not in run_line and run([*command, "--target=cuda"]).returncode == 0:
                yield f"{path.name} {' '.join(options)}", printed(command)


def verify(tool, folder):
    modules = list(kernels(tool, [*WAYS, LOCAL])) + list(test_kernels(tool))
    file = folder / "all.mlir"
    file.write_text(SEPARATOR.join(text for _, text in modules))
    done = run(["mlir-opt-22", "--split-input-file", "--mlir-print-op-generic", file])
    if done.returncode != 0:
        sys.exit(done.stderr[:4000])
    verified = done.stdout.count('"gpu.func"')
    print(f"{verified} of {len(modules)} kernels are verified")
    return verified == len(modules) > 4 * len(launches.all_kernels())


def unescaped(text):
    named = {"t": "\t", "n": "\n", "\\": "\\", '"': '"'}
    return re.sub(r'\\([0-9A-Fa-f]{2}|.)',
                  lambda m: named.get(m[1]) or chr(int(m[1], 16)), text).rstrip("\0")


def assembled(text, arch):
    """The PTX of each module of a file."""
    done = run(["mlir-opt-22", "--split-input-file", "--pass-pipeline=" + PIPELINE.format(arch=arch)],
               input=text)
    if done.returncode != 0 or done.stderr:
        sys.exit(done.stderr[:4000])
    return [unescaped(text) for text in re.findall(r'assembly = "((?:[^"\\]|\\.)*)"', done.stdout)]


def assemble(tool, folder, ptxas, archs):
    modules = list(kernels(tool, WAYS))
    for arch in archs.split(","):
        texts = assembled(SEPARATOR.join(text for _, text in modules), arch)
        if len(texts) != len(modules):
            sys.exit(f"modules: {len(texts)} instead of {len(modules)} of {arch}")
        for (name, _), text in zip(modules, texts):
            if "__nv_" in text:
                sys.exit(f"modules: {name} for {arch} calls {re.search('__nv_[a-z0-9_]+', text)[0]}")
        # One way of each kernel: the assembler is slow.
        for (name, _), text in list(zip(modules, texts))[::len(WAYS)]:
            file = folder / f"{arch}.ptx"
            file.write_text(text)
            done = run([ptxas, f"-arch={arch}", file, "-o", file.with_suffix(".cubin")])
            if done.returncode != 0 or done.stderr:
                sys.exit(f"modules: {name} for {arch}: {done.stderr}")
        print(f"{arch}: {len(texts)} kernels")
    return True


if __name__ == "__main__":
    what, tool, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    done = verify(tool, folder) if what == "verify" else assemble(tool, folder, *sys.argv[4:6])
    sys.exit(0 if done else 1)
