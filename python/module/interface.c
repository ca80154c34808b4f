/* The CUDA Array Interface, version 3. */
#include "array.h"

enum { INTERFACE, DATA, TYPESTR, SHAPE, STRIDES, MASK, NAMES };

/* Strings that have their hash; made at the first use. */
static PyObject *names[NAMES];

static bool make_names(void)
{
    static const char *const texts[] = {
        "__cuda_array_interface__", "data", "typestr", "shape", "strides", "mask"};

    for (int i = 0; i < NAMES; i++) {
        if (!names[i])
            names[i] = PyUnicode_InternFromString(texts[i]);
        if (!names[i])
            return false;
    }
    return true;
}

/* Borrowed; null if it is missing. */
static PyObject *entry(PyObject *dictionary, int name)
{
    PyObject *value = PyDict_GetItemWithError(dictionary, names[name]);

    if (!value)
        PyErr_Clear(); /* a key that is not a string may raise when it is compared */
    return value;
}

static int malformed(const char *what)
{
    PyErr_Format(PyExc_TypeError, "__cuda_array_interface__: '%s' is missing or malformed", what);
    return -1;
}

static int read_data(PyObject *data, array *out)
{
    PyObject *address;

    if (!data || !PyTuple_Check(data) || PyTuple_Size(data) != 2)
        return malformed("data");
    address = PyTuple_GetItem(data, 0);
    if (address != Py_None)
        out->address = PyLong_AsUnsignedLongLong(address);
    if (PyErr_Occurred())
        return -1;
    out->read_only = PyTuple_GetItem(data, 1) == Py_True;
    return 0;
}

static int read_type(PyObject *typestr, array *out)
{
    Py_ssize_t length = 0;
    const char *text = typestr ? PyUnicode_AsUTF8AndSize(typestr, &length) : NULL;
    uint64_t size = 0;

    if (!text || length < 3) {
        PyErr_Clear();
        return malformed("typestr");
    }
    for (const char *digit = text + 2; *digit >= '0' && *digit <= '9' && size < UINT32_MAX; digit++)
        size = 10 * size + (uint64_t)(*digit - '0');
    if (!size)
        return malformed("typestr");
    array_set_type(out, text[1], size);
    if (text[0] == '>' && size > 1)
        out->refusal = "has the other byte order";
    return 0;
}

/* The number of items, or -1. */
static int read_numbers(PyObject *tuple, const char *name, int64_t out[ARRAY_DIMENSIONS])
{
    Py_ssize_t count = tuple && PyTuple_Check(tuple) ? PyTuple_Size(tuple) : -1;

    if (count < 0 || count > ARRAY_DIMENSIONS)
        return malformed(name);
    for (Py_ssize_t i = 0; i < count; i++) {
        out[i] = PyLong_AsLongLong(PyTuple_GetItem(tuple, i));
        if (out[i] == -1 && PyErr_Occurred())
            return -1;
    }
    return (int)count;
}

static int read_shape(PyObject *shape, PyObject *strides, array *out)
{
    int64_t extents[ARRAY_DIMENSIONS], steps[ARRAY_DIMENSIONS];
    int ndim = read_numbers(shape, "shape", extents);
    bool has_strides = strides && strides != Py_None;

    if (ndim < 0)
        return -1;
    for (int i = 0; i < ndim; i++)
        if (extents[i] < 0)
            return malformed("shape");
    if (has_strides) {
        int count = read_numbers(strides, "strides", steps);

        if (count < 0)
            return -1;
        if (count != ndim)
            return malformed("strides");
    }
    array_set_shape(out, ndim, extents, has_strides ? steps : NULL);
    return 0;
}

static int read_dictionary(PyObject *dictionary, array *out)
{
    PyObject *mask;

    if (!PyDict_Check(dictionary)) {
        PyErr_SetString(PyExc_TypeError, "__cuda_array_interface__ is not a dictionary");
        return -1;
    }
    if (read_data(entry(dictionary, DATA), out) || read_type(entry(dictionary, TYPESTR), out) ||
        read_shape(entry(dictionary, SHAPE), entry(dictionary, STRIDES), out))
        return -1;
    mask = entry(dictionary, MASK);
    if (mask && mask != Py_None)
        out->refusal = "has a mask";
    return 1;
}

int array_read_interface(PyObject *object, array *out)
{
    PyObject *dictionary;
    int result;

    if (!names[NAMES - 1] && !make_names())
        return -1;
    dictionary = PyObject_GetAttr(object, names[INTERFACE]);
    if (!dictionary) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError))
            return -1;
        PyErr_Clear();
        return 0;
    }
    result = read_dictionary(dictionary, out);
    Py_DECREF(dictionary);
    return result;
}
