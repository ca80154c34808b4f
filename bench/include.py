#!/usr/bin/env python3
"""What a generated header costs the files that include it: processor time of compilers.

    include.py CUSTUB [--kernels 500] [--runs 5]

Generates a header for kernels of four parameters, each with a contract. Compiles three files with -O2:
an empty one, one that only includes the header, and one that also has a function for each kernel that
launches it. Prints user plus system seconds above those of the empty file, the least of all runs, for
C11 and C++17 with gcc and clang, if they are installed.
"""
import argparse
import os
import resource
import shutil
import subprocess
import sys
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
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("custub")
    parser.add_argument("--kernels", type=int, default=500)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        include = '#include "many.custub.h"\n'
        files = {"empty": "typedef int nothing;\n", "include": include,
                 "launch": include + launching(options.kernels)}
        scaling.measure(options.custub, folder, "many", scaling.kernels(options.kernels))
        for name, text in files.items():
            with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                file.write(text)
        print(f"{'':8} {'include':>8} {'and launch each':>16}   ({options.kernels} kernels, s)")
        for compiler, language, standard in COMPILERS:
            if not shutil.which(compiler):
                print(f"{compiler:8} not installed")
                continue
            command = [compiler, "-x", language, "-std=" + standard, "-O2", "-c", "-o", os.devnull,
                       "-I" + folder, "-I" + scaling.INCLUDE]
            least = {name: min(seconds(command + [os.path.join(folder, name)])
                               for _ in range(options.runs)) for name in files}
            print(f"{compiler:8} {least['include'] - least['empty']:8.2f} "
                  f"{least['launch'] - least['empty']:16.2f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
