#!/usr/bin/env python3
"""Measures what mytritonc promises: from .py to .cu in at most half the time of an empty Python run,
in less than 20 MB, and without starting a process. Prints the ratio, and exits with 1 where one of the
exact promises (memory, processes) is broken.

    scripts/measure.py [MYTRITONC [KERNEL.py ...]]
"""

import fcntl
import os
import pathlib
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROUNDS = 41
PYTHON = ["/usr/bin/python3", "-c", "pass"]


def run(command):
    """Runs to the end; returns (CPU seconds, wall seconds)."""
    start = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ)
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f"measure: failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - start


def inspect(command):
    """Peak memory in MB, and whether it started a process: read while it waits to write its output.

    wait4() cannot tell the peak, because it counts what the process was before exec. So the output
    goes to a full pipe, and /proc is read while the process waits there with its work done.
    """
    reader, writer = os.pipe()
    size = fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    os.write(writer, b" " * size)
    pid = os.posix_spawn(command[0], command, os.environ,
                         file_actions=[(os.POSIX_SPAWN_DUP2, writer, 1)])
    os.close(writer)
    proc = pathlib.Path(f"/proc/{pid}")

    def stat():  # state, ..., the fields of proc(5) from the third on
        return (proc / "stat").read_text().rpartition(")")[2].split()

    used = None
    for _ in range(600):
        state, ticks = stat()[0], stat()[11:13]
        if state == "Z" or (state == "S" and ticks == used):
            break  # asleep, and no time used since the last look: it waits for the pipe
        used = ticks
        time.sleep(0.05)
    status = dict(line.split(":", 1) for line in (proc / "status").read_text().splitlines())
    children = (proc / "task" / str(pid) / "children").read_text().split()
    ended_children_faults = int(stat()[8])
    with os.fdopen(reader, "rb") as pipe:
        output = pipe.read()[size:]
    _, code = os.waitpid(pid, 0)
    if code != 0 or not output or "VmHWM" not in status:
        sys.exit(f"measure: failed: {' '.join(command)}")
    return int(status["VmHWM"].split()[0]) / 1024, bool(children) or ended_children_faults > 0


def main():
    tool = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/bin/mytritonc")
    kernels = sys.argv[2:] or [str(ROOT / "kernels/add.py")]
    broken = False
    print(f"python3 -c pass is 1; the median of {ROUNDS} runs, taken in turns")
    for kernel in kernels:
        compile_kernel = [tool, kernel, "-D", "BLOCK=1024", "-o"]
        with tempfile.TemporaryDirectory() as folder:
            pairs = [(run(PYTHON), run([*compile_kernel, f"{folder}/k.cu"])) for _ in range(ROUNDS)]
        python_cpu, python_wall = (statistics.median(p[0][i] for p in pairs) for i in (0, 1))
        cpu, wall = (statistics.median(p[1][i] for p in pairs) for i in (0, 1))
        memory, started = inspect([*compile_kernel, "-"])
        print(f"{pathlib.Path(kernel).name}: CPU {cpu * 1e3:.2f} ms, ratio {cpu / python_cpu:.2f};"
              f" elapsed {wall * 1e3:.2f} ms, ratio {wall / python_wall:.2f};"
              f" peak {memory:.1f} MB; {'starts processes' if started else 'starts no process'}")
        # Times are for people to read: they vary with the machine's other work.
        broken |= memory >= 20 or started
    return 1 if broken else 0


sys.exit(main())
