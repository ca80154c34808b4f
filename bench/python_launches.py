"""Launches by custub's Python package with the driver that does nothing, for instructions.sh.

    python_launches.py KERNELS           lists the ways, as bench_instructions does
    python_launches.py KERNELS WAY TIMES makes launches

KERNELS is libcustub_python_kernels.so.
"""
import ctypes
import gc
import itertools
import sys
import types

import compare

gc.disable()  # it would collect at some launches


def memory(driver, count):
    pointer = ctypes.c_ulonglong()
    driver.cuMemAlloc_v2(ctypes.byref(pointer), ctypes.c_size_t(4 * count))
    return pointer.value


def ways(kernels):
    driver, n = ctypes.CDLL("libcuda.so.1"), 4096
    batches = types.SimpleNamespace(kernels=kernels, n=n, blocks=n // 256, threads=256, x=memory(driver, n),
                                    y=memory(driver, n))
    yield "Python's empty loop", lambda: None
    # Those that need no other package.
    for name, launch in itertools.islice(compare.custub_launches(batches), 3):
        yield f"custub in Python, {name}", launch


def run(launch, times):
    for _ in range(times):
        launch()


if __name__ == "__main__":
    found = list(ways(sys.argv[1]))
    if len(sys.argv) == 2:
        for number, (way, _) in enumerate(found):
            print(number, 4, way, sep="\t")
    else:
        run(found[int(sys.argv[2])][1], int(sys.argv[3]))
