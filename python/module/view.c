#include "view.h"

PyTypeObject *view_type;

static PyObject *view_new(PyTypeObject *type, PyObject *arguments, PyObject *options)
{
    static char *names[] = {"array", "strided", NULL};
    PyObject *base;
    int is_strided = 0;
    view_object *view;
    int result;

    if (!PyArg_ParseTupleAndKeywords(arguments, options, "O|$p:view", names, &base, &is_strided))
        return NULL;
    view = (view_object *)PyType_GenericAlloc(type, 0);
    if (!view)
        return NULL;
    result = array_read(base, &view->array);
    if (result > 0) {
        view->base = Py_NewRef(base);
        view->is_strided = is_strided != 0;
        return (PyObject *)view;
    }
    if (!result)
        PyErr_Format(PyExc_TypeError, "a view needs an array, not %R", (PyObject *)Py_TYPE(base));
    Py_DECREF((PyObject *)view);
    return NULL;
}

static int view_traverse(view_object *view, visitproc visit, void *arg) /* Py_VISIT names it */
{
    Py_VISIT((PyObject *)Py_TYPE((PyObject *)view));
    Py_VISIT(view->base);
    return 0;
}

static int view_clear(view_object *view)
{
    array_release(&view->array.hold);
    Py_CLEAR(view->base);
    return 0;
}

static void view_dealloc(view_object *view)
{
    PyTypeObject *type = Py_TYPE((PyObject *)view);

    PyObject_GC_UnTrack(view);
    view_clear(view);
    PyObject_GC_Del(view);
    Py_DECREF((PyObject *)type);
}

#define DOCUMENTATION                                                                              \
    "View(array, *, strided=False)\n--\n\n"                                                        \
    "An array that was read once, to be passed to many launches. strided=True: the array need "    \
    "not\n"                                                                                        \
    "be contiguous, because the kernel takes its strides; the view has all elements from the "     \
    "first\n"                                                                                      \
    "to the last one in memory."

int view_initialize(PyObject *module)
{
    static PyType_Slot slots[] = {
        {Py_tp_new, (void *)view_new},           {Py_tp_dealloc, (void *)view_dealloc},
        {Py_tp_traverse, (void *)view_traverse}, {Py_tp_clear, (void *)view_clear},
        {Py_tp_doc, (void *)DOCUMENTATION},      {0, NULL}};
    static PyType_Spec spec = {"custub.View", sizeof(view_object), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};

    view_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return view_type ? PyModule_AddObjectRef(module, "View", (PyObject *)view_type) : -1;
}
