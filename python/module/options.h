/* What a call says about the launch: grid=, block=, cluster=, shared=, threads=, stream=. */
#ifndef PYTHON_OPTIONS_H
#define PYTHON_OPTIONS_H

#include <Python.h>

#include <stdbool.h>

#include <custub/launch.h>

#define OPTIONS_SIGNATURE                                                                          \
    "stream=None, grid=None, block=None, cluster=None, shared=None, threads=None"

/* Makes the names. Returns 0, or -1 with an exception. */
int options_initialize(void);

/* The option of this name, or -1. By identity: only if it is the very string, which is interned. */
int options_find(PyObject *name, bool by_identity);

/* Sets an option. False: with an exception. */
bool options_set(custub_launch *launch, int option, PyObject *value);

#endif
