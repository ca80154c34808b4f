"""The Python package on the CPU driver: what can be passed, what is refused, and in which words."""
import array
import ctypes
import inspect
import os
import struct
import sys
import threading
import types
import unittest

os.environ["CUSTUB_DRIVER"] = "cpu"
import custub
from memory import Device, DLPack, Interface, capsule_is

try:
    import numpy
except ImportError:
    numpy = None

LIBRARY = os.environ["CUSTUB_PYTHON_KERNELS"]


class Step(ctypes.Structure):
    _fields_ = [("first", ctypes.c_int32), ("by", ctypes.c_double)]


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kernels = custub.open(LIBRARY, os.environ["CUSTUB_PYTHON_DESCRIPTION"])
        cls.saxpy = staticmethod(cls.kernels.saxpy)

    def setUp(self):
        self.x = array.array("f", range(1000))
        self.y = array.array("f", [1] * 1000)

    def refused(self, status, message, call, *arguments, **options):
        with self.assertRaises(custub.Error) as caught:
            call(*arguments, **options)
        self.assertEqual(str(caught.exception), message)
        self.assertEqual(caught.exception.status, "CUSTUB_ERROR_" + status)
        return caught.exception


class Calls(Case):
    def test_launches_with_buffers(self):
        self.saxpy(1000, 2.0, self.x, self.y)
        self.assertEqual(self.y[999], 1999)

    def test_takes_arguments_by_name(self):
        self.saxpy(1000, x=self.x, y=self.y, a=2)
        self.assertEqual(self.y[999], 1999)

    def test_takes_names_that_are_made_while_it_runs(self):
        name = str.join
        self.saxpy(**{name("", "n"): 1000, "x": self.x, "y": self.y, name("", ("str", "eam")): 0, "a": 2})
        self.assertEqual(self.y[999], 1999)

    def test_subclasses_are_what_they_derive_from(self):
        self.saxpy(type("Count", (int,), {})(1000), type("Factor", (float,), {})(2), self.x, self.y)
        self.saxpy(True, True, self.x, self.y)
        self.assertEqual((self.y[0], self.y[999]), (1, 1999))

    def test_describes_itself(self):
        names = list(inspect.signature(self.saxpy).parameters)
        self.assertEqual(names[:5], ["n", "a", "x", "y", "stream"])
        self.assertIn("kernels.cu:7", self.saxpy.__doc__)

    def test_every_scalar(self):
        out = array.array("d", [0] * 11)
        values = [True, -128, 255, -32768, 65535, -(2**31), 2**32 - 1, -(2**63), 2**64 - 1, 1.5, 2.5]
        self.kernels.store_scalars(*values, 0, out)
        self.assertEqual(list(out), [float(value) for value in values])

    def test_structs_are_bytes(self):
        for value in (Step(3, 0.5), bytes(Step(3, 0.5)), struct.pack("ixxxxd", 3, 0.5)):
            out = array.array("d", [0] * 4)
            self.kernels.count_up(4, value, out)
            self.assertEqual(list(out), [3, 3.5, 4, 4.5])

    def test_structs_are_mappings_of_their_fields(self):
        out = array.array("d", [0] * 6)
        self.kernels.count_up(4, {"by": 0.5, "first": 3}, out)
        self.assertEqual(list(out), [3, 3.5, 4, 4.5, 0, 0])
        motion = {"steps": [1, -2, 3], "back": True, "dt": 0.5, "seed": 0}
        self.kernels.read_motion(motion, out)
        self.assertEqual(list(out), [1, -2, 3, 1, 0.5, 0])
        self.kernels.read_motion(types.MappingProxyType(motion), out)

    def test_shape_is_given_where_no_contract_has_it(self):
        marks = array.array("i", [0] * 6)
        self.kernels.mark_blocks(6, marks, None, grid=(3, 2), block=32, shared=4)
        self.assertEqual(list(marks), [32] * 6)

    def test_streams(self):
        class Stream:
            def __cuda_stream__(self):
                return 0, 2

        for stream in (None, 0, 1, Stream()):
            self.saxpy(1000, 1.0, self.x, self.y, stream=stream)
        self.assertEqual(self.y[10], 41)

    def test_unknown_library(self):
        with self.assertRaisesRegex(ValueError, "exports no kernels"):
            custub.open(os.path.join(os.path.dirname(custub.__file__), "libcustub.so.1"))
        with self.assertRaisesRegex(ValueError, "not a shared library"):
            custub.open(__file__)

    def test_missing_device(self):
        with self.assertRaises(custub.Error) as caught:
            custub.use_device(99)
        self.assertEqual(caught.exception.status, "CUSTUB_ERROR_NO_DEVICE")


