#include "array.h"

#include <custub/scalar.h>

#include <string.h>

/* What releases may be a function of Python, which must not find an exception. */
void array_release(array_hold *hold)
{
    PyObject *type, *value, *traceback;

    if (!hold->release)
        return;
    PyErr_Fetch(&type, &value, &traceback);
    hold->release(hold->thing);
    PyErr_Restore(type, value, traceback);
    hold->release = NULL;
}

void array_set_type(array *out, char kind, uint64_t item_size)
{
    static const struct {
        char kind;
        uint8_t size;
        uint8_t scalar;
    } table[] = {
        {'f', 4, CUSTUB_SCALAR_F32}, {'f', 2, CUSTUB_SCALAR_F16}, {'f', 8, CUSTUB_SCALAR_F64},
        {'i', 4, CUSTUB_SCALAR_I32}, {'i', 8, CUSTUB_SCALAR_I64}, {'i', 2, CUSTUB_SCALAR_I16},
        {'i', 1, CUSTUB_SCALAR_I8},  {'u', 1, CUSTUB_SCALAR_U8},  {'u', 4, CUSTUB_SCALAR_U32},
        {'u', 8, CUSTUB_SCALAR_U64}, {'u', 2, CUSTUB_SCALAR_U16}, {'b', 1, CUSTUB_SCALAR_BOOL}};

    out->item_size = item_size;
    out->is_record = kind == 'V';
    out->scalar = CUSTUB_SCALAR_NONE;
    for (size_t i = 0; !out->scalar && i < sizeof(table) / sizeof(table[0]); i++)
        if (table[i].kind == kind && table[i].size == item_size)
            out->scalar = table[i].scalar;
}

void array_set_shape(array *out, int ndim, const int64_t *shape, const int64_t *strides)
{
    const int64_t size = (int64_t)out->item_size;
    uint64_t count = 1, last = 0;

    out->is_contiguous = true;
    for (int i = ndim - 1; i >= 0; i--) {
        if (strides && shape[i] > 1) {
            out->is_contiguous &= strides[i] == (int64_t)(count * out->item_size);
            if (strides[i] < 0)
                out->refusal = "has negative strides";
            else
                last += (uint64_t)(shape[i] - 1) * (uint64_t)strides[i];
        }
        count *= (uint64_t)shape[i];
    }
    out->is_contiguous |= count == 0;
    if (!out->is_contiguous && size)
        count = (last + out->item_size) / out->item_size;
    out->count = count;
}

/* --- The buffer protocol --------------------------------------------------------------------- */

static void release_buffer(void *thing)
{
    PyBuffer_Release(thing);
    PyMem_Free(thing);
}

/* A format of the module `struct`: one character, or the fields of a record: "T{f:x:i:id:}". */
static char kind_of_format(const char *format, bool *is_swapped)
{
    *is_swapped = false;
    if (!format)
        return 'u'; /* bytes */
    *is_swapped = strpbrk(format, ">!") != NULL;
    if (*format && strchr("@=<>!", *format))
        format++;
    if (strncmp(format, "T{", 2) == 0)
        return 'V';
    if (!format[0] || format[1])
        return 0;
    if (strchr("bhilqn", format[0]))
        return 'i';
    if (strchr("BHILQN", format[0]))
        return 'u';
    return format[0] == '?' ? 'b' : strchr("efd", format[0]) ? 'f' : 0;
}

static void read_view(const Py_buffer *view, array *out)
{
    int64_t shape[ARRAY_DIMENSIONS], strides[ARRAY_DIMENSIONS];
    bool is_swapped;
    char kind = kind_of_format(view->format, &is_swapped);

    array_set_type(out, kind, (uint64_t)view->itemsize);
    for (int i = 0; i < view->ndim; i++) {
        shape[i] = view->shape[i];
        strides[i] = view->strides[i];
    }
    array_set_shape(out, view->ndim, shape, strides);
    out->address = (uint64_t)(uintptr_t)view->buf;
    out->read_only = view->readonly;
    out->is_host = true;
    if (is_swapped && view->itemsize > 1)
        out->refusal = "has the other byte order";
    if (view->suboffsets)
        out->refusal = "is made of pointers";
}

int array_read_buffer(PyObject *object, array *out)
{
    Py_buffer *view;

    if (!PyObject_CheckBuffer(object))
        return 0;
    view = PyMem_Malloc(sizeof(*view));
    if (!view) {
        PyErr_NoMemory();
        return -1;
    }
    if (PyObject_GetBuffer(object, view, PyBUF_FULL_RO)) {
        PyMem_Free(view);
        if (!PyErr_ExceptionMatches(PyExc_ValueError) && !PyErr_ExceptionMatches(PyExc_BufferError))
            return -1;
        PyErr_Clear(); /* NumPy's of a type that the protocol lacks; a released memoryview */
        out->refusal = "has elements that no buffer of Python can describe, or was released";
        return 1;
    }
    if (view->ndim <= ARRAY_DIMENSIONS)
        read_view(view, out);
    else
        out->refusal = "has too many dimensions";
    out->hold.thing = view;
    out->hold.release = release_buffer;
    return 1;
}

/* --- Which of them --------------------------------------------------------------------------- */

/* The types that were seen last, and their C functions or null. Guarded by the GIL. */
static struct {
    PyTypeObject *type; /* a reference */
    const dlpack_exchange *exchange;
} seen[8];

static const dlpack_exchange *exchange_of(PyTypeObject *type)
{
    static size_t next;
    const size_t count = sizeof(seen) / sizeof(seen[0]);
    const dlpack_exchange *exchange;
    PyTypeObject *old;
    size_t at;

    for (size_t i = 0; i < count; i++)
        if (seen[i].type == type)
            return seen[i].exchange;
    /* Code of Python may run before and after the change, also in other threads. */
    exchange = array_exchange_of(type);
    at = next++ % count;
    old = seen[at].type;
    seen[at].type = (PyTypeObject *)Py_NewRef((PyObject *)type);
    seen[at].exchange = exchange;
    Py_XDECREF((PyObject *)old);
    return exchange;
}

int array_read(PyObject *object, array *out)
{
    const dlpack_exchange *exchange = exchange_of(Py_TYPE(object));
    int result;

    memset(out, 0, sizeof(*out));
    if (exchange)
        return array_read_exchanged(exchange, object, out);
    result = array_read_interface(object, out);
    if (!result)
        result = array_read_buffer(object, out);
    return result ? result : array_read_dlpack(object, out);
}
