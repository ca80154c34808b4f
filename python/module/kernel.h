/* Kernels as functions of Python. */
#ifndef PYTHON_KERNEL_H
#define PYTHON_KERNEL_H

#include <Python.h>

#include <custub/launch.h>

/* A function that launches the kernel. It keeps `owner`. Null with an exception. */
PyObject *kernel_function(const custub_kernel *kernel, PyObject *owner);

#endif