class Refusals(Case):
    def test_count(self):
        self.refused("ARGUMENT_COUNT", "saxpy: 3 arguments were given, the kernel has 4 parameters: 'y' is "
                     "missing [kernels.cu:7]", self.saxpy, 1000, 2.0, self.x)
        self.refused("ARGUMENT_COUNT", "saxpy: 5 arguments were given, the kernel has 4 parameters "
                     "[kernels.cu:7]", self.saxpy, 1000, 2.0, self.x, self.y, 1)

    def test_names(self):
        with self.assertRaisesRegex(TypeError, "saxpy: no parameter and no option has the name 'z'"):
            self.saxpy(1000, 2.0, self.x, z=self.y)
        with self.assertRaisesRegex(TypeError, "saxpy: two values for the parameter 'x'"):
            self.saxpy(1000, 2.0, self.x, x=self.y)

    def test_ranges(self):
        for value in (-1, 2**64, -(2**70)):
            error = self.refused("ARGUMENT_RANGE", f"saxpy: 'n' is of type size_t, which cannot hold {value} "
                                 "[kernels.cu:8]", self.saxpy, value, 2.0, self.x, self.y)
            self.assertEqual((error.kernel, error.parameter), ("saxpy", "n"))
        self.refused("ARGUMENT_RANGE", "saxpy: 'a' is of type float, which cannot hold "
                     "1.0000000000000001e+300 [kernels.cu:8]", self.saxpy, 1000, 1e300, self.x, self.y)

    def test_numbers_that_python_does_not_write(self):
        huge, words = 10**5000, "which cannot hold a number of so many digits"
        for arguments in ((huge, 2.0), (-huge, 2.0), (1000, huge)):
            with self.assertRaisesRegex(custub.Error, words):
                self.saxpy(*arguments, self.x, self.y)
        with self.assertRaisesRegex(custub.Error, words):
            self.kernels.count_up(4, {"first": huge, "by": 1}, self.x)
        with self.assertRaisesRegex(TypeError, "grid=a number of so many digits: a number of at least 0"):
            self.saxpy(1000, 2.0, self.x, self.y, grid=huge)

    def test_kinds(self):
        self.refused("ARGUMENT_KIND", "saxpy: 'n' is of type size_t, the argument is a scalar of type double "
                     "[kernels.cu:8]", self.saxpy, 2.5, 2.0, self.x, self.y)
        self.refused("ARGUMENT_KIND", "saxpy: 'a' is of type float, the argument has the type 'str' "
                     "[kernels.cu:8]", self.saxpy, 1000, "2", self.x, self.y)
        self.refused("ARGUMENT_KIND", "saxpy: 'x' is a buffer of float, the argument has the type 'list' "
                     "[kernels.cu:9]", self.saxpy, 1000, 2.0, [1.0], self.y)
        self.refused("ARGUMENT_KIND", "saxpy: 'x' is a buffer of float, the argument is a buffer of double "
                     "[kernels.cu:9]", self.saxpy, 1000, 2.0, array.array("d", self.x), self.y)
        self.refused("ARGUMENT_SIZE", "count_up: 's' is of type step, 16 bytes; the argument has 3 bytes, the "
                     "kernel 16 [kernels.cu:34]", self.kernels.count_up, 4, b"123", self.x)

    def test_fields(self):
        right = {"steps": [1, 2, 3], "back": False, "dt": 1, "seed": 0}
        for changes, status, words in (
                ({"speed": 1}, "KIND", "which has no field 'speed'"),
                ({"steps": [1, 2]}, "KIND", "the field 'steps' has 3 elements, not 2"),
                ({"steps": 1}, "KIND", "the field 'steps' is of type int16_t[3], not int"),
                ({"steps": [1, 2, 2**15]}, "KIND", "the field 'steps' is of type int16_t[3], not list"),
                ({"back": 2}, "RANGE", "the field 'back' is of type bool, which cannot hold 2"),
                ({"seed": -1}, "RANGE", "the field 'seed' is of type unsigned long long *, which cannot hold -1"),
                ({"dt": 1e300}, "RANGE", "the field 'dt' is of type float, which cannot hold 1e+300"),
                ({"dt": "1"}, "KIND", "the field 'dt' is of type float, not str")):
            error = self.refused("ARGUMENT_" + status, f"read_motion: 'm' is of type motion, 24 bytes, {words} "
                                 "[kernels.cu:74]", self.kernels.read_motion, {**right, **changes}, self.x)
            self.assertEqual((error.kernel, error.parameter), ("read_motion", "m"))
        self.refused("ARGUMENT_KIND", "count_up: 's' is of type step, 16 bytes, the field 'by' is missing "
                     "[kernels.cu:34]", self.kernels.count_up, 4, {"first": 1}, self.x)
        self.refused("ARGUMENT_KIND", "count_up: 's' is of type step, 16 bytes, the argument has the type 'dict' "
                     "[kernels.cu:34]", custub.open(LIBRARY).count_up, 4, {"first": 1, "by": 1}, self.x)

    def test_too_short(self):
        self.refused("COUNT_TOO_SMALL", "saxpy: 'x' has a count of 1000 floats, the kernel needs n = 1001 "
                     "floats (4004 bytes) [kernels.cu:9]", self.saxpy, 1001, 2.0, self.x, self.y)

    def test_null(self):
        self.refused("NULL_POINTER", "saxpy: 'x' is null, the kernel needs n = 1000 floats (4000 bytes) "
                     "[kernels.cu:9]", self.saxpy, 1000, 2.0, None, self.y)

    def test_read_only(self):
        self.refused("ARGUMENT_KIND", "saxpy: 'y' is a buffer of float, the kernel writes it, and the argument "
                     "is read-only [kernels.cu:10]", self.saxpy, 1000, 2.0, self.x,
                     memoryview(self.y).toreadonly())
        self.saxpy(1000, 2.0, memoryview(self.x).toreadonly(), self.y)

    def test_overlap(self):
        address = self.y.buffer_info()[0]
        self.refused("OVERLAP", f"saxpy: 'y' (4000 bytes at 0x{address:x}) overlaps 'x' (4000 bytes at "
                     f"0x{address:x}) by 4000 bytes; the kernel writes 'y' and declares 'x' __restrict__ "
                     "[kernels.cu:10]", self.saxpy, 1000, 2.0, self.y, self.y)

    def test_dimensions(self):
        self.refused("DIMENSIONS", "saxpy: grid 1x2 x block 1024x1 has 2 dimensions, the kernel uses 1: the "
                     "threads of the others would repeat its work [kernels.cu:7]", self.saxpy, 1000, 2.0,
                     self.x, self.y, grid=(1, 2), block=1024)

    def test_advice_is_in_pythons_words(self):
        def messages(call, *arguments):
            with self.assertRaises(custub.Error) as caught:
                call(*arguments)
            found.append(str(caught.exception))

        found, marks = [], array.array("i", [0])
        thread = threading.Thread(target=messages, args=(self.saxpy, 1000, 2.0, self.x, self.y))
        thread.start()
        thread.join()
        messages(self.kernels.mark_blocks, 1, marks, None)
        with self.assertRaisesRegex(custub.Error, r"pass shared= \(0 for none\)"):
            self.kernels.mark_blocks(1, marks, None, grid=1, block=1)
        self.assertIn("call custub.use_device(ordinal), or make a context of your own current", found[0])
        self.assertIn("pass threads=n, which covers n threads, or grid=", found[1])

    def test_released_memory(self):
        released = memoryview(self.x)
        released.release()
        self.refused("ARGUMENT_KIND", "saxpy: 'x' is a buffer of float, the argument has elements that no buffer "
                     "of Python can describe, or was released [kernels.cu:9]",
                     self.saxpy, 1000, 2.0, released, self.y)

    def test_options(self):
        for options in ({"grid": (1, 2, 3, 4)}, {"block": -1}, {"shared": "4"}, {"stream": 2.5}):
            with self.assertRaises(TypeError):
                self.saxpy(1000, 2.0, self.x, self.y, **options)

    def test_strides(self):
        every_second = memoryview(self.x)[::2]
        self.refused("ARGUMENT_KIND", "saxpy: 'x' is a buffer of float, the argument is not contiguous; pass a "
                     "contiguous copy, or custub.View(array, strided=True) if the kernel takes its strides "
                     "[kernels.cu:9]", self.saxpy, 500, 2.0, every_second, self.y)
        source, target = array.array("q", range(10)), array.array("q", [0] * 5)
        view = custub.View(memoryview(source)[::2], strided=True)
        self.kernels.gather_strided(5, 2, view, target)
        self.assertEqual(list(target), [0, 2, 4, 6, 8])
        self.refused("COUNT_TOO_SMALL", "gather_strided: 'from' has a count of 9 longs, the kernel needs "
                     "(n - 1) * stride + 1 = 13 longs (104 bytes) [kernels.cu:58]",
                     self.kernels.gather_strided, 5, 3, view, target)


