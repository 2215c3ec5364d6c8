#!/usr/bin/env python3
"""Runs the examples of a document: each ```sh block, in order, in one empty folder that sees kernels/.
A block of another kind right after it (no blank text between) must be exactly what it prints. A block
```python NAME.py is written to that file first.

    run_doc_examples.py DOCUMENT.md TOOLS_FOLDER FOLDER [--features nvcc,cuda]

A block whose first line is `# needs nvcc` is skipped where that feature is not named.
"""

import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n(?:\n?^```(?!sh\n)(\w+)\n(.*?)^```\n)?", re.M | re.S)
FILE = re.compile(r"^```python (\w+\.py)\n(.*?)^```\n", re.M | re.S)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("document", type=pathlib.Path)
    parser.add_argument("tools", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--features", default="")
    options = parser.parse_args()

    shutil.rmtree(options.folder, ignore_errors=True)
    options.folder.mkdir(parents=True)
    (options.folder / "kernels").symlink_to(pathlib.Path(__file__).resolve().parent.parent / "kernels")
    environment = {**os.environ, "PATH": f"{options.tools}:{os.environ['PATH']}"}

    for name, text in FILE.findall(options.document.read_text()):
        (options.folder / name).write_text(text)
    ran = 0
    for kind, text, _, expected in BLOCK.findall(options.document.read_text()):
        if kind != "sh":
            continue
        needs = re.match(r"# needs (\w+)", text)
        if needs and needs.group(1) not in options.features.split(","):
            print(f"skipped, needs {needs.group(1)}")
            continue
        print(text, end="", flush=True)
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=options.folder,
                              env=environment, text=True, stdout=subprocess.PIPE)
        print(done.stdout, end="")
        if done.returncode != 0:
            sys.exit(f"run_doc_examples: status {done.returncode}")
        if expected and done.stdout != expected:
            print("".join(difflib.unified_diff(expected.splitlines(True), done.stdout.splitlines(True),
                                               "the document", "printed")))
            sys.exit("run_doc_examples: the document shows something else")
        ran += 1
    if not ran:
        sys.exit("run_doc_examples: no example was run")


main()
