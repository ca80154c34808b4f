/* Arguments of Python as those of <custub/dynamic.h>. */
#ifndef PYTHON_ARGUMENT_H
#define PYTHON_ARGUMENT_H

#include <Python.h>

#include <custub/dynamic.h>

#include "array.h"

/* The arguments of one call. */
typedef struct argument_list {
    custub_argument *arguments; /* one per parameter */
    array_hold *holds;          /* to be released after the launch; room for one per parameter */
    uint32_t hold_count;
    bool is_on_host; /* an argument is an array in ordinary memory of the host */
} argument_list;

/* What the calls of a kernel need of a parameter. */
typedef struct kernel_parameter {
    /* Takes what can be passed to the parameter. Returns 0, or -1 with an exception: custub.Error
     * with the parameter's name, or what the object itself has raised. */
    int (*take)(const struct kernel_parameter *parameter, PyObject *object, argument_list *list);
    const custub_kernel_info *info;
    const custub_pointer_info *pointer; /* of a buffer, else null */
    uint32_t index;
    PyObject *name;
    PyObject *packer; /* makes the bytes of a struct from a mapping; or null */
} kernel_parameter;

/* Describes a parameter, without its name and its packer. */
kernel_parameter argument_parameter(const custub_kernel_info *info, uint32_t index);

#endif