class DeviceMemory(Case):
    def setUp(self):
        self.x, self.y = Device(range(1000)), Device([1] * 1000)

    def test_launches_with_interface(self):
        self.saxpy(1000, 2.0, Interface(self.x), Interface(self.y))
        self.assertEqual(self.y.values()[999], 1999)

    def test_views_are_passed_again(self):
        x, y = custub.View(Interface(self.x)), custub.View(Interface(self.y))
        for _ in range(3):
            self.saxpy(1000, 1.0, x, y)
        self.assertEqual(self.y.values()[10], 31)

    def test_interface_is_checked(self):
        x, y = Interface(self.x), Interface(self.y)
        short = "saxpy: 'x' has 4000 bytes at this address, the kernel needs n = 1001 floats (4004 bytes) [kernels.cu:9]"
        self.refused("BUFFER_TOO_SMALL", short, self.saxpy, 1001, 2.0, Interface(self.x, shape=(1001,)),
                     Interface(self.y, shape=(1001,)))
        for changes, words in (({"mask": x}, "has a mask"), ({"typestr": ">f4"}, "has the other byte order"),
                               ({"typestr": "<i4"}, "is a buffer of int32_t"), ({"strides": (8,)}, "not contiguous")):
            with self.assertRaisesRegex(custub.Error, words):
                self.saxpy(1000, 2.0, Interface(self.x, **changes), y)
        with self.assertRaisesRegex(custub.Error, "read-only"):
            self.saxpy(1000, 2.0, x, Interface(self.y, data=(self.y.pointer, True)))
        for name, value in (("data", 5), ("typestr", "f"), ("shape", (-1,)), ("strides", (4, 4))):
            with self.assertRaisesRegex(TypeError, f"'{name}' is missing or malformed"):
                self.saxpy(1000, 2.0, Interface(self.x, **{name: value}), y)
        self.assertEqual(self.y.values(), [1] * 1000)

    def test_freed_memory_is_refused(self):
        self.x.free()
        self.refused("UNKNOWN_ADDRESS", f"saxpy: 'x' is at 0x{self.x.pointer:x}, which the driver does not know: "
                     "freed memory, or memory of the host; the kernel needs n = 1000 floats (4000 bytes) "
                     "[kernels.cu:9]", self.saxpy, 1000, 2.0, Interface(self.x), Interface(self.y))

    def test_launches_with_dlpack(self):
        x, y = DLPack(self.x), DLPack(self.y)
        self.saxpy(1000, 2.0, x, y)
        self.assertEqual(self.y.values()[999], 1999)
        self.assertEqual((x.stream, x.deleted, y.deleted), (-1, 1, 1))
        self.assertTrue(capsule_is(x.capsule, b"used_dltensor"))

    def test_dlpack_is_checked_and_released(self):
        y = DLPack(self.y)
        for x, words in ((DLPack(self.x, code=1), "is a buffer of uint32_t"), (DLPack(self.x, bits=4), "no whole bytes"),
                         (DLPack(self.x, code=4, bits=16), "is a buffer of bfloat16"),
                         (DLPack(self.x, device_type=10), "memory of a device that CUDA does not know")):
            with self.assertRaisesRegex(custub.Error, words):
                self.saxpy(1000, 2.0, x, y)
            self.assertEqual(x.deleted, 1)

    def test_exceptions_of_arrays_propagate(self):
        class Broken:
            def __init__(self, name):
                self.name = name

            def __getattr__(self, name):
                if name == self.name:
                    raise ZeroDivisionError(name)
                raise AttributeError(name)

        for name in ("__cuda_array_interface__", "__dlpack__"):
            with self.assertRaises(ZeroDivisionError):
                self.saxpy(1000, 2.0, Broken(name), Interface(self.y))
            with self.assertRaises(ZeroDivisionError):
                custub.View(Broken(name))


