#include "options.h"

#include "fault.h"

enum { STREAM, GRID, BLOCK, CLUSTER, SHARED, THREADS, OPTIONS };

static PyObject *names[OPTIONS];

int options_initialize(void)
{
    static const char *const texts[] = {"stream", "grid", "block", "cluster", "shared", "threads"};

    for (int i = 0; i < OPTIONS; i++) {
        names[i] = PyUnicode_InternFromString(texts[i]);
        if (!names[i])
            return -1;
    }
    return 0;
}

/* A number of blocks, threads or bytes. */
static bool read_number(PyObject *name, PyObject *value, uint64_t *out)
{
    PyObject *number = PyNumber_Index(value), *text;

    *out = number ? PyLong_AsUnsignedLongLong(number) : 0;
    Py_XDECREF(number);
    if (!PyErr_Occurred())
        return true;
    if (!PyErr_ExceptionMatches(PyExc_OverflowError) && !PyErr_ExceptionMatches(PyExc_TypeError))
        return false;
    PyErr_Clear();
    text = PyLong_Check(value) ? fault_number(value) : PyObject_Repr(value);
    if (text)
        PyErr_Format(PyExc_TypeError, "%U=%U: a number of at least 0 and below 2**64 is needed",
                     name, text);
    Py_XDECREF(text);
    return false;
}

static bool read_dim(PyObject *name, PyObject *value, custub_dim3 *out)
{
    uint64_t axes[3] = {1, 1, 1};
    Py_ssize_t count;

    if (!PyTuple_Check(value)) {
        if (!read_number(name, value, &axes[0]))
            return false;
    } else {
        count = PyTuple_Size(value);
        if (count < 1 || count > 3) {
            PyErr_Format(PyExc_TypeError, "%U=%R: a number, or a tuple of 1 to 3 is needed", name,
                         value);
            return false;
        }
        for (Py_ssize_t i = 0; i < count; i++)
            if (!read_number(name, PyTuple_GetItem(value, i), &axes[i]))
                return false;
    }
    *out = custub_grid(axes[0], axes[1], axes[2]);
    return true;
}

/* A handle, or an object with __cuda_stream__(), which returns a version and a handle. */
static bool read_stream(PyObject *value, CUstream *out)
{
    PyObject *pair = NULL, *handle = NULL;
    void *address = NULL;

    if (PyLong_Check(value)) {
        address = PyLong_AsVoidPtr(value);
    } else {
        pair = PyObject_CallMethod(value, "__cuda_stream__", NULL);
        handle = pair ? PySequence_GetItem(pair, 1) : NULL;
        if (handle)
            address = PyLong_AsVoidPtr(handle);
        if (!pair && PyErr_ExceptionMatches(PyExc_AttributeError))
            PyErr_Format(PyExc_TypeError,
                         "stream= needs an object with __cuda_stream__, or the handle as an int, "
                         "not %R",
                         (PyObject *)Py_TYPE(value));
    }
    Py_XDECREF(handle);
    Py_XDECREF(pair);
    *out = (CUstream)address;
    return !PyErr_Occurred();
}

int options_find(PyObject *name, bool by_identity)
{
    for (int i = 0; i < OPTIONS; i++)
        if (by_identity ? names[i] == name : !PyUnicode_Compare(names[i], name))
            return i;
    return -1;
}

bool options_set(custub_launch *launch, int option, PyObject *value)
{
    if (value == Py_None)
        return true;
    switch (option) {
    case STREAM:
        return read_stream(value, &launch->stream);
    case GRID:
        return read_dim(names[option], value, &launch->grid);
    case BLOCK:
        return read_dim(names[option], value, &launch->block);
    case CLUSTER:
        return read_dim(names[option], value, &launch->cluster);
    case SHARED:
        if (!read_number(names[option], value, &launch->shared))
            return false;
        launch->shared = launch->shared ? launch->shared : CUSTUB_SHARED_NONE;
        return true;
    default:
        if (!read_number(names[option], value, &launch->threads))
            return false;
        launch->threads = launch->threads ? launch->threads : CUSTUB_THREADS_NONE;
        return true;
    }
}
