#!/usr/bin/env python3
"""What the generator costs as its input grows: processor time and memory of whole runs.

    scaling.py CUSTUB [--count 5000] [--shape NAME]...

Each shape of file is written with `count` items and with twice as many, and the generator runs once for
each. Prints user seconds and peak memory. "growth" is how many times longer the second run takes, after
the time for an empty file was subtracted: about 2 if the cost is linear. Files include no CUDA header.
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile

KERNEL = """extern "C" CUSTUB_THREADS(n) __global__ void kernel_{i}(
    size_t n, float a, const float *__restrict__ x CUSTUB_COUNTED_BY(n),
    float *__restrict__ y CUSTUB_COUNTED_BY(n))
{{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}}
"""

PLAIN = """extern "C" __global__ void kernel_{i}({params})
{{
    {body}
}}
"""


def plain(i, params="int n", body=""):
    return PLAIN.format(i=i, params=params, body=body)


def many(count, line):
    return "".join(line(i) for i in range(count))


def kernels(count):
    return many(count, lambda i: KERNEL.format(i=i))


def macro_kernels(count):
    """One kernel per type, as libraries write them: each kernel is a use of a macro."""
    macro = KERNEL.format(i="##i").rstrip().replace("\n", "\\\n")
    return f"#define MAKE(i) {macro}\n" + many(count, lambda i: f"MAKE({i})\n")


def contracts(count):
    return many(count, lambda i: plain(i, "size_t n, float *x")
                + f'extern "C" CUSTUB_THREADS(n) __global__ void CUSTUB_CONTRACT_OF(kernel_{i})('
                "size_t n, float *x CUSTUB_COUNTED_BY(n));\n")


def constants(count):
    """Each constant is named by one contract."""
    return ("enum {\n" + many(count, lambda i: f"    size_{i} = {i + 1},\n") + "};\n"
            + many(count, lambda i: f"constexpr int more_{i} = {i + 1};\n")
            + many(count, lambda i: plain(i, f"float *x CUSTUB_COUNTED_BY(size_{i} * more_{i})")))


def structs(count):
    return many(count, lambda i: f"struct part_{i} {{ int a; float b[4]; }};\n"
                + plain(i, f"part_{i} one, part_{i} *x CUSTUB_COUNTED_BY(sizeof(part_{i}))"))


def fields(count):
    return ("struct wide {\n" + many(min(count, 4000), lambda i: f"    int field_{i};\n") + "};\n"
            + plain(0, "wide w"))


def parameters(count):
    """Kernels with 128 parameters each."""
    row = ", ".join(f"float *__restrict__ x{i} CUSTUB_COUNTED_BY(n)" for i in range(127))
    return many(max(count // 128, 1), lambda i: plain(i, "size_t n, " + row))


def functions(count):
    """Device functions; the next one and a kernel call each of them."""
    return ("__device__ int part(int);\n__device__ int call_0(int i) { return i; }\n"
            + many(count, lambda i: f"__device__ int call_{i + 1}(int i) {{ return i; }}\n"
                   + plain(i, "int *x", f"x[threadIdx.x] = call_{i + 1}(call_{i}(1));")))


def variables(count):
    """Device variables, and shared arrays with different names."""
    return many(count, lambda i: f"__device__ int global_{i};\n" + plain(
        i, "int *x", f"extern __shared__ int shared_{i}[]; x[0] = shared_{i}[1] + global_{i};"))


def assembly(count):
    """Bodies that are left out of the CPU image."""
    return many(count, lambda i: plain(i, "int *x", 'asm volatile("membar.gl;");'))


def errors(count):
    """Bodies that clang cannot read."""
    return many(count, lambda i: plain(i, "int *x", f"x[0] = missing_{i};"))


def statics(count):
    """Functions with C linkage that nvcc mangles nevertheless."""
    return many(count, lambda i: f'extern "C" static __global__ void kernel_{i}(int n) {{ }}\n')


def namespaces(count):
    return many(count, lambda i: f"namespace space_{i} {{\n" + plain(i) + "}\n")


def clashes(count):
    """Names that the generated code uses too."""
    return many(count, lambda i: f"struct load_{i} {{ int a; }};\n" + plain(i, f"load_{i} kernels"))


def one_body(count):
    return plain(0, "float *x", many(count, lambda i: f"x[threadIdx.x + {i}] = {i};\n"))


def requirements(count):
    """Conditions of one kernel."""
    return ('extern "C" ' + many(count, lambda i: f"CUSTUB_REQUIRES(n != {i})\n")
            + "__global__ void kernel_0(size_t n) { }\n")


SHAPES = (kernels, macro_kernels, contracts, constants, structs, fields, parameters, functions,
          variables, assembly, errors, statics, namespaces, clashes, one_body, requirements)


INCLUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "runtime", "include")


def run(custub, paths, folder):
    """User seconds and peak memory in MB of one run."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        result = subprocess.run([custub, "gen", *paths, "-o", folder, "--no-cuda", "--", "-I" + INCLUDE],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        text = f"{result.returncode} {usage.ru_utime} {usage.ru_maxrss}\n" + result.stderr[:500]
        os.write(writer, text.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        first, rest = pipe.readline().split(), pipe.read()
    os.waitpid(child, 0)
    if first[0] != "0":
        sys.exit(f"custub failed ({first[0]}): {rest}")
    return float(first[1]), int(first[2]) / 1024


def measure(custub, folder, name, text):
    path = os.path.join(folder, f"{name}.cu")
    with open(path, "w", encoding="ascii") as file:
        file.write("#include <custub/kernel.h>\n" + text)
    return run(custub, [path], folder)


def measure_files(custub, folder, count):
    paths = []
    for i in range(count):
        paths.append(os.path.join(folder, f"file_{i}.cu"))
        with open(paths[-1], "w", encoding="ascii") as file:
            file.write("#include <custub/kernel.h>\n" + KERNEL.format(i=i))
    return run(custub, paths, folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("custub")
    parser.add_argument("--count", type=int, default=5000)
    names = [shape.__name__ for shape in SHAPES] + ["files"]
    parser.add_argument("--shape", action="append", choices=names)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        empty, _ = measure(options.custub, folder, "empty", "")
        print(f"{'':16} {'count':>6} {'s':>6} {'MB':>5}   {'count':>6} {'s':>6} {'MB':>5}  growth")
        for name in options.shape or names:
            row = []
            count = options.count if name != "files" else max(options.count // 50, 1)
            for n in (count, 2 * count):
                shape = next((s for s in SHAPES if s.__name__ == name), None)
                row.append(measure(options.custub, folder, name, shape(n)) if shape
                           else measure_files(options.custub, folder, n))
            (few, few_mb), (much, much_mb) = row
            growth = (much - empty) / max(few - empty, 0.001)
            print(f"{name:16} {count:6} {few:6.2f} {few_mb:5.0f}   {2 * count:6} {much:6.2f} "
                  f"{much_mb:5.0f}  {growth:5.1f}x", flush=True)


if __name__ == "__main__":
    main()
