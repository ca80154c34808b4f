"""Wheels, with nothing but the standard library: of a library of kernels, and of custub itself.

    python -m custub.wheel NAME VERSION LIBRARY.so KERNELS.json ... [--out FOLDER]

makes a package NAME, whose attributes are the kernels of the library, with stubs of their types.
"""
import argparse
import base64
import hashlib
import keyword
import os
import sysconfig
import zipfile

from custub import stubs

LOADER = '''"""The kernels of {library}. They are loaded when the first one is used."""
import os

import custub

_FOLDER = os.path.dirname(__file__)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    globals().update(vars(custub.open(*(os.path.join(_FOLDER, each) for each in {files}))))
    if name not in globals():
        raise AttributeError(f"{library} has no kernel '{{name}}'")
    return globals()[name]
'''


def platform():
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")


def write(folder, name, version, tag, files, requires=()):
    """Writes a wheel of files, a dictionary of their contents by their paths. Returns its path."""
    about = f"{name}-{version}.dist-info"
    files = dict(files)
    needs = "".join(f"Requires-Dist: {each}\n" for each in requires)
    files[f"{about}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}".encode()
    files[f"{about}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: custub\nRoot-Is-Purelib: false\nTag: {tag}\n".encode())
    lines = []
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}\n")
    files[f"{about}/RECORD"] = "".join([*lines, f"{about}/RECORD,,\n"]).encode()
    os.makedirs(folder, exist_ok=True)
    target = os.path.join(folder, f"{name}-{version}-{tag}.whl")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)  # of 1980: the same files make the same wheel
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    return target


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write_kernels(folder, name, version, library, descriptions):
    """Writes the wheel of a library of kernels. Returns its path."""
    if not name.isidentifier() or keyword.iskeyword(name):
        raise SystemExit(f"custub.wheel: {name!r} is the package's name, which must be an identifier of Python")
    for path in [library, *descriptions]:
        if not os.path.isfile(path):
            raise SystemExit(f"custub.wheel: {path}: there is no such file")
    files = {f"{name}/{os.path.basename(path)}": read(path) for path in [library, *descriptions]}
    files[f"{name}/__init__.py"] = LOADER.format(
        library=os.path.basename(library),
        files=[os.path.basename(path) for path in [library, *descriptions]]).encode()
    files[f"{name}/__init__.pyi"] = stubs.text(descriptions).encode()
    files[f"{name}/py.typed"] = b""
    return write(folder, name, version, f"py3-none-{platform()}", files, ["custub"])


def main():
    parser = argparse.ArgumentParser(prog="custub.wheel", description=__doc__.splitlines()[0])
    for name in ("name", "version", "library"):
        parser.add_argument(name)
    parser.add_argument("descriptions", nargs="+")
    parser.add_argument("--out", default=".")
    options = parser.parse_args()
    print(write_kernels(options.out, options.name, options.version, options.library, options.descriptions))


if __name__ == "__main__":
    main()
