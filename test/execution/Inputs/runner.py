"""Runs the tools for the tests that compare launches with NumPy, and counts what went wrong."""

import pathlib
import subprocess
import sys

import numpy as np


class Runner:
    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(options.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.launched = 0
        self.failures = []

    def fail(self, where, text):
        self.failures.append(f"{where}: {text}")
        print(f"FAILED {where}\n    {text}", flush=True)
        if len(self.failures) >= 10:
            sys.exit("too many failures")

    def run(self, where, command):
        done = subprocess.run(command, capture_output=True, text=True, timeout=900)
        if done.returncode != 0:
            self.fail(where, f"status {done.returncode}: {' '.join(command)}\n{done.stderr[:2000]}")
        return done.returncode == 0

    def emitted(self):
        """What the chosen devices need of the compiler."""
        return "cuda,ptx" if "cuda" in self.options.devices else "cuda"

    def passed(self, arguments):
        """The arguments as mytriton-run takes them; arrays are saved first."""
        words = []
        for name, value in arguments.items():
            if isinstance(value, np.ndarray):
                np.save(self.folder / f"{name}.npy", value)
                value = self.folder / f"{name}.npy"
            words.append(f"{name}={value}")
        return words
