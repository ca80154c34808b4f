/* custub.View: an array that was read once, to be passed many times. */
#ifndef PYTHON_VIEW_H
#define PYTHON_VIEW_H

#include <Python.h>

#include "array.h"

typedef struct view_object {
    PyObject_HEAD array array;
    PyObject *base; /* what was read */
    bool is_strided;
} view_object;

extern PyTypeObject *view_type;

/* Adds the type to the module. Returns 0, or -1 with an exception. */
int view_initialize(PyObject *module);

#endif