@unittest.skipUnless(numpy, "NumPy is not installed")
class NumPy(Case):
    def test_arrays_and_scalars(self):
        x, y = numpy.arange(1000, dtype="f4"), numpy.ones((10, 100), "f4")
        self.saxpy(numpy.int64(1000), numpy.float32(2), x, y)
        self.assertTrue((y.ravel() == 2 * x + 1).all())
        out = numpy.zeros(11)
        self.kernels.store_scalars(numpy.bool_(True), *range(10), 0, out)
        self.assertEqual(out[0], 1)

    def test_vectors_are_arrays_of_their_numbers(self):
        a, b = numpy.ones((5, 4), "f4"), numpy.ones((5, 4), "f4")
        self.kernels.add_vectors(5, a, b)
        self.assertTrue((b == 2).all())
        with self.assertRaisesRegex(custub.Error, "'a' has a count of 5 elements of float4"):
            self.kernels.add_vectors(6, a, b)
        for wrong in ("f8", "i4", "f2", "c8", "u1", [("x", "f8")], [("x", "f4", 4), ("y", "i4")],
                      [("x", ">f4", 4)]):
            with self.assertRaises(custub.Error, msg=wrong):
                self.kernels.add_vectors(1, a, numpy.zeros(8, wrong))
        self.assertTrue((a == 1).all())

    def test_structs_are_records(self):
        record = numpy.array((1, 2), numpy.dtype([("first", "i4"), ("by", "f8")], align=True))[()]
        out = numpy.zeros(4)
        self.kernels.count_up(4, record, out)
        self.assertEqual(out.tolist(), [1, 3, 5, 7])

    def test_refuses_other_arrays(self):
        x, y = numpy.ones(1000, "f4"), numpy.ones(1000, "f4")
        for wrong in (x.astype("f2"), x.astype("M8[s]"), x.astype(">f4"), x.reshape(10, 100).T, x[::-1], x.astype("c8")):
            with self.assertRaises(custub.Error):
                self.saxpy(1000, 2.0, wrong, y)
        self.assertTrue((y == 1).all())


class Memory(Case):
    def test_calls_keep_nothing(self):
        x, y = Device([0] * 10), Device([0] * 10)
        interface, tensor, view = Interface(x), DLPack(y), custub.View(Interface(y))
        objects = (interface, tensor, view, self.y)
        calls = ((10, 1.0, interface, view), (10, 1.0, interface, tensor), (11, 1.0, interface, view),
                 (10, "a", interface, view), (10, 1.0, [], view), (10, 1.0, interface, memoryview(b"")))

        def run(count):
            for _ in range(count):
                for arguments in calls:
                    try:
                        self.saxpy(*arguments)
                    except custub.Error:
                        pass

        def pages():
            with open("/proc/self/statm", encoding="ascii") as file:
                return int(file.read().split()[1])

        run(2000)
        counts, before = [sys.getrefcount(each) for each in objects], pages()
        run(17000)
        self.assertEqual([sys.getrefcount(each) for each in objects], counts)
        self.assertLess(pages() - before, 256)  # 1 MiB


if __name__ == "__main__":
    unittest.main()
