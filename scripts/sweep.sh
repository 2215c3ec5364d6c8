#!/usr/bin/env bash
# The long run of the execution tests: `scripts/sweep.sh [KERNEL...]` runs those kernels of kernels/, or
# all, in every way, with the data of three seeds. Build first. The cuda device is among them where
# MYTRITON_TEST_LIBCUDA names a folder with a driver, or with MYTRITON_SWEEP_DEVICES=ref,cpu,cuda.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -n "${MYTRITON_TEST_LIBCUDA:-}" ]; then
  export LD_LIBRARY_PATH=$MYTRITON_TEST_LIBCUDA MYTRITON_SWEEP_DEVICES=ref,cpu,cuda
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_CACHE_HOME=$folder/cache
sweep() {
  /usr/bin/python3 test/execution/Inputs/sweep.py "$1" --full --seeds 3 --mytritonc build/bin/mytritonc \
    --mytriton-run build/bin/mytriton-run --devices "${MYTRITON_SWEEP_DEVICES:-ref,cpu}" --folder "$2/$1"
}
export -f sweep
if [ $# = 0 ]; then
  # shellcheck disable=SC2046 -- names without spaces
  set -- $(sed -n 's/^RUN: %sweep //p' test/execution/*.test)
fi
printf '%s\n' "$@" | xargs -P "$(nproc)" -I KERNEL bash -c 'sweep KERNEL "$0"' "$folder"
