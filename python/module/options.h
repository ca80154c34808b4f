/* What a call says about the launch: grid=, block=, cluster=, shared=, threads=, stream=. */
#ifndef PYTHON_OPTIONS_H
#define PYTHON_OPTIONS_H

#include <Python.h>

#include <custub/launch.h>

#define OPTIONS_SIGNATURE                                                                          \
    "stream=None, grid=None, block=None, cluster=None, shared=None, threads=None"

/* Makes the names. Returns 0, or -1 with an exception. */
int options_initialize(void);

/* Sets the option of this name. Returns 1, 0 if there is no such option, or -1 with an exception.
 */
int options_set(custub_launch *launch, PyObject *name, PyObject *value);

#endif
