/* Arrays of other libraries: `__cuda_array_interface__`, DLPack, and the buffer protocol. */
#ifndef PYTHON_ARRAY_H
#define PYTHON_ARRAY_H

#include <Python.h>

#include <stdbool.h>
#include <stdint.h>

#include "dlpack.h"

/* Something that has to stay until the launch is made. All null: nothing. */
typedef struct array_hold {
    void *thing;
    void (*release)(void *thing);
} array_hold;

typedef struct array {
    uint64_t address;
    uint64_t count;     /* elements, from the first to the last one in memory */
    uint64_t item_size; /* bytes of an element */
    uint32_t scalar;    /* custub_scalar, or CUSTUB_SCALAR_NONE for other types */
    bool is_record;     /* its elements have fields, whose types are not known */
    bool read_only;
    bool is_host;        /* ordinary memory of the host */
    bool is_contiguous;  /* in C's order */
    const char *refusal; /* why no kernel can take it; null: none. Static text */
    array_hold hold;
} array;

/* Reads an array that `object` describes. Returns 1, 0 if it describes none, or -1 with an
 * exception. Release array->hold after 1. */
int array_read(PyObject *object, array *out);

void array_release(array_hold *hold);

/* --- The parts of array_read(), each with its result ------------------------------------------ */

int array_read_interface(PyObject *object, array *out); /* interface.c */
int array_read_dlpack(PyObject *object, array *out);    /* dlpack.c */
int array_read_buffer(PyObject *object, array *out);    /* array.c */
/* Reads a tensor by the C functions of its type. */
int array_read_exchanged(const dlpack_exchange *exchange, PyObject *object, array *out);
/* The C functions of a type, from a capsule; null if it has none. */
const dlpack_exchange *array_exchange_of(PyTypeObject *type);

/* Sets the type of the elements. `kind` is 'b' (bool), 'i', 'u', 'f', 'V' (a record), or another
 * character. */
void array_set_type(array *out, char kind, uint64_t item_size);

/* Sets count and is_contiguous. `shape` and `strides` are of `ndim`; strides are in bytes, or null
 * for a contiguous array. */
void array_set_shape(array *out, int ndim, const int64_t *shape, const int64_t *strides);

/* More dimensions than NumPy and PyTorch have. */
#define ARRAY_DIMENSIONS 64

#endif
