"""Tensors of CuPy and PyTorch, and streams, on a GPU. Each library is skipped where it is missing."""
import ctypes
import importlib
import os
import threading
import time
import unittest

os.environ["CUSTUB_DRIVER"] = "cuda"
import custub

LIBRARY = os.environ["CUSTUB_PYTHON_KERNELS"]


def imported(name):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise unittest.SkipTest(f"{name} is not installed: {error}") from None


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prepare()
        try:
            cls.kernels = custub.open(LIBRARY)
        except custub.Error as error:
            if error.status in ("CUSTUB_ERROR_DRIVER_NOT_FOUND", "CUSTUB_ERROR_NO_IMAGE"):
                raise unittest.SkipTest(str(error)) from None
            raise

    def refused(self, status, words, *arguments, **options):
        with self.assertRaises(custub.Error) as caught:
            self.kernels.saxpy(*arguments, **options)
        self.assertEqual(caught.exception.status, status)
        self.assertIn(words, str(caught.exception))


class Torch(Case):
    @classmethod
    def prepare(cls):
        cls.torch = imported("torch")
        if not cls.torch.cuda.is_available():
            raise unittest.SkipTest("PyTorch has no GPU")

    def test_launches_with_tensors(self):
        x = self.torch.rand(1000, device="cuda")
        y = self.torch.rand(1000, device="cuda")
        expected = 2 * x + y
        self.kernels.saxpy(1000, 2.0, x, y)
        self.torch.testing.assert_close(y, expected)

    def test_launches_in_a_stream(self):
        stream = self.torch.cuda.Stream()
        with self.torch.cuda.stream(stream):
            x = self.torch.ones(1 << 20, device="cuda")
            y = self.torch.zeros(1 << 20, device="cuda")
            for _ in range(50):
                self.kernels.saxpy(x.numel(), 1.0, x, y, stream=stream.cuda_stream)
            total = y.sum().item()
        self.assertEqual(total, 50 * (1 << 20))
        if hasattr(stream, "__cuda_stream__"):
            self.kernels.saxpy(x.numel(), 1.0, x, y, stream=stream)
            stream.synchronize()
            self.assertEqual(y[7].item(), 51)

    def test_launches_in_a_graph(self):
        x, y = self.torch.ones(100, device="cuda"), self.torch.zeros(100, device="cuda")
        graph = self.torch.cuda.CUDAGraph()
        with self.torch.cuda.graph(graph):
            self.kernels.saxpy(100, 1.0, x, y, stream=self.torch.cuda.current_stream().cuda_stream)
        for _ in range(3):
            graph.replay()
        self.assertEqual(y.sum().item(), 300)

    def test_refuses_wrong_tensors(self):
        torch = self.torch
        x, y = torch.ones(1000, device="cuda"), torch.ones(1000, device="cuda")
        self.refused("CUSTUB_ERROR_COUNT_TOO_SMALL", "'x' has a count of 1000 floats", 1001, 2.0, x, y)
        self.refused("CUSTUB_ERROR_ARGUMENT_KIND", "is a buffer of double", 1000, 2.0, x.double(), y)
        self.refused("CUSTUB_ERROR_ARGUMENT_KIND", "is a buffer of bfloat16", 1000, 2.0, x.bfloat16(), y)
        self.refused("CUSTUB_ERROR_ARGUMENT_KIND", "not contiguous", 500, 2.0, x[::2], y)
        self.refused("CUSTUB_ERROR_OVERLAP", "overlaps", 1000, 2.0, y, y)
        self.refused("CUSTUB_ERROR_UNKNOWN_ADDRESS", "memory of the host", 1000, 2.0, x.cpu(), y)
        self.assertEqual(y.sum().item(), 1000)

    def test_transposed_matrix_is_refused(self):
        x = self.torch.ones(10, 100, device="cuda").t()
        self.refused("CUSTUB_ERROR_ARGUMENT_KIND", "not contiguous", 1000, 2.0, x, x)

    def test_launches_from_threads(self):
        tensors = [self.torch.zeros(1000, device="cuda") for _ in range(4)]
        one = self.torch.ones(1000, device="cuda")
        self.torch.cuda.synchronize()

        def work(y):
            custub.use_device(0)
            for _ in range(1000):
                self.kernels.saxpy(1000, 1.0, one, y)

        threads = [threading.Thread(target=work, args=(y,)) for y in tensors]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.torch.cuda.synchronize()
        self.assertEqual([y[999].item() for y in tensors], [1000.0] * 4)


    def test_a_full_queue_lets_a_function_of_python_run(self):
        driver, called = ctypes.CDLL("libcuda.so.1"), []

        @ctypes.CFUNCTYPE(None, ctypes.c_void_p)
        def function(_):
            time.sleep(0.2)
            called.append(True)

        x, y = self.torch.ones(1000, device="cuda"), self.torch.zeros(1000, device="cuda")
        stream = self.torch.cuda.Stream()
        self.torch.cuda.synchronize()
        self.assertEqual(driver.cuLaunchHostFunc(ctypes.c_void_p(stream.cuda_stream), function, None), 0)
        for _ in range(5000):  # more than a queue takes
            self.kernels.saxpy(1000, 1.0, x, y, stream=stream.cuda_stream)
        stream.synchronize()
        self.assertEqual((called, y[999].item()), ([True], 5000))


class CuPy(Case):
    @classmethod
    def prepare(cls):
        cls.cupy = imported("cupy")
        try:
            cls.cupy.cuda.runtime.getDeviceCount()
        except cls.cupy.cuda.runtime.CUDARuntimeError as error:
            raise unittest.SkipTest(f"CuPy has no GPU: {error}") from None

    def test_launches_with_arrays_and_streams(self):
        cupy = self.cupy
        stream = cupy.cuda.Stream(non_blocking=True)
        with stream:
            x = cupy.arange(1000, dtype=cupy.float32)
            y = cupy.ones(1000, dtype=cupy.float32)
            self.kernels.saxpy(1000, 2.0, x, y, stream=stream.ptr)
            result = cupy.asnumpy(y)
        self.assertEqual(result.tolist(), [2.0 * i + 1 for i in range(1000)])
        if hasattr(stream, "__cuda_stream__"):
            self.kernels.saxpy(1000, 2.0, x, y, stream=stream)
            stream.synchronize()

    def test_views_are_read_once(self):
        x = self.cupy.ones((10, 100), dtype=self.cupy.float32)
        y = self.cupy.zeros(1000, dtype=self.cupy.float32)
        views = custub.View(x), custub.View(y)
        for _ in range(5):
            self.kernels.saxpy(1000, 2.0, *views)
        self.assertEqual(float(y.sum()), 10000)

    def test_refuses_wrong_arrays(self):
        x = self.cupy.ones(1000, dtype=self.cupy.float32)
        self.refused("CUSTUB_ERROR_COUNT_TOO_SMALL", "needs n = 1001 floats (4004 bytes)", 1001, 2.0, x, x)
        self.refused("CUSTUB_ERROR_ARGUMENT_KIND", "is a buffer of half", 1000, 2.0, x.astype("f2"), x)
        self.refused("CUSTUB_ERROR_ARGUMENT_KIND", "not contiguous", 500, 2.0, x[::2], x)


if __name__ == "__main__":
    unittest.main()
