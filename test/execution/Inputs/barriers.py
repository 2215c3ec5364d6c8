#!/usr/bin/env python3
"""Takes each barrier of a kernel's generated code away in turn, and shows that the cpu device notices:
a barrier whose removal nothing notices is not needed, and should not have been generated.

    barriers.py KERNEL.json --mytriton-run PATH --barriers N ARGUMENTS...

The kernel must run as it stands, and have N barriers. ARGUMENTS go to mytriton-run.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

FORBIDDEN = 3  # mytriton-run's status for what a kernel must not do, and for wrong results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("json", type=pathlib.Path)
    parser.add_argument("--mytriton-run", required=True)
    parser.add_argument("--barriers", type=int, required=True)
    options, arguments = parser.parse_known_args()

    def status(json):
        done = subprocess.run([options.mytriton_run, str(json), "--device=cpu", "--check=ref", *arguments],
                              capture_output=True, text=True, timeout=600)
        return done.returncode, done.stderr

    code, errors = status(options.json)
    if code != 0:
        sys.exit(f"the kernel fails with its barriers:\n{errors}")
    source = options.json.with_suffix(".cu").read_text().splitlines(keepends=True)
    barriers = [i for i, line in enumerate(source) if line.strip().startswith("__syncthreads();")]
    if len(barriers) != options.barriers:
        sys.exit(f"{len(barriers)} barriers, not {options.barriers}")

    folder = options.json.with_suffix(".without")
    folder.mkdir(exist_ok=True)
    json = folder / options.json.name
    shutil.copy(options.json, json)
    for at in barriers:
        # A line that is still there keeps the numbers of the others.
        without = source[:at] + [source[at].replace("__syncthreads();", ";")] + source[at + 1:]
        json.with_suffix(".cu").write_text("".join(without))
        code, errors = status(json)
        if code != FORBIDDEN:
            sys.exit(f"line {at + 1}: without this barrier the status is {code}\n{errors}")
        print(f"line {at + 1}: {errors.splitlines()[0]}")


main()
