/* The module custub._custub: opens libraries of kernels. custub/__init__.py is its face. */
#include <Python.h>

#include <custub/device.h>
#include <custub/dynamic.h>
#include <custub/runtime.h>
#include <custub/version.h>

#include <dlfcn.h>
#include <string.h>

#include "fault.h"
#include "kernel.h"
#include "options.h"
#include "view.h"

#define LIBRARY "custub.library"
#define DEVICES 64

static PyObject *raise_text(const char *format, const char *text)
{
    PyErr_Format(PyExc_OSError, format, text);
    return NULL;
}

/* --- Devices ---------------------------------------------------------------------------------- */

/* Each device is opened once, and stays open. */
static bool use_device(int ordinal, custub_error *error)
{
    static custub_device *devices[DEVICES];
    const bool is_kept = ordinal >= 0 && ordinal < DEVICES;

    if (is_kept && devices[ordinal])
        return !custub_device_use(devices[ordinal], error);
    if (is_kept)
        devices[ordinal] = custub_device_open(ordinal, error);
    else
        custub_device_open(ordinal, error);
    return !custub_failed(error);
}

static PyObject *module_use_device(PyObject *module, PyObject *argument)
{
    long ordinal = PyLong_AsLong(argument);
    custub_error error = custub_error_none();

    (void)module;
    if (ordinal == -1 && PyErr_Occurred())
        return NULL;
    if (ordinal < INT_MIN || ordinal > INT_MAX || !use_device((int)ordinal, &error))
        return custub_failed(&error) ? fault_raise(&error) : raise_text("%s", "no such device");
    return Py_NewRef(Py_None);
}

/* True if a context is current on this thread. Takes device 0 if there is none. */
static bool need_context(custub_error *error)
{
    void *symbol;
    int (*get)(CUcontext * context);
    CUcontext context = NULL;

    if (custub_driver_open(CUSTUB_DRIVER_DEFAULT, error))
        return false;
    symbol = custub_driver_symbol("cuCtxGetCurrent");
    memcpy(&get, &symbol, sizeof(get)); /* POSIX: a function's address fits a void pointer */
    return (symbol && !get(&context) && context) || use_device(0, error);
}

/* --- Libraries -------------------------------------------------------------------------------- */

/* Its file stays open: the runtime's records may point to its names. */
static void close_library(PyObject *capsule)
{
    custub_library *library = PyCapsule_GetPointer(capsule, LIBRARY);
    /* The driver may wait for kernels, and these for a function of Python. */
    PyThreadState *state = PyEval_SaveThread();

    custub_library_close(library, NULL);
    PyEval_RestoreThread(state);
}

/* The kernels of one source, added to the dictionary. */
static bool add_kernels(custub_library *library, PyObject *packers, PyObject *kernels)
{
    PyObject *capsule = PyCapsule_New(library, LIBRARY, close_library);
    bool succeeded = capsule != NULL;

    if (!capsule)
        custub_library_close(library, NULL);
    for (uint32_t i = 0; succeeded && i < custub_library_kernel_count(library); i++) {
        const custub_kernel *kernel = custub_library_kernel(library, i);
        PyObject *function = NULL;

        if (PyDict_GetItemString(kernels, kernel->info->name))
            PyErr_Format(PyExc_ValueError, "two kernels have the name '%s'", kernel->info->name);
        else
            function =
                kernel_function(kernel, capsule, PyDict_GetItemString(packers, kernel->info->name));
        succeeded = function && !PyDict_SetItemString(kernels, kernel->info->name, function);
        Py_XDECREF(function);
    }
    Py_XDECREF(capsule);
    return succeeded;
}

static bool open_source(void *file, PyObject *pair, PyObject *packers, PyObject *kernels)
{
    const char *info_name, *images_name;
    const void *info, *images;
    custub_error error = custub_error_none();
    custub_library *library = NULL;

    if (!PyArg_ParseTuple(pair, "ss", &info_name, &images_name))
        return false;
    info = dlsym(file, info_name);
    images = dlsym(file, images_name);
    if (!info || !images)
        return raise_text("%s", dlerror()) != NULL;
    if (need_context(&error)) {
        PyThreadState *state = PyEval_SaveThread();

        library = custub_library_open(info, images, &error);
        PyEval_RestoreThread(state);
    }
    if (!library)
        return fault_raise(&error) != NULL;
    return add_kernels(library, packers, kernels);
}

/* open_library(path, [(name of a library, name of its images), ...], {name of a kernel: {number of
 * a struct parameter: its packer}}) */
static PyObject *module_open_library(PyObject *module, PyObject *arguments)
{
    PyObject *path, *sources, *packers, *kernels;
    void *file;

    (void)module;
    if (!PyArg_ParseTuple(arguments, "O&O!O!", PyUnicode_FSConverter, &path, &PyList_Type, &sources,
                          &PyDict_Type, &packers))
        return NULL;
    file = dlopen(PyBytes_AsString(path), RTLD_NOW | RTLD_LOCAL);
    Py_DECREF(path);
    if (!file)
        return raise_text("%s", dlerror());
    kernels = PyDict_New();
    for (Py_ssize_t i = 0; kernels && i < PyList_Size(sources); i++)
        if (!open_source(file, PyList_GetItem(sources, i), packers, kernels))
            Py_CLEAR(kernels);
    return kernels;
}

/* --- The module ------------------------------------------------------------------------------- */

#define TEXT_OF(number)  #number
#define VERSION(a, b, c) TEXT_OF(a) "." TEXT_OF(b) "." TEXT_OF(c)

PyMODINIT_FUNC PyInit__custub(void)
{
    static PyMethodDef methods[] = {
        {"open_library", module_open_library, METH_VARARGS, NULL},
        {"use_device", module_use_device, METH_O,
         "use_device(ordinal, /)\n--\n\nMakes the primary context of a device current on this "
         "thread."},
        {NULL, NULL, 0, NULL}};
    static struct PyModuleDef definition = {
        PyModuleDef_HEAD_INIT, "custub._custub", NULL, -1, methods, NULL, NULL, NULL, NULL};
    PyObject *module = PyModule_Create(&definition);

    if (module && !fault_initialize(module) && !view_initialize(module) && !kernel_initialize() &&
        !options_initialize() &&
        !PyModule_AddStringConstant(
            module, "__version__",
            VERSION(CUSTUB_VERSION_MAJOR, CUSTUB_VERSION_MINOR, CUSTUB_VERSION_PATCH)))
        return module;
    Py_XDECREF(module);
    return NULL;
}
