"""Type stubs of kernels, for editors and mypy, from their description in JSON.

    python -m custub.stubs saxpy.json ... > saxpy_kernels.pyi
"""
import json
import keyword
import re
import sys

from custub.structs import code_of

HEAD = '''"""Made by custub.stubs from {sources}."""
from __future__ import annotations

import array
import ctypes
from typing import Any, Protocol, Sequence, SupportsFloat, SupportsIndex, Tuple, TypedDict, Union

import custub

class HasInterface(Protocol):
    @property
    def __cuda_array_interface__(self) -> Any: ...

class HasDLPack(Protocol):
    def __dlpack__(self, *, stream: Any = ...) -> Any: ...

class IsRecord(Protocol):  # of NumPy
    @property
    def __array_interface__(self) -> Any: ...

class HasStream(Protocol):
    def __cuda_stream__(self) -> Any: ...

Array = Union[
    HasInterface, HasDLPack, custub.View, bytes, bytearray, memoryview, array.array[Any], ctypes.Array[Any]]
Bytes = Union[bytes, bytearray, memoryview, array.array[Any], ctypes.Array[Any], ctypes.Structure, IsRecord]
Dim = Union[int, Tuple[int, ...]]
Stream = Union[HasStream, int]
'''
OPTIONS = {"stream": "Stream | None", "grid": "Dim | None", "block": "Dim | None", "cluster": "Dim | None",
           "shared": "int | None", "threads": "int | None"}
FLOATS = {"float", "double", "half", "__half", "__nv_bfloat16", "nv_bfloat16"}


def field_type(field):
    """The type of a field's value in a mapping."""
    code = code_of(field)
    if code is None:
        return "Bytes"
    kind = "SupportsFloat" if code in "efd" else "SupportsIndex"
    return kind if field["elements"] == 1 else f"Sequence[{kind}]"


def struct_type(parameter):
    """The name of a struct's TypedDict."""
    return re.sub(r"\W+", "_", parameter["type"]) + "_fields"


def structs(kernels):
    """A TypedDict for each type of struct."""
    found = {}
    for kernel in kernels:
        for parameter in kernel["params"]:
            if parameter["kind"] == "struct":
                fields = ", ".join(f'"{field["name"]}": {field_type(field)}' for field in parameter["fields"])
                name = struct_type(parameter)
                found[name] = f'{name} = TypedDict("{name}", {{{fields}}})\n'
    return "".join(found.values())


def parameter_type(parameter):
    if parameter["kind"] == "buffer":
        return "Array | None" if parameter["or_null"] else "Array"
    if parameter["kind"] == "struct":
        return f"{struct_type(parameter)} | Bytes"
    if parameter["kind"] != "scalar":
        return "Bytes"
    return "SupportsFloat" if parameter["type"] in FLOATS else "SupportsIndex"


def function(kernel):
    """The stub of a kernel. What Python cannot name is given by its place."""
    names = [parameter["name"] for parameter in kernel["params"]]
    plain = all(name.isidentifier() and not keyword.iskeyword(name) and name not in OPTIONS for name in names)
    if not plain:
        names = [f"__{index}" for index in range(len(names))]
    given = [f"{name}: {parameter_type(parameter)}" for name, parameter in zip(names, kernel["params"])]
    options = [f"{name}: {kind} = ..." for name, kind in OPTIONS.items()]
    return f"def {kernel['name']}({', '.join([*given, '*', *options])}) -> None: ...\n"


def text(paths):
    """The stubs of the kernels of several files."""
    files = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            files.append(json.load(file))
    sources = ", ".join(each["source"] for each in files)
    kernels = [kernel for each in files for kernel in each["kernels"]]
    return HEAD.format(sources=sources) + structs(kernels) + "\n" + "".join(map(function, kernels))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.stdout.write(text(sys.argv[1:]))
