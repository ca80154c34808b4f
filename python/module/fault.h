/* Failures as exceptions: custub.Error, with the words of the runtime. */
#ifndef PYTHON_FAULT_H
#define PYTHON_FAULT_H

#include <Python.h>

#include <custub/describe.h>
#include <custub/status.h>

/* Makes custub.Error and adds it to the module. Returns 0, or -1 with an exception. */
int fault_initialize(PyObject *module);

/* A number as a message shows it: Python refuses to write ints of thousands of digits. Null with an
 * exception. */
PyObject *fault_number(PyObject *number);

/* Raises custub.Error from a record that holds a failure. Returns null. */
PyObject *fault_raise(const custub_error *error);

/* Raises custub.Error about an argument of a kernel, worded as the runtime words it:
 * `saxpy: 'x' is a buffer of float, the argument REASON [saxpy.cu:6]`. The reason is a format of
 * PyUnicode_FromFormat(). Returns null. */
PyObject *fault_argument(const custub_kernel_info *info, uint32_t index, custub_status status,
                         const char *reason, ...);

#endif
