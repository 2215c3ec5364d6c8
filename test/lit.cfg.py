# How lit runs the tests: which files are tests, what the % words in their RUN lines mean, and which
# features of the machine a test may require.
import ctypes.util
import glob
import os
import shutil

import lit.formats

config.name = "mytriton"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".py", ".ssa", ".test"]
config.excludes = ["lit.cfg.py", "unit", "Inputs"]
config.test_source_root = os.path.join(config.source, "test")
config.test_exec_root = os.path.join(config.build, "test")


def environment(name, value):
    config.environment[name] = value


for name in ("MYTRITON_TEST_LIBCUDA", "CUDA_HOME", "CUDA_PATH", "CXX"):
    if name in os.environ:
        environment(name, os.environ[name])
# Kernels compiled for the cpu device are kept for the next run of the tests, and out of the user's own
# cache. The backend is the default one, whatever the user's is.
environment("XDG_CACHE_HOME", os.path.join(config.test_exec_root, "cache"))
# The leak checker reads wild addresses when it follows the thread-local storage of libraries that were
# loaded at run time, as kernels are; it looks for leaks everywhere else.
environment("ASAN_OPTIONS", "detect_leaks=1:use_sigaltstack=0:intercept_tls_get_addr=0")
environment("UBSAN_OPTIONS", "print_stacktrace=1")

# FileCheck, not and split-file go by their own names in LLVM's folder.
filecheck = shutil.which("FileCheck-22")
path = [os.path.dirname(os.path.realpath(filecheck))] if filecheck else []
environment("PATH", os.pathsep.join([*path, os.environ["PATH"]]))

tools = os.path.join(config.build, "bin")
for word, value in {
    "%mytritonc": os.path.join(tools, "mytritonc"),
    "%mytriton-run": os.path.join(tools, "mytriton-run"),
    "%mytriton-opt": os.path.join(tools, "mytriton-opt"),
    "%mytriton-fuzz": os.path.join(tools, "mytriton-fuzz"),
    "%kernels": os.path.join(config.source, "kernels"),
    "%root": config.source,
    "%build": config.build,
    "%python": "/usr/bin/python3",
    # `%exits N COMMAND...` passes where the command ends with that status.
    "%exits": f"/usr/bin/python3 {config.source}/test/Inputs/exits.py",
    # `%refuses LINE:COLUMN KIND FILE OPTIONS...`: mytritonc refuses the file with one error there.
    "%refuses": f"/usr/bin/python3 {config.source}/test/Inputs/refuses.py {tools}/mytritonc",
}.items():
    config.substitutions.append((word + r"(?![-\w])", value))

# --- features ------------------------------------------------------------------------------------
toolkit = os.environ.get("CUDA_HOME", os.environ.get("CUDA_PATH", "/usr/local/cuda"))


def in_toolkit(pattern):
    return glob.glob(os.path.join(toolkit, pattern))


def have(feature, there):
    if there:
        config.available_features.add(feature)


have("nvrtc", in_toolkit("lib64/libnvrtc.so*") or ctypes.util.find_library("nvrtc"))
nvcc = shutil.which("nvcc") or shutil.which("nvcc", path=os.path.join(toolkit, "bin"))
have("nvcc", nvcc)
if nvcc:
    config.substitutions.append((r"%nvcc(?![-\w])", nvcc))
ptxas = shutil.which("ptxas") or shutil.which("ptxas", path=os.path.join(toolkit, "bin"))
have("ptxas", ptxas)
if ptxas:
    config.substitutions.append((r"%ptxas(?![-\w])", ptxas))
have("mlir", shutil.which("mlir-opt-22"))
have("mlir-host", all(map(shutil.which, ("mlir-opt-22", "mlir-translate-22", "opt-22", "llc-22"))))
have("host-compiler", os.environ.get("CXX") or any(map(shutil.which, ("c++", "g++", "clang++"))))
have("host-clang", shutil.which("clang++-14"))
have("sanitized", config.sanitized)

# The CUDA driver: one that runs PTX on the CPU, named for the tests, or the machine's own.
libcuda = os.environ.get("MYTRITON_TEST_LIBCUDA")
if libcuda:
    environment("LD_LIBRARY_PATH", libcuda)
have("gpu-driver", libcuda or (ctypes.util.find_library("cuda") and glob.glob("/dev/nvidia[0-9]*")))

# `%sweep KERNEL` runs a kernel of kernels/ in many ways on every device there is. Under sanitizers, where
# all is slower, it takes every eighth way.
devices = ["ref", "cpu"]
if {"gpu-driver", "nvrtc"} <= config.available_features:
    devices.append("cuda")
sweep = (f"/usr/bin/python3 {config.source}/test/execution/Inputs/sweep.py --mytritonc {tools}/mytritonc"
         f" --mytriton-run {tools}/mytriton-run --devices {','.join(devices)} --folder %t")
if config.sanitized:
    sweep += " --sample 8"
config.substitutions.insert(0, (r"%sweep(?![-\w])", sweep))
barriers = f"/usr/bin/python3 {config.source}/test/execution/Inputs/barriers.py --mytriton-run {tools}/mytriton-run"
config.substitutions.insert(0, (r"%barriers(?![-\w])", barriers))
config.substitutions.append((r"%features(?![-\w])", ",".join(sorted(config.available_features)) or "none"))

# Random programs: fewer under sanitizers, where all is slower.
config.substitutions.insert(0, (r"%fuzz-count(?![-\w])", "40" if config.sanitized else "300"))
config.substitutions.insert(0, (r"%fuzz-tolerant(?![-\w])", "10" if config.sanitized else "30"))
