#include "dlpack.h"

#include <Python.h>

#include <custub/scalar.h>

#include "array.h"

static void set_type(array *out, const dlpack_tensor *tensor)
{
    const uint32_t bits = (uint32_t)tensor->bits * tensor->lanes;
    char kind = 0;

    if (tensor->lanes == 1 && tensor->code == DLPACK_FLOAT)
        kind = 'f';
    else if (tensor->lanes == 1 && tensor->code <= DLPACK_UINT)
        kind = tensor->code == DLPACK_INT ? 'i' : 'u';
    else if (tensor->lanes == 1 && tensor->code == DLPACK_BOOL)
        kind = 'b';
    array_set_type(out, kind, bits / 8);
    if (tensor->code == DLPACK_BFLOAT && bits == 16)
        out->scalar = CUSTUB_SCALAR_BF16;
    if (bits % 8)
        out->refusal = "has elements that are no whole bytes";
}

static void read_tensor(const dlpack_tensor *tensor, array *out)
{
    int64_t strides[ARRAY_DIMENSIONS];

    set_type(out, tensor);
    if (tensor->ndim > ARRAY_DIMENSIONS) {
        out->refusal = "has too many dimensions";
        return;
    }
    for (int i = 0; tensor->strides && i < tensor->ndim; i++)
        strides[i] = tensor->strides[i] * (int64_t)out->item_size;
    array_set_shape(out, tensor->ndim, tensor->shape, tensor->strides ? strides : NULL);
    out->address = (uint64_t)(uintptr_t)tensor->data + tensor->byte_offset;
    out->is_host = tensor->device_type == DLPACK_CPU;
    if (!out->is_host && tensor->device_type != DLPACK_CUDA &&
        tensor->device_type != DLPACK_CUDA_HOST && tensor->device_type != DLPACK_CUDA_MANAGED)
        out->refusal = "is in the memory of a device that CUDA does not know";
}

/* --- By the C functions of the type ----------------------------------------------------------- */

const dlpack_exchange *array_exchange_of(PyTypeObject *type)
{
    PyObject *capsule = PyObject_GetAttrString((PyObject *)type, "__dlpack_c_exchange_api__");
    const dlpack_exchange *exchange = NULL;

    if (capsule && PyCapsule_IsValid(capsule, "dlpack_exchange_api"))
        exchange = PyCapsule_GetPointer(capsule, "dlpack_exchange_api");
    Py_XDECREF(capsule);
    PyErr_Clear();
    if (exchange && (exchange->version.major != 1 || !exchange->tensor_from_object))
        exchange = NULL;
    return exchange;
}

int array_read_exchanged(const dlpack_exchange *exchange, PyObject *object, array *out)
{
    dlpack_tensor tensor;

    if (exchange->tensor_from_object(object, &tensor)) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_BufferError, "the tensor cannot be exported by DLPack");
        return -1;
    }
    read_tensor(&tensor, out);
    return 1;
}

/* --- By __dlpack__ -----------------------------------------------------------------------------
 */

static void release_managed(void *thing)
{
    dlpack_managed *managed = thing;

    if (managed->deleter)
        managed->deleter(managed);
}

static void release_versioned(void *thing)
{
    dlpack_versioned *managed = thing;

    if (managed->deleter)
        managed->deleter(managed);
}

/* Takes the tensor out of the capsule, which is then used. */
static int consume(PyObject *capsule, array *out)
{
    if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
        dlpack_versioned *managed = PyCapsule_GetPointer(capsule, "dltensor_versioned");

        PyCapsule_SetName(capsule, "used_dltensor_versioned");
        out->hold.thing = managed;
        out->hold.release = release_versioned;
        if (managed->version.major == 1)
            read_tensor(&managed->tensor, out);
        else
            out->refusal = "is exported by another version of DLPack than 1";
        out->read_only = managed->flags & DLPACK_READ_ONLY;
        return 1;
    }
    if (PyCapsule_IsValid(capsule, "dltensor")) {
        dlpack_managed *managed = PyCapsule_GetPointer(capsule, "dltensor");

        PyCapsule_SetName(capsule, "used_dltensor");
        out->hold.thing = managed;
        out->hold.release = release_managed;
        read_tensor(&managed->tensor, out);
        return 1;
    }
    PyErr_SetString(PyExc_BufferError, "__dlpack__() has returned no tensor that is unused");
    return -1;
}

/* Stream -1: the producer waits for nothing. The launch is ordered by its own stream. */
static PyObject *export_tensor(PyObject *method, bool is_host, bool is_versioned)
{
    PyObject *names = PyTuple_New(0), *options = PyDict_New(), *capsule = NULL;
    PyObject *stream = is_host ? Py_NewRef(Py_None) : PyLong_FromLong(-1);
    PyObject *version = Py_BuildValue("(ii)", 1, 0);

    if (names && options && stream && version && !PyDict_SetItemString(options, "stream", stream) &&
        !(is_versioned && PyDict_SetItemString(options, "max_version", version)))
        capsule = PyObject_Call(method, names, options);
    Py_XDECREF(names);
    Py_XDECREF(options);
    Py_XDECREF(stream);
    Py_XDECREF(version);
    return capsule;
}

/* 1 for ordinary memory of the host, 0 for other memory, or -1 with an exception. */
static int is_on_host(PyObject *object)
{
    PyObject *device = PyObject_CallMethod(object, "__dlpack_device__", NULL);
    PyObject *type = device ? PySequence_GetItem(device, 0) : NULL;
    long number = type ? PyLong_AsLong(type) : -1;

    Py_XDECREF(device);
    Py_XDECREF(type);
    return PyErr_Occurred() ? -1 : number == DLPACK_CPU;
}

int array_read_dlpack(PyObject *object, array *out)
{
    PyObject *method = PyObject_GetAttrString(object, "__dlpack__"), *capsule;
    int is_host, result;

    if (!method) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError))
            return -1;
        PyErr_Clear();
        return 0;
    }
    is_host = is_on_host(object);
    capsule = is_host < 0 ? NULL : export_tensor(method, is_host, true);
    if (is_host >= 0 && !capsule && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear(); /* a producer before DLPack 1.0 */
        capsule = export_tensor(method, is_host, false);
    }
    Py_DECREF(method);
    result = capsule ? consume(capsule, out) : -1;
    Py_XDECREF(capsule);
    return result;
}
