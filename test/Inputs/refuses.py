#!/usr/bin/env python3
"""refuses.py MYTRITONC LINE:COLUMN KIND FILE OPTIONS...: the compiler must refuse the file with exactly
one error, of that kind at that place, status 1, and no file of any name."""

import os
import subprocess
import sys
import tempfile

tool, place, kind, path, *options = sys.argv[1:]
path = os.path.abspath(path)
with tempfile.TemporaryDirectory() as folder:
    done = subprocess.run([tool, path, *options, "-o", "out.cu", "-MD"], cwd=folder, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    left = os.listdir(folder)
print(done.stderr)
errors = [line for line in done.stderr.splitlines() if "error:" in line]
problems = []
if done.returncode != 1:
    problems.append(f"status {done.returncode} instead of 1")
if len(errors) != 1:
    problems.append(f"{len(errors)} errors instead of one")
elif not errors[0].startswith(f"{path}:{place}: error: ") or not errors[0].endswith(f"[{kind}]"):
    problems.append(f"the error is not [{kind}] at {place}")
if left:
    problems.append(f"files were left: {left}")
if done.stdout:
    problems.append(f"something was printed: {done.stdout[:200]!r}")
sys.exit("refuses: " + "; ".join(problems) if problems else 0)
