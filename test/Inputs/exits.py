#!/usr/bin/env python3
"""exits.py N COMMAND...: runs the command; fails unless it ends with status N."""

import subprocess
import sys

status = subprocess.run(sys.argv[2:]).returncode
if status != int(sys.argv[1]):
    sys.exit(f"exits: status {status} instead of {sys.argv[1]}: {' '.join(sys.argv[2:])}")
