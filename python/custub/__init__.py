"""Launches CUDA kernels that custub describes, checked as in C. docs/PYTHON.md is the manual."""
import os
import struct
from types import SimpleNamespace

from custub._custub import Error, View, __version__, open_library, use_device
from custub.structs import packers

__all__ = ["Error", "Kernels", "View", "__version__", "open", "use_device"]


class Kernels(SimpleNamespace):
    """The kernels of a library: each is a function, under its name."""


def _exported(content):
    """The names that a shared library defines for others: the section of its dynamic symbols, in ELF."""
    if content[:6] != b"\x7fELF\x02\x01":
        raise ValueError("not a shared library of 64 bits")
    (start,) = struct.unpack_from("<Q", content, 40)
    size, count = struct.unpack_from("<HH", content, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", content, start + i * size) for i in range(count)]
    for _, kind, _, _, offset, length, link, _, _, entry in sections:
        if kind != 11:  # SHT_DYNSYM
            continue
        for at in range(offset, offset + length, entry):
            name, _, _, section = struct.unpack_from("<IBBH", content, at)
            if section:
                begin = sections[link][4] + name
                yield content[begin : content.index(b"\0", begin)].decode()


def _sources(path):
    """The names of the descriptions and images in a shared library of kernels."""
    with _open(path, "rb") as file:
        names = set(_exported(file.read()))
    pairs = ((name, name.replace("_custub_library_", "_custub_images_", 1)) for name in sorted(names))
    return [pair for pair in pairs if pair[0] != pair[1] and pair[1] in names]


_open = open


def open(path, *descriptions):
    """Loads the kernels of a shared library that custub_add_kernels(... SHARED) has made.

    They are loaded in the context that is current on this thread; if there is none, device 0's
    primary context becomes it. With the paths of their descriptions in JSON, structs can be passed as
    mappings of their fields.
    """
    sources = _sources(path)
    if not sources:
        raise ValueError(f"{path} exports no kernels; it needs SHARED or EXPORT of custub_add_kernels()")
    return Kernels(**open_library(os.fspath(path), sources, packers(descriptions)))
