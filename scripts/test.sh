#!/usr/bin/env bash
# Builds everything and runs every test: `scripts/test.sh [PRESET] [LIT OPTIONS...]`. The presets
# are in CMakePresets.json: default, debug, clang, sanitize.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-default}
shift $(($# > 0 ? 1 : 0))

scripts/setup.sh
cmake --preset "$preset"
cmake --build --preset "$preset"

build=build
[ "$preset" = default ] || build=build-$preset
jobs=$(nproc)
failed=0
# The unit tests, then everything that has a RUN line.
ctest --test-dir "$build" -j "$jobs" --output-on-failure --output-junit "$PWD/$build/unit.xml" || failed=1
lit-22 -sv -j "$jobs" --xunit-xml-output "$build/lit.xml" "$@" "$build/test" || failed=1
/usr/bin/python3 scripts/summarize.py "$build/unit.xml" "$build/lit.xml" || failed=1
exit "$failed"
