#!/usr/bin/env python3
"""Writes docs/cli.md from what the tools print for --help: cli_docs.py TOOLS_FOLDER [--check]."""

import pathlib
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parent.parent / "docs" / "cli.md"
TOOLS = ["mytritonc", "mytriton-run", "mytriton-opt"]

text = "# Command-line reference\n\nMade from `--help` by scripts/cli_docs.py; do not edit.\n"
for tool in TOOLS:
    usage = subprocess.run([pathlib.Path(sys.argv[1]) / tool, "--help"], check=True, text=True,
                           stdout=subprocess.PIPE).stdout
    text += f"\n## {tool}\n\n```text\n{usage}```\n"

if "--check" not in sys.argv:
    PAGE.write_text(text)
elif not PAGE.exists() or PAGE.read_text() != text:
    sys.exit("docs/cli.md is not what --help says: run scripts/cli_docs.py build/bin")
