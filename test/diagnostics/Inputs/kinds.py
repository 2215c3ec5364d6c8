"""kinds.py ROOT: names each kind in diagnostics.def that no test shows."""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
definitions = (root / "include/mytriton/support/diagnostics.def").read_text()
kinds = re.findall(r'^MYTRITON_DIAGNOSTIC\(\w+,\s*"([\w-]+)"', definitions, re.M)
shown = set()
for path in (root / "test").rglob("*"):
    if path.suffix in (".py", ".ssa", ".test", ".cpp") and "Inputs" not in path.parts:
        text = path.read_text(errors="replace")
        shown |= set(re.findall(r"\[([\w-]+)\]", text))
        shown |= set(re.findall(r"%refuses \S+ ([\w-]+)", text))
missing = [kind for kind in kinds if kind not in shown]
if missing or not kinds:
    sys.exit("no test shows: " + ", ".join(missing))
