#!/usr/bin/env python3
"""file_names.py MYTRITONC MYTRITON_RUN KERNEL FOLDER: a kernel compiles and runs whatever its file is
called, and its name adds no line to the generated code."""

import os
import shutil
import subprocess
import sys

compiler, runner, kernel, folder = sys.argv[1:]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
options = ["-D", "BLOCK=64"]
plain = subprocess.run([compiler, kernel, *options], capture_output=True, text=True, check=True).stdout

for name in ["a b.py", "a\nb.py", "a\rb.py", "x\n#include \"none\"\n.py", "back\\slash.py", "ends\\.py", "*.py",
             "quote\"'.py", "\u00fcber.py", "tab\t.py"]:
    path = os.path.join(folder, name)
    shutil.copyfile(kernel, path)
    printed = subprocess.run([compiler, path, *options], capture_output=True, check=True).stdout.decode()
    assert len(printed.split("\n")) == len(plain.split("\n")), name
    code = [line.split("//")[0].rstrip() for line in printed.split("\n")]
    assert code == [line.split("//")[0].rstrip() for line in plain.split("\n")], name
    assert "\r" not in printed, name
    subprocess.run([runner, path, *options, "x=ones:100", "y=ones:100", "out=zeros:100", "n=100", "--grid=2",
                    "--device=cpu", "--check=ref"], check=True, stdout=subprocess.DEVNULL)
