"""Host time of the same saxpy launch on a GPU: by the raw driver call, by custub, by <<<>>>, and by custub's
Python package, cuda.core, CuPy and Triton if they are installed. run measures it.

Each way is a name and a function that makes a batch of launches and returns nanoseconds per launch. The times
of Python's ways include Python's own loop; an empty loop is measured too. Prints what is not installed.
"""
import ctypes
import sys
import time

SOURCE = r"""
extern "C" __global__ void saxpy_python(size_t n, float a, const float *__restrict__ x,
                                        float *__restrict__ y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}
"""


class Batches:
    """The launches that the C library makes."""

    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        self.c.bench_open.restype = ctypes.c_char_p
        self.c.bench_open.argtypes = [ctypes.c_void_p]
        self.c.bench_machine.restype = ctypes.c_char_p
        self.c.bench_name.restype = ctypes.c_char_p
        self.c.bench_batch.restype = ctypes.c_double
        self.c.bench_pointer.restype = ctypes.c_ulonglong
        self.c.bench_elements.restype = ctypes.c_ulonglong
        self.c.bench_blocks.restype = ctypes.c_uint
        self.c.bench_threads.restype = ctypes.c_uint
        message = self.c.bench_open(None)
        if message is not None:
            sys.exit(message.decode())
        self.machine = self.c.bench_machine().decode()
        self.n = self.c.bench_elements()
        self.blocks = self.c.bench_blocks()
        self.threads = self.c.bench_threads()
        self.x = self.c.bench_pointer(0)
        self.y = self.c.bench_pointer(1)

    def ways(self):
        """Pairs of a name and a function of the batch's size, for each way that launches saxpy."""
        for way in range(self.c.bench_count()):
            name = self.c.bench_name(way).decode()
            if self.c.bench_params(way) != 4:
                continue
            if not self.c.bench_works(way):
                print(f"{name}: needs a build with nvcc, and a GPU")
                continue
            yield name, lambda batch, way=way: self.c.bench_batch(way, batch)


def timed(launch, drain):
    """A function that times a batch of calls of `launch`."""

    def run(batch):
        drain()
        start = time.perf_counter_ns()
        for _ in range(batch):
            launch()
        taken = time.perf_counter_ns() - start
        drain()
        return taken / batch

    return run


def empty_loop(c):
    def nothing():
        pass

    return "Python's empty loop", timed(nothing, lambda: None)


def cuda_core(c):
    import numpy

    try:
        from cuda.core import Device, LaunchConfig, Program, ProgramOptions, launch
    except ImportError:
        from cuda.core.experimental import Device, LaunchConfig, Program, ProgramOptions, launch
    import cuda.core

    device = Device(0)
    device.set_current()
    arch = "".join(str(part) for part in device.compute_capability)
    options = ProgramOptions(std="c++17", arch=f"sm_{arch}")
    module = Program(SOURCE, code_type="c++", options=options).compile("cubin")
    kernel = module.get_kernel("saxpy_python")
    stream = device.create_stream()
    config = LaunchConfig(grid=c.blocks, block=c.threads)
    n, a = numpy.uint64(c.n), numpy.float32(2)
    x, y = c.x, c.y  # an int is passed as a pointer

    def one():
        launch(stream, config, kernel, n, a, x, y)

    return f"cuda.core {cuda.core.__version__}", timed(one, stream.sync)


def cupy_raw(c):
    import cupy

    kernel = cupy.RawKernel(SOURCE, "saxpy_python")
    stream = cupy.cuda.Stream(non_blocking=True)
    x = cupy.zeros(c.n, cupy.float32)
    y = cupy.zeros(c.n, cupy.float32)
    grid, block = (c.blocks,), (c.threads,)
    arguments = (cupy.uint64(c.n), cupy.float32(2), x, y)
    cupy.cuda.Device(0).synchronize()

    def run(batch):
        with stream:
            return inner(batch)

    def one():
        kernel(grid, block, arguments)

    inner = timed(one, stream.synchronize)
    return f"CuPy {cupy.__version__} RawKernel", run


def triton_jit(c):
    import torch
    import triton

    from compare_triton import saxpy

    x = torch.zeros(c.n, dtype=torch.float32, device="cuda")
    y = torch.zeros(c.n, dtype=torch.float32, device="cuda")
    grid = (c.blocks,)
    n, threads = c.n, c.threads

    def one():
        saxpy[grid](n, 2.0, x, y, BLOCK=threads)

    return f"Triton {triton.__version__}", timed(one, torch.cuda.synchronize)


class Memory:
    """An array as other libraries see it."""

    def __init__(self, pointer, count):
        self.__cuda_array_interface__ = {
            "data": (pointer, False), "shape": (count,), "typestr": "<f4", "version": 3}


def custub_launches(c):
    """Launches by custub's Python package, which computes the shape: pairs of a name and a function."""
    import custub

    saxpy = custub.open(c.kernels).saxpy
    n, blocks, threads = c.n, c.blocks, c.threads
    x, y = Memory(c.x, n), Memory(c.y, n)
    u, v = custub.View(x), custub.View(y)
    yield "views", lambda: saxpy(n, 2.0, u, v)
    yield "views, shape given", lambda: saxpy(n, 2.0, u, v, grid=blocks, block=threads)
    yield "objects of Python", lambda: saxpy(n, 2.0, x, y)
    import torch

    stream = torch.cuda.Stream().cuda_stream
    s, t = torch.zeros(n, device="cuda"), torch.zeros(n, device="cuda")
    yield "PyTorch", lambda: saxpy(n, 2.0, s, t)
    yield "PyTorch, stream", lambda: saxpy(n, 2.0, s, t, stream=stream)
    import cupy

    a, b = cupy.zeros(n, cupy.float32), cupy.zeros(n, cupy.float32)
    yield "CuPy", lambda: saxpy(n, 2.0, a, b)


def custub_ways(c):
    """The ways of custub's Python package."""
    driver = ctypes.CDLL("libcuda.so.1")
    try:
        for name, launch in custub_launches(c):
            yield f"custub in Python, {name}", timed(launch, driver.cuCtxSynchronize)
    except ImportError as error:
        print(f"custub in Python: not all is installed ({error})")


def pythons_ways(c):
    if c.kernels:
        yield from custub_ways(c)
    for make in (empty_loop, cuda_core, cupy_raw, triton_jit):
        try:
            name, run = make(c)
            run(8)  # compiles, and fails if it cannot launch
        except ImportError as error:
            print(f"{make.__name__}: not installed ({error})")
        except Exception as error:  # the other ways are still measured
            print(f"{make.__name__}: does not launch here ({type(error).__name__}: {error})")
        else:
            yield name, run


def measure(ways, rounds, batch, warm=10):
    """The times of each way. In each round every way makes one batch; each is first equally often."""
    times = [[] for _ in ways]
    for number in range(-warm, rounds):
        for i in range(len(ways)):
            way = (number + i) % len(ways)
            taken = ways[way][1](batch)
            if number >= 0:
                times[way].append(taken)
    return times
