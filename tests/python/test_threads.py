"""The Python package on the CPU driver: launches from several threads, and code of Python that runs meanwhile."""
import array
import ctypes
import gc
import os
import sys
import threading
import time
import unittest

os.environ["CUSTUB_DRIVER"] = "cpu"
import custub
from memory import Device, DLPack, Interface

LIBRARY = os.environ["CUSTUB_PYTHON_KERNELS"]


class Threads(unittest.TestCase):
    def setUp(self):
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)
        self.addCleanup(sys.setswitchinterval, interval)
        self.kernels = custub.open(LIBRARY)
        self.errors = []

    def run_together(self, *functions):
        def guarded(function):
            try:
                custub.use_device(0)
                function()
            except BaseException as error:
                self.errors.append(error)

        threads = [threading.Thread(target=guarded, args=(function,)) for function in functions]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(self.errors, [])

    def test_each_thread_has_its_launches_and_errors(self):
        def work(count):
            x, y = array.array("f", [1] * count), array.array("f", [0] * count)
            for _ in range(100):
                self.kernels.saxpy(count, 1.0, custub.View(x), y)
                with self.assertRaisesRegex(custub.Error, f"'x' has a count of {count} floats"):
                    self.kernels.saxpy(count + 1, 1.0, x, y)
            self.assertEqual(list(y), [100] * count)

        self.run_together(*(lambda count=count: work(count) for count in range(500, 506)))

    def test_objects_and_kernels_are_replaced_while_they_are_launched(self):
        device = Device([0] * 1000)
        self.addCleanup(device.free)
        is_over = threading.Event()

        def replace():
            for _ in range(50):
                self.kernels = custub.open(LIBRARY)
                self.y = custub.View(Interface(device))
                gc.collect()
            is_over.set()

        def work():
            x = Device([0] * 1000)
            while not is_over.is_set():
                self.kernels.saxpy(1000, 1.0, DLPack(x), self.y)
            x.free()

        self.y = custub.View(Interface(device))
        self.run_together(replace, work, work, work)

    def test_a_launch_lets_a_function_of_python_run(self):
        driver = ctypes.CDLL(os.path.join(os.path.dirname(custub.__file__), "libcustub_cpu.so.1"))
        called = []

        @ctypes.CFUNCTYPE(None, ctypes.c_void_p)
        def function(_):
            time.sleep(0.05)
            called.append(True)

        y = array.array("f", [0] * 10)
        self.assertEqual(driver.cuLaunchHostFunc(None, function, None), 0)
        self.kernels.saxpy(10, 1.0, array.array("f", [1] * 10), y)
        self.assertEqual((called, list(y)), ([True], [1] * 10))

    def test_types_that_run_code_while_they_are_asked(self):
        device = Device([0])
        self.addCleanup(device.free)
        members = {"__cuda_array_interface__": Interface(device).__cuda_array_interface__}
        types = [type(f"Array{i}", (), members) for i in range(24)]

        class Asked(type):
            def __getattr__(cls, name):
                for each in types[8:16]:
                    custub.View(each())
                raise AttributeError(name)

        def read(some):
            for each in some:
                custub.View(each())

        counts = [sys.getrefcount(each) for each in types]
        read(types[:8])  # the module remembers so many
        custub.View(Asked("Last", (), members)())
        read(types[16:])
        gc.collect()
        self.assertEqual([sys.getrefcount(each) for each in types][:16], counts[:16])


if __name__ == "__main__":
    unittest.main()
