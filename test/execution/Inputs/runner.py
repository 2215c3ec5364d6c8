"""Runs the tools for the tests that compare launches with NumPy, and counts what went wrong."""

import itertools
import os
import pathlib
import subprocess
import sys

import numpy as np

import arrays

ORDERS = ["forward", "backward", "random"]


class Runner:
    """Launches on each device of `options.devices`, with files in `options.folder`."""

    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(options.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.cases = 0
        self.launched = 0
        self.failures = []

    def fail(self, where, text):
        self.failures.append(f"{where}: {text}")
        print(f"FAILED {where}\n    {text}", flush=True)
        if len(self.failures) >= 10:
            sys.exit("too many failures")

    def run(self, where, command, **variables):
        done = subprocess.run(command, capture_output=True, text=True, timeout=900,
                              env={**os.environ, **variables})
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

    def order(self, device):
        """Options and variables. No case runs its threads in the order of the one before."""
        if device == "cpu":
            order = ORDERS[self.cases % len(ORDERS)]
            return [f"--thread-order={order}" + f":{self.cases}" * (order == "random")], {}
        # A driver that runs PTX on the CPU draws the order of warps from this; others do not care.
        return [], {"PTXI_SEED": str(self.cases)} if device == "cuda" else {}

    def compare(self, where, json, launch, devices):
        """Runs a launch on those devices and compares what it stored."""
        self.cases += 1
        arguments = self.passed(launch.arguments)
        for device in devices:
            self.launched += 1
            saves = itertools.chain(*(["--save", f"{name}={self.folder / name}.{device}.npy"]
                                      for name in launch.expected))
            words, variables = self.order(device)
            command = [self.options.mytriton_run, str(json), *arguments, f"--device={device}",
                       f"--grid={launch.grid}", *words, *saves]
            if not self.run(f"{where} on {device}", command, **variables):
                continue
            for name in launch.expected:
                got = np.load(self.folder / f"{name}.{device}.npy")
                if (text := arrays.differences(name, got, launch)) is not None:
                    self.fail(f"{where} on {device}", f"{name}: {text}")
