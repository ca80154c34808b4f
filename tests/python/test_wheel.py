"""The wheels of custub and of a library of kernels, as they are installed; the stubs, by mypy; the code of
docs/PYTHON.md."""
import base64
import glob
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

LIBRARY = os.environ["CUSTUB_PYTHON_KERNELS"]
DESCRIPTION = os.environ["CUSTUB_PYTHON_DESCRIPTION"]
PACKAGE = os.environ["CUSTUB_PYTHON_PACKAGE"]
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

RIGHT = """import array
import python_kernels as kernels
x = array.array("f", [1, 2])
y = array.array("f", [1, 2])
kernels.saxpy(2, 2.0, x, y)
kernels.saxpy(n=2, a=2, x=x, y=y, stream=1, grid=(1,), block=32)
out = array.array("d", [0] * 2)
kernels.count_up(2, {"first": 3, "by": 0.5}, out)
kernels.count_up(2, bytes(16), out)
assert list(y) == [5, 10], y
"""
WRONG = """import python_kernels as kernels
kernels.saxpy("2", 2.0, bytearray(8), bytearray(8))
kernels.saxpy(2, 2.0, [1.0], bytearray(8))
kernels.saxpy(2, 2.0, bytearray(8))
kernels.saxpi(2)
kernels.count_up(2, {"first": 3}, bytearray(8))
"""


def run(*command, **options):
    return subprocess.run(command, text=True, capture_output=True, check=False, **options)


class Wheels(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.site = os.path.join(cls.folder.name, "site")
        makes = ((os.path.join(SOURCE, "python", "make_wheel.py"), PACKAGE, cls.folder.name),
                 ("-m", "custub.wheel", "python_kernels", "1.0", LIBRARY, DESCRIPTION, "--out", cls.folder.name))
        for make in makes:
            made = run(sys.executable, "-B", *make)
            assert made.returncode == 0, made.stderr
        cls.wheels = sorted(glob.glob(os.path.join(cls.folder.name, "*.whl")))
        for path in cls.wheels:
            with zipfile.ZipFile(path) as wheel:
                wheel.extractall(cls.site)
        cls.environment = dict(os.environ, PYTHONPATH=cls.site, CUSTUB_DRIVER="cpu")
        cls.environment.pop("CUSTUB_CPU_DRIVER", None)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_refuses_what_is_no_package(self):
        for arguments, words in ((("my-kernels", "1.0", LIBRARY, DESCRIPTION), "must be an identifier"),
                                 (("class", "1.0", LIBRARY, DESCRIPTION), "must be an identifier"),
                                 (("kernels", "1.0", LIBRARY + "x", DESCRIPTION), "there is no such file")):
            made = run(sys.executable, "-B", "-m", "custub.wheel", *arguments, "--out", self.folder.name)
            self.assertEqual(made.returncode, 1)
            self.assertIn(words, made.stderr)
        self.assertEqual(len(glob.glob(os.path.join(self.folder.name, "*.whl"))), len(self.wheels))

    def write(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_records_are_right(self):
        self.assertRegex(os.path.basename(self.wheels[0]), r"^custub-\d+\.\d+\.\d+-cp311-abi3-\w+\.whl$")
        for path in self.wheels:
            with zipfile.ZipFile(path) as wheel:
                record = next(name for name in wheel.namelist() if name.endswith("RECORD"))
                lines = wheel.read(record).decode().splitlines()
                self.assertEqual(len(lines), len(wheel.namelist()))
                for line in lines[:-1]:
                    name, digest, size = line.rsplit(",", 2)
                    content = wheel.read(name)
                    found = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                    self.assertEqual((digest, int(size)), ("sha256=" + found, len(content)))

    def test_installed_kernels_launch(self):
        result = run(sys.executable, self.write("right.py", RIGHT), env=self.environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        result = run(sys.executable, "-c", "import python_kernels as k; k.saxpi", env=self.environment)
        self.assertIn("has no kernel 'saxpi'", result.stderr)

    def test_pip_installs_it(self):
        target = os.path.join(self.folder.name, "target")
        if run(sys.executable, "-m", "pip", "--version").returncode:
            self.skipTest("there is no pip")
        result = run(sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--target", target, *self.wheels)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(os.path.exists(os.path.join(target, "python_kernels", "__init__.pyi")))

    def test_mypy_knows_the_kernels(self):
        if run("mypy", "--version").returncode if any(
                os.access(os.path.join(folder, "mypy"), os.X_OK) for folder in os.get_exec_path()) else True:
            self.skipTest("there is no mypy")
        environment = dict(self.environment, MYPYPATH=self.site)
        options = ("--strict", "--python-executable", sys.executable, "--cache-dir", self.folder.name)
        right = run("mypy", *options, self.write("right.py", RIGHT), env=environment)
        self.assertEqual(right.returncode, 0, right.stdout + right.stderr)
        wrong = run("mypy", *options, self.write("wrong.py", WRONG), env=environment)
        lines = {int(line) for line in re.findall(r"wrong\.py:(\d+): error", wrong.stdout)}
        self.assertEqual(lines, {2, 3, 4, 5, 6}, wrong.stdout)

    def test_documented_code_runs(self):
        with open(os.path.join(SOURCE, "docs", "PYTHON.md"), encoding="utf-8") as file:
            blocks = re.findall(r"```python\n(.*?)```", file.read(), re.S)
        self.assertTrue(blocks)
        code = "\n".join(blocks).replace("libsaxpy_kernels.so", LIBRARY).replace("import saxpy_kernels", "import python_kernels")
        if "import numpy" in code and run(sys.executable, "-c", "import numpy").returncode:
            self.skipTest("NumPy is not installed")
        result = run(sys.executable, self.write("documented.py", code.replace("saxpy_kernels.", "python_kernels.")),
                     env=self.environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("needs n = 1001 floats", result.stdout)


if __name__ == "__main__":
    unittest.main()
