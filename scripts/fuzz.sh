#!/usr/bin/env bash
# The long runs of random differential testing; build first.
#   scripts/fuzz.sh [COUNT] [OPTIONS of mytriton-fuzz...]   compares 20,000 programs, or COUNT, to the
#       bit and a tenth as many within tolerances. Failing kernels, and what they were cut down to, are
#       left in fuzz-out/. With --seed=N it goes on where an earlier run ended.
#   scripts/fuzz.sh plants [OPTIONS...]   looks for every planted mistake.
set -euo pipefail
cd "$(dirname "$0")/.."
# clang compiles the kernels, without optimization, in less time than g++.
[[ -n ${CXX:-} ]] || ! command -v clang++ >/dev/null || export CXX=clang++
fuzz=(build/bin/mytriton-fuzz --jobs="$(nproc)")
if [[ ${1:-} == plants ]]; then
  exec "${fuzz[@]}" --plant=all --count=500 "${@:2}"
fi
count=${1:-20000}
shift $(($# > 0 ? 1 : 0))
"${fuzz[@]}" --count="$count" --require-ops=$((count >= 20000 ? 50 : 0)) "$@"
"${fuzz[@]}" --count=$((count / 10)) --mode=tolerance "$@"
