#!/usr/bin/env bash
# From a bare machine to a kernel that ran: installs what is missing, builds, compiles
# kernels/add.py, and adds 1,000,003 pairs of random numbers with it.
set -euo pipefail
cd "$(dirname "$0")/.."
step() { printf '\n== %s\n' "$*"; }

step "1/4  installing what is missing"
scripts/setup.sh

step "2/4  building"
cmake --preset default
cmake --build --preset default --target mytritonc mytriton-run mytriton-opt

step "3/4  compiling kernels/add.py to build/quickstart/add.cu"
mkdir -p build/quickstart
build/bin/mytritonc kernels/add.py -D BLOCK=1024 -o build/quickstart/add.cu
ls -l build/quickstart/add.cu build/quickstart/add.json

step "4/4  running it on 1,000,003 random numbers"
cd build/quickstart
# x, y and what NumPy says that their sum is, computed in double precision.
/usr/bin/python3 - <<'PYTHON'
import numpy as np

rng = np.random.default_rng(2024)
x = rng.standard_normal(1_000_003).astype(np.float32)
y = rng.standard_normal(1_000_003).astype(np.float32)
np.save("x.npy", x)
np.save("y.npy", y)
np.save("want.npy", (x.astype(np.float64) + y.astype(np.float64)).astype(np.float32))
PYTHON
../bin/mytriton-run add.json x=x.npy y=y.npy out=zeros:1000003 n=1000003 \
  --grid 'cdiv(n, BLOCK)' --save out=out.npy --expect out=want.npy

step "Done. The sums are in build/quickstart/out.npy, the kernel in build/quickstart/add.cu:"
cat add.cu
