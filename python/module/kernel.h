/* Kernels as functions of Python. */
#ifndef PYTHON_KERNEL_H
#define PYTHON_KERNEL_H

#include <Python.h>

#include <custub/launch.h>

/* Makes the type of what the functions belong to. Returns 0, or -1 with an exception. */
int kernel_initialize(void);

/* A function that launches the kernel. It keeps `owner`. `packers` has, by the number of a struct
 * parameter, what makes its bytes from a mapping; it may be null. Null with an exception. */
PyObject *kernel_function(const custub_kernel *kernel, PyObject *owner, PyObject *packers);

#endif
