#!/usr/bin/env bash
# Installs what is missing to build and test: Debian packages, and the Python grammar's sources.
# Does nothing where all is there. `--dev` adds what scripts/check.sh and .ci/run use.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(cmake ninja-build g++ libcli11-dev libfmt-dev nlohmann-json3-dev libboost-context-dev
          libtree-sitter-dev catch2 llvm-22 llvm-22-tools mlir-22-tools
          python3 python3-numpy python3-jsonschema)
if [ "${1:-}" = --dev ]; then
  packages+=(clang-14 libclang-rt-14-dev clang-format-14 clang-tidy-14)
fi

grammar=${MYTRITON_TREE_SITTER_PYTHON_DIR:-third_party/tree-sitter-python}
if [ ! -f "$grammar/src/parser.c" ] || [ ! -f "$grammar/src/tree_sitter/parser.h" ]; then
  packages+=(python3-pip)
fi

# --- Debian packages ----------------------------------------------------------------------------
missing=()
if command -v dpkg-query >/dev/null; then
  for package in "${packages[@]}"; do
    # The status is asked for: a removed package that left its settings is still known to dpkg.
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
  done
else
  echo "setup: not a Debian system; these packages, or what they hold, are needed: ${packages[*]}" >&2
fi
if [ ${#missing[@]} -gt 0 ]; then
  echo "setup: installing ${missing[*]}"
  root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { echo "setup: run this as root: apt-get install ${missing[*]}" >&2; exit 1; }
    root=(sudo)
  fi
  "${root[@]}" apt-get update -q
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
fi

# --- the grammar ----------------------------------------------------------------------------------
# The newest tree-sitter-python that Debian's tree-sitter core takes. Its source package leaves out
# the headers src/tree_sitter/*.h, which the Python binding's source package carries.
if [ ! -f "$grammar/src/parser.c" ] || [ ! -f "$grammar/src/tree_sitter/parser.h" ]; then
  echo "setup: fetching the Python grammar into $grammar"
  download=$(mktemp -d)
  trap 'rm -rf "$download"' EXIT
  # pip compares the pinned hashes with what it received before it opens an archive.
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
    --no-binary tree-sitter,tree-sitter-python --dest "$download" -r scripts/grammar.txt
  mkdir "$download/grammar" "$download/core"
  tar -xzf "$download"/tree_sitter_python-0.23.6.tar.gz -C "$download/grammar" --strip-components=1
  tar -xzf "$download"/tree-sitter-0.23.2.tar.gz -C "$download/core" --strip-components=1
  mkdir -p "$download/grammar/src/tree_sitter"
  for header in alloc array parser ts_assert; do
    cp "$download/core/tree_sitter/core/lib/src/$header.h" "$download/grammar/src/tree_sitter/"
  done
  # Whole or not at all: a run that was stopped leaves nothing that looks finished.
  mkdir -p "$(dirname "$grammar")"
  rm -rf "$grammar"
  mv "$download/grammar" "$grammar"
fi
