"""build.py MYTRITONC FOLDER nvrtc|NVCC ARCHITECTURES: compiles everything in kernels/, in the ways a
program can be spread over threads, to machine code for each architecture; warnings are failures."""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "execution/Inputs"))
import launches

tool, folder, builder, archs = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4]
folder.mkdir(parents=True, exist_ok=True)
# Register loops and vectors; a tail in every block; one element a thread.
WAYS = [(4096, []), (1000, ["--num-warps=4", "-O0"]), (128, ["--elements-per-thread=1"])]


def run(command):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0 or done.stdout:
        sys.exit(f"build: {' '.join(map(str, command))}\n{done.stdout}")


for kernel in launches.all_kernels():
    for block, options in WAYS:
        output = folder / f"{kernel}_{block}.cu"
        emit = ["--emit=cuda,cubin", f"--arch={archs}"] if builder == "nvrtc" else []
        run(launches.compile_command(tool, kernel, block, *options, *emit, "-o", str(output)))
        if builder != "nvrtc":
            codes = [f"-gencode=arch={arch.replace('sm', 'compute')},code={arch}"
                     for arch in archs.split(",")]
            run([builder, "-Werror", "all-warnings", "-Xcudafe", "--display_error_number", *codes,
                 "-c", output, "-o", output.with_suffix(".o")])
            break  # nvcc is slow, and NVRTC has read the others
    print(kernel, flush=True)
