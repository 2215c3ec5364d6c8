#!/usr/bin/env bash
# What a change must pass: the format, clang-tidy on the files it changed, the tests. With `--all`
# clang-tidy reads every file; with `--quick` the tests are left out (what a commit hook runs).
set -euo pipefail
cd "$(dirname "$0")/.."
mode=${1:-}

scripts/setup.sh --dev
scripts/format.sh --check

# clang-tidy reads the commands of a build by clang: it does not know every option of g++.
cmake --preset clang >/dev/null
if [ "$mode" = --all ]; then
  files=$(git ls-files -- 'lib/*.cpp' 'tools/*.cpp')
else
  base=$(git merge-base HEAD origin/main 2>/dev/null || git rev-parse 'HEAD~1')
  files=$(git diff --name-only --diff-filter=d "$base" -- 'lib/*.cpp' 'tools/*.cpp')
fi
if [ -n "$files" ]; then
  echo "$files" | xargs -P "$(nproc)" -n 1 clang-tidy-14 -p build-clang --quiet --warnings-as-errors='*'
fi

[ "$mode" = --quick ] || scripts/test.sh
