"""What a generated header costs the files that include it: processor time of compilers, for run.

Generates a header for kernels of four parameters, each with a contract. Compiles three files with -O2:
an empty one, one that only includes the header, and one that also has a function for each kernel that
launches it. Takes user plus system seconds, for C11 and C++17 with gcc and clang, if they are installed.
"""
import os
import resource
import shutil
import subprocess
import tempfile

import scaling

COMPILERS = (("gcc", "c", "c11"), ("g++", "c++", "c++17"), ("clang", "c", "c11"),
             ("clang++", "c++", "c++17"))

PARAMETERS = ("const many_kernels *k, const custub_launch *l, size_t n, float a, custub_f32_view x, "
              "custub_f32_view y, custub_error *e")


def launching(kernels):
    return "".join(f"custub_status make_{i}({PARAMETERS});\n"
                   f"custub_status make_{i}({PARAMETERS})\n"
                   f"{{\n    return launch_kernel_{i}(k, l, n, a, x, y, e);\n}}\n"
                   for i in range(kernels))


def seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def measure(custub, kernels, runs):
    """For each compiler: its seconds above those of the empty file, {"include": [...], "and launch each": [...]}."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        include = '#include "many.custub.h"\n'
        files = {"empty": "typedef int nothing;\n", "include": include,
                 "and launch each": include + launching(kernels)}
        scaling.measure(custub, folder, "many", scaling.kernels(kernels))
        for name, text in files.items():
            with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                file.write(text)
        for compiler, language, standard in COMPILERS:
            if not shutil.which(compiler):
                continue
            command = [compiler, "-x", language, "-std=" + standard, "-O2", "-c", "-o", os.devnull,
                       "-I" + folder, "-I" + scaling.INCLUDE]
            times = {name: [seconds(command + [os.path.join(folder, name)]) for _ in range(runs)] for name in files}
            empty = min(times.pop("empty"))
            found[compiler] = {name: [each - empty for each in own] for name, own in times.items()}
    return found
