#!/usr/bin/env bash
# The long run of random differential testing: `scripts/fuzz.sh [COUNT] [OPTIONS of mytriton-fuzz...]`
# compares 20,000 programs, or COUNT, to the bit and a tenth as many within tolerances. Failing
# kernels, and what they were cut down to, are left in fuzz-out/. Build first.
set -euo pipefail
cd "$(dirname "$0")/.."
count=${1:-20000}
shift $(($# > 0 ? 1 : 0))
fuzz=(build/bin/mytriton-fuzz --jobs="$(nproc)")
"${fuzz[@]}" --count="$count" --require-ops=$((count >= 20000 ? 50 : 0)) "$@"
"${fuzz[@]}" --count=$((count / 10)) --mode=tolerance "$@"
