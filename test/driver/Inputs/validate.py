"""validate.py MYTRITONC ROOT: compiles everything in kernels/ and holds its JSON against the schema."""

import json
import pathlib
import subprocess
import sys

import jsonschema

tool, root = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, str(root / "test/execution/Inputs"))
import launches

schema = json.loads((root / "docs/launch-metadata.schema.json").read_text())
for kernel in launches.all_kernels():
    command = launches.compile_command(tool, kernel, 128, "--emit=metadata")
    text = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
    jsonschema.validate(json.loads(text), schema)
    print(kernel)
