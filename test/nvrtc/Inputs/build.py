"""build.py MYTRITONC FOLDER nvrtc|NVCC ARCHITECTURES: compiles everything in kernels/ to machine code for
each architecture; warnings are failures. NVRTC also takes the kernels in other ways to spread a program
over threads, for the first architecture."""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "execution/Inputs"))
import launches

tool, folder, builder, archs = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4].split(",")
folder.mkdir(parents=True, exist_ok=True)
# Register loops and vectors; a tail in every block; one element a thread.
WAYS = [(4096, []), (1000, ["--num-warps=4", "-O0"]), (128, ["--elements-per-thread=1"])]


def run(command):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0 or done.stdout:
        sys.exit(f"build: {' '.join(map(str, command))}\n{done.stdout}")


def with_nvrtc(kernel):
    for number, (block, options) in enumerate(WAYS):
        emit = ["--emit=cuda,cubin", "--arch=" + ",".join(archs if number == 0 else archs[:1])]
        run(launches.compile_command(tool, kernel, block, *options, *emit, "-o", str(folder / kernel)))


def with_nvcc(kernels):
    """All in one unit, each in a namespace of its own: nvcc takes seconds to start."""
    unit = "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n"
    for kernel in kernels:
        run(launches.compile_command(tool, kernel, WAYS[0][0], "-o", str(folder / f"{kernel}.cu")))
        unit += f'namespace {kernel}_unit {{\n#include "{kernel}.cu"\n}}\n'
    (folder / "all.cu").write_text(unit)
    codes = [f"-gencode=arch={arch.replace('sm', 'compute')},code={arch}" for arch in archs]
    run([builder, "-Werror", "all-warnings", "-Xcudafe", "--display_error_number", *codes, "-c",
         folder / "all.cu", "-o", folder / "all.o"])


if builder == "nvrtc":
    for kernel in launches.all_kernels():
        with_nvrtc(kernel)
        print(kernel, flush=True)
else:
    with_nvcc(launches.all_kernels())
