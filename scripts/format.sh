#!/usr/bin/env bash
# Formats every C++ file of the project; with `--check` only says which are not formatted.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=(-i)
[ "${1:-}" != --check ] || mode=(--dry-run --Werror)
git ls-files -z -- '*.h' '*.cpp' | xargs -0 -r -P "$(nproc)" -n 8 clang-format-14 "${mode[@]}"
