"""Device memory of the CPU driver, and objects that describe memory as other libraries do."""
import ctypes
import os

import custub


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64)]


class Managed(ctypes.Structure):
    pass


DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(Managed))
Managed._fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", DELETER)]
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
capsule_is = ctypes.pythonapi.PyCapsule_IsValid
capsule_is.argtypes = [ctypes.py_object, ctypes.c_char_p]


class Device:
    """Floats in device memory."""

    def __init__(self, values):
        driver = ctypes.CDLL(os.path.join(os.path.dirname(custub.__file__), "libcustub_cpu.so.1"))
        self.driver = driver
        self.count = len(values)
        pointer = ctypes.c_uint64()
        assert driver.cuMemAlloc_v2(ctypes.byref(pointer), ctypes.c_size_t(4 * self.count)) == 0
        self.pointer = pointer.value
        host = (ctypes.c_float * self.count)(*values)
        assert driver.cuMemcpyHtoD_v2(pointer, host, ctypes.c_size_t(4 * self.count)) == 0

    def values(self):
        host = (ctypes.c_float * self.count)()
        assert self.driver.cuMemcpyDtoH_v2(host, ctypes.c_uint64(self.pointer),
                                           ctypes.c_size_t(4 * self.count)) == 0
        return list(host)

    def free(self):
        assert self.driver.cuMemFree_v2(ctypes.c_uint64(self.pointer)) == 0


class Interface:
    """The memory with __cuda_array_interface__."""

    def __init__(self, device, **changes):
        self.device = device
        self.__cuda_array_interface__ = {
            "shape": (device.count,), "typestr": "<f4", "data": (device.pointer, False), "version": 3,
            "strides": None, **changes}


class DLPack:
    """The memory with __dlpack__, of versions before 1.0."""

    def __init__(self, device, code=2, bits=32, device_type=2):
        self.device = device
        self.shape = (ctypes.c_int64 * 1)(device.count)
        self.deleted = 0
        self.deleter = DELETER(self.delete)
        tensor = Tensor(device.pointer, device_type, 0, 1, code, bits, 1, self.shape, None, 0)
        self.managed = Managed(tensor, None, self.deleter)
        self.capsule = None
        self.stream = None

    def delete(self, _):
        self.deleted += 1

    def __dlpack_device__(self):
        return self.managed.tensor.device_type, 0

    def __dlpack__(self, stream=None):
        self.stream = stream
        self.capsule = new_capsule(ctypes.addressof(self.managed), b"dltensor", None)
        return self.capsule
