/* Arguments of Python as those of <custub/dynamic.h>. */
#ifndef PYTHON_ARGUMENT_H
#define PYTHON_ARGUMENT_H

#include <Python.h>

#include <custub/dynamic.h>

#include "array.h"

/* A parameter, and where its argument goes. */
typedef struct argument_slot {
    const custub_kernel_info *info;
    const custub_pointer_info *pointer; /* of a buffer, else null */
    uint32_t index;
    custub_argument *out;
    PyObject *packer; /* makes the bytes of a struct from a mapping; or null */
    array_hold *hold; /* to be released after the launch */
    bool *is_on_host; /* set if the argument is an array in ordinary memory of the host */
} argument_slot;

/* Takes what can be passed to the parameter. Returns 0, or -1 with an exception: custub.Error
 * with the parameter's name, or what the object itself has raised. */
int argument_take(const argument_slot *slot, PyObject *object);

#endif
