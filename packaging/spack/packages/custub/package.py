"""custub from the checkout that this repository of packages is in."""

import os

from spack.package import *


class Custub(CMakePackage):
    """CUDA kernels as typed, checked C functions."""

    homepage = "file://" + os.path.realpath(os.path.join(os.path.dirname(__file__), "../../../.."))
    git = homepage

    license("MIT")

    version("0.1.0", branch="main")

    depends_on("c", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("llvm@14:+clang", type=("build", "link", "run"))
    depends_on("elfutils", type="run")

    def cmake_args(self):
        return [
            self.define("CUSTUB_TESTS", False),
            self.define("CUSTUB_EXAMPLES", False),
            self.define("LIBCLANG_ROOT", self.spec["llvm"].prefix),
        ]
