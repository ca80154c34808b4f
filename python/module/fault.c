#include "fault.h"

#include <stdarg.h>
#include <string.h>

static PyObject *error_type;

int fault_initialize(PyObject *module)
{
    error_type = PyErr_NewExceptionWithDoc(
        "custub.Error",
        "A failure of custub. `status` is its name in <custub/status.h>, such as\n"
        "'CUSTUB_ERROR_OVERLAP'; `kernel` and `parameter` are the names at fault, or None.",
        NULL, NULL);
    return error_type ? PyModule_AddObjectRef(module, "Error", error_type) : -1;
}

static int set_text(PyObject *exception, const char *attribute, const char *text)
{
    PyObject *value = text && *text ? PyUnicode_FromString(text) : Py_NewRef(Py_None);
    int result = value ? PyObject_SetAttrString(exception, attribute, value) : -1;

    Py_XDECREF(value);
    return result;
}

static PyObject *raise_message(PyObject *message, custub_status status, const char *kernel,
                               const char *parameter)
{
    PyObject *exception = message ? PyObject_CallFunctionObjArgs(error_type, message, NULL) : NULL;

    if (exception && !set_text(exception, "status", custub_status_name(status)) &&
        !set_text(exception, "kernel", kernel) && !set_text(exception, "parameter", parameter))
        PyErr_SetObject(error_type, exception);
    Py_XDECREF(exception);
    Py_XDECREF(message);
    return NULL;
}

/* Where the runtime's advice names what C has, Python's is given. */
static PyObject *in_pythons_words(const char *message)
{
    static const char *const words[][2] = {
        {"call custub_device_open(), or custub_device_use() for a device that is open, or",
         "call custub.use_device(ordinal), or"},
        {"make the custub_launch with custub_launch_for(n), which covers n threads, or set its "
         "grid",
         "pass threads=n, which covers n threads, or grid="},
        {"set the launch's shared (CUSTUB_SHARED_NONE for none)", "pass shared= (0 for none)"},
    };
    PyObject *text = PyUnicode_FromString(message);

    for (size_t i = 0; text && i < sizeof(words) / sizeof(words[0]); i++) {
        PyObject *from = PyUnicode_FromString(words[i][0]);
        PyObject *to = PyUnicode_FromString(words[i][1]);
        PyObject *replaced = from && to ? PyUnicode_Replace(text, from, to, -1) : NULL;

        Py_XDECREF(from);
        Py_XDECREF(to);
        Py_DECREF(text);
        text = replaced;
    }
    return text;
}

PyObject *fault_raise(const custub_error *error)
{
    return raise_message(in_pythons_words(error->message), error->status, error->kernel,
                         error->parameter);
}

PyObject *fault_number(PyObject *number)
{
    PyObject *text = PyObject_Str(number);

    if (text || !PyLong_Check(number) || !PyErr_ExceptionMatches(PyExc_ValueError))
        return text;
    PyErr_Clear();
    return PyUnicode_FromString("a number of so many digits");
}

static const custub_pointer_info *pointer_of(const custub_kernel_info *info, uint32_t index)
{
    for (uint32_t i = 0; i < info->pointer_count; i++)
        if (info->pointers[i].param == index)
            return &info->pointers[i];
    return NULL;
}

static PyObject *what_it_is(const custub_kernel_info *info, uint32_t index)
{
    const custub_param_info *param = &info->params[index];
    const custub_pointer_info *pointer = pointer_of(info, index);

    if (param->kind == CUSTUB_PARAM_SCALAR)
        return PyUnicode_FromFormat("is of type %s", param->type);
    if (param->kind != CUSTUB_PARAM_BUFFER || !pointer)
        return PyUnicode_FromFormat("is of type %s, %u bytes", param->type, param->size);
    if (!pointer->element || strcmp(pointer->element, "void") == 0)
        return PyUnicode_FromString("is a buffer of bytes");
    return PyUnicode_FromFormat("is a buffer of %s", pointer->element);
}

PyObject *fault_argument(const custub_kernel_info *info, uint32_t index, custub_status status,
                         const char *reason, ...)
{
    const custub_param_info *param = &info->params[index];
    PyObject *message = NULL, *found, *needed = what_it_is(info, index);
    va_list arguments;

    va_start(arguments, reason);
    found = PyUnicode_FromFormatV(reason, arguments);
    va_end(arguments);
    if (found && needed)
        message = PyUnicode_FromFormat("%s: '%s' %U, %U [%s:%u]", info->name, param->name, needed,
                                       found, info->file, param->line ? param->line : info->line);
    Py_XDECREF(found);
    Py_XDECREF(needed);
    return raise_message(message, status, info->name, param->name);
}
