"""custub from this checkout: the generator, the runtime and the CPU driver."""

import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy

ROOT = os.path.join("..", "..")


class Custub(ConanFile):
    name = "custub"
    version = "0.1.0"
    license = "MIT"
    description = "CUDA kernels as typed, checked C functions"
    package_type = "shared-library"
    settings = "os", "arch", "compiler", "build_type"

    def export_sources(self):
        root = os.path.join(self.recipe_folder, ROOT)
        for name in ("CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md"):
            copy(self, name, root, self.export_sources_folder)
        for folder in ("cmake", "docs", "gen", "kernels", "python", "runtime"):
            copy(self, folder + "/*", root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["CUSTUB_TESTS"] = False
        toolchain.cache_variables["CUSTUB_EXAMPLES"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        # The package's own custubConfig.cmake has custub_add_kernels().
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "custub")]
