"""Checks descriptions against their schema: schema.py SCHEMA FOLDER...

Every .json file below the folders is a description. A field that the schema does not have is an error
here, though not for its users: later versions may add fields."""
import json
import pathlib
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: there is no Python package jsonschema")
    sys.exit(77)


def forbid_others(part):
    if isinstance(part, dict):
        if part.get("type") == "object":
            part["unevaluatedProperties"] = False
        for value in part.values():
            forbid_others(value)
    elif isinstance(part, list):
        for value in part:
            forbid_others(value)


schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
Draft202012Validator.check_schema(schema)
forbid_others(schema)
validator = Draft202012Validator(schema)
found = (file for folder in sys.argv[2:] for file in pathlib.Path(folder).rglob("*.json"))
files = sorted(file for file in found if file.name != "compile_commands.json")
failed = not files
for file in files:
    for error in validator.iter_errors(json.loads(file.read_text())):
        print(f"{file}: {error.json_path}: {error.message[:200]}")
        failed = True
broken = json.loads(files[0].read_text()) if files else {}
broken["more"] = 1
if validator.is_valid(broken):
    print("a field that the schema does not have is not found")
    failed = True
print(f"{len(files)} descriptions")
sys.exit(failed)
