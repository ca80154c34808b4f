"""Structs by value from mappings of their fields, laid out as their description in JSON says."""
import json
import operator
import struct

from custub._custub import Error

FLOATS = {"float", "double", "half", "__half"}
SIGNED = {"char", "signed char", "short", "int", "long", "long long", "int8_t", "int16_t", "int32_t", "int64_t",
          "ptrdiff_t", "ssize_t", "intptr_t"}
UNSIGNED = {"unsigned char", "unsigned short", "unsigned int", "unsigned long", "unsigned long long", "uint8_t",
            "uint16_t", "uint32_t", "uint64_t", "size_t", "uintptr_t"}


def code_of(field):
    """The code of a field's elements in the module `struct`; None: they are passed as bytes."""
    kind, size = field["type"].removeprefix("const ").removeprefix("std::"), field["size"] // field["elements"]
    if kind == "bool":
        return "?"
    if kind in FLOATS:
        return {2: "e", 4: "f", 8: "d"}[size]
    if kind in SIGNED:
        return {1: "b", 2: "h", 4: "i", 8: "q"}[size]
    if kind in UNSIGNED or kind.endswith("*"):  # a pointer is its address
        return {1: "B", 2: "H", 4: "I", 8: "Q"}[size]
    return None


def text_of(value):
    try:
        return str(value)
    except ValueError:  # Python refuses to write ints of thousands of digits
        return "a number of so many digits"


class Packer:
    """Makes the bytes of a struct parameter."""

    def __init__(self, source, kernel, parameter):
        self.place = f"[{source}:{parameter['line']}]"
        self.kernel, self.parameter = kernel["name"], parameter
        self.fields = {field["name"]: (field, code_of(field)) for field in parameter["fields"]}

    def refuse(self, status, what):
        parameter = self.parameter
        error = Error(f"{self.kernel}: '{parameter['name']}' is of type {parameter['type']}, {parameter['size']} "
                      f"bytes, {what} {self.place}")
        error.status, error.kernel, error.parameter = f"CUSTUB_ERROR_ARGUMENT_{status}", self.kernel, parameter["name"]
        raise error

    def pack(self, content, field, code, value):
        """Writes the value of a field."""
        count = field["elements"]
        if code is None:
            value = bytes(memoryview(value))
            if len(value) != field["size"]:
                self.refuse("SIZE", f"the field '{field['name']}' has {field['size']} bytes, not {len(value)}")
            content[field["offset"]:field["offset"] + len(value)] = value
            return
        values = [value] if count == 1 else list(value)
        if len(values) != count:
            self.refuse("KIND", f"the field '{field['name']}' has {count} elements, not {len(values)}")
        if code == "?" and any(operator.index(each) not in (0, 1) for each in values):
            raise OverflowError
        struct.pack_into(f"<{count}{code}", content, field["offset"], *values)

    def __call__(self, mapping):
        missing = [name for name in self.fields if name not in mapping]
        unknown = [name for name in mapping if name not in self.fields]
        if missing:
            self.refuse("KIND", f"the field '{missing[0]}' is missing")
        if unknown:
            self.refuse("KIND", f"which has no field '{unknown[0]}'")
        content = bytearray(self.parameter["size"])
        for name, (field, code) in self.fields.items():
            value, kind = mapping[name], field["type"]
            needed = kind if field["elements"] == 1 else f"{kind}[{field['elements']}]"
            is_number = field["elements"] == 1 and code and code not in "efd" and hasattr(value, "__index__")
            try:
                self.pack(content, field, code, value)
            except (struct.error, OverflowError, TypeError) as error:
                if is_number or isinstance(error, OverflowError):
                    self.refuse("RANGE", f"the field '{name}' is of type {needed}, which cannot hold {text_of(value)}")
                self.refuse("KIND", f"the field '{name}' is of type {needed}, not {type(value).__name__}" + (
                    "" if code else f"; pass its {field['size']} bytes"))
        return content


def packers(paths):
    """For each kernel of these descriptions that takes structs: by the parameter's number, its packer."""
    found = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            description = json.load(file)
        for kernel in description["kernels"]:
            found[kernel["name"]] = {
                index: Packer(description["source"], kernel, parameter)
                for index, parameter in enumerate(kernel["params"]) if parameter["kind"] == "struct"}
    return found
