#include "kernel.h"

#include <custub/dynamic.h>
#include <custub/runtime.h>
#include <custub/stream.h>

#include <string.h>

#include "argument.h"
#include "fault.h"
#include "options.h"

#define CAPSULE "custub.kernel"

/* What a function's calls need. */
typedef struct callable {
    PyMethodDef method;
    const custub_kernel *kernel;
    const custub_pointer_info **pointers; /* for each parameter: of a buffer, else null */
    PyObject **names;                     /* of the parameters */
    PyObject **packers;                   /* of structs; null: none */
    PyObject *owner;
    PyObject *signature; /* the bytes of method.ml_doc */
} callable;

/* The arguments of one call. Most kernels have few. */
enum { LOCAL_ARGUMENTS = 12 };

typedef struct kernel_call {
    const callable *self;
    custub_launch *launch; /* null until something is set */
    uint32_t given;        /* arguments */
    bool is_on_host;
    custub_argument *arguments;
    array_hold *holds;
    PyObject **objects;
    custub_argument local_arguments[LOCAL_ARGUMENTS];
    array_hold local_holds[LOCAL_ARGUMENTS];
    PyObject *local_objects[LOCAL_ARGUMENTS];
    custub_launch local_launch;
} kernel_call;

static bool begin(kernel_call *call, const callable *self)
{
    const size_t count = self->kernel->info->param_count;

    call->self = self;
    call->launch = NULL;
    call->is_on_host = false;
    call->arguments = call->local_arguments;
    call->holds = call->local_holds;
    call->objects = call->local_objects;
    if (count > LOCAL_ARGUMENTS) {
        call->arguments = PyMem_Malloc(
            count * (sizeof(*call->arguments) + sizeof(*call->holds) + sizeof(*call->objects)));
        if (!call->arguments) {
            PyErr_NoMemory();
            return false;
        }
        call->holds = (array_hold *)(void *)(call->arguments + count);
        call->objects = (PyObject **)(void *)(call->holds + count);
    }
    memset(call->holds, 0, count * sizeof(*call->holds));
    memset(call->objects, 0, count * sizeof(PyObject *));
    return true;
}

/* The launch, to be changed. */
static custub_launch *own_launch(kernel_call *call)
{
    if (!call->launch) {
        call->local_launch = custub_launch_default();
        call->launch = &call->local_launch;
    }
    return call->launch;
}

static void end(kernel_call *call)
{
    for (uint32_t i = 0; i < call->self->kernel->info->param_count; i++)
        if (call->holds[i].release)
            array_release(&call->holds[i]);
    if (call->arguments != call->local_arguments)
        PyMem_Free(call->arguments);
}

/* --- What is given ---------------------------------------------------------------------------- */

static bool refuse_name(const kernel_call *call, PyObject *name, const char *what)
{
    PyErr_Format(PyExc_TypeError, "%s: %s '%U'", call->self->kernel->info->name, what, name);
    return false;
}

static bool give_by_name(kernel_call *call, PyObject *name, PyObject *value)
{
    for (uint32_t i = 0; i < call->self->kernel->info->param_count; i++) {
        if (call->self->names[i] != name && PyUnicode_Compare(call->self->names[i], name) != 0)
            continue;
        if (call->objects[i])
            return refuse_name(call, name, "two values for the parameter");
        call->objects[i] = value;
        call->given++;
        return true;
    }
    return refuse_name(call, name, "no parameter and no option has the name");
}

/* An option's name means the option: a parameter of the same name is given by its place. */
static bool give_names(kernel_call *call, PyObject *const *values, PyObject *names)
{
    const Py_ssize_t count = names ? PyTuple_Size(names) : 0;

    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *name = PyTuple_GetItem(names, i);
        int option = options_set(own_launch(call), name, values[i]);

        if (option < 0 || (!option && !give_by_name(call, name, values[i])))
            return false;
    }
    return true;
}

static bool give(kernel_call *call, PyObject *const *values, Py_ssize_t count, PyObject *names)
{
    const custub_kernel_info *info = call->self->kernel->info;

    for (Py_ssize_t i = 0; i < count && i < (Py_ssize_t)info->param_count; i++)
        call->objects[i] = values[i];
    call->given = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
    if (!give_names(call, values + count, names))
        return false;
    if (call->given != info->param_count)
        return true; /* the runtime says which is missing */
    for (uint32_t i = 0; i < info->param_count; i++) {
        argument_slot slot = {info,
                              call->self->pointers[i],
                              i,
                              &call->arguments[i],
                              call->self->packers[i],
                              &call->holds[i],
                              &call->is_on_host};

        if (argument_take(&slot, call->objects[i]))
            return false;
    }
    return true;
}

/* The first parameter that was left out comes last in the runtime's count. */
static void count_given(kernel_call *call)
{
    const uint32_t count = call->self->kernel->info->param_count;
    uint32_t first = 0;

    if (call->given >= count)
        return;
    while (first < count && call->objects[first])
        first++;
    call->given = first;
}

/* --- The launch ------------------------------------------------------------------------------- */

static bool is_cpu_driver(void)
{
    return custub_driver_symbol("custub_cpu_settings") != NULL;
}

/* Kernels of the CPU driver use memory of the host as it is, which the driver does not know. The
 * array itself says how long it is. The results are there when the call returns. */
static custub_status launch_on_host(kernel_call *call, custub_error *error)
{
    custub_status status;

    if (is_cpu_driver())
        own_launch(call)->check = CUSTUB_CHECK_CONTRACT;
    status = custub_call_kernel_launch(call->self->kernel, call->launch, call->given,
                                       call->arguments, NULL, error);
    return status
               ? status
               : custub_call_stream_synchronize(call->launch ? call->launch->stream : NULL, error);
}

/* Without the lock of the interpreter: a launch waits if the stream's queue is full, and what it
 * waits for may be a function of Python. */
static PyObject *launch(kernel_call *call)
{
    static _Thread_local custub_error error; /* holds no failure between launches */
    PyThreadState *state = PyEval_SaveThread();
    custub_status status;

    if (call->is_on_host)
        status = launch_on_host(call, &error);
    else
        status = custub_call_kernel_launch(call->self->kernel, call->launch, call->given,
                                           call->arguments, NULL, &error);
    PyEval_RestoreThread(state);
    if (!status)
        return Py_NewRef(Py_None);
    fault_raise(&error);
    error = custub_error_none();
    return NULL;
}

static PyObject *call_kernel(PyObject *capsule, PyObject *const *values, Py_ssize_t count,
                             PyObject *names)
{
    const callable *self = PyCapsule_GetPointer(capsule, CAPSULE);
    PyObject *result = NULL;
    kernel_call call;

    if (!self || !begin(&call, self))
        return NULL;
    if (give(&call, values, count, names)) {
        count_given(&call);
        result = launch(&call);
    }
    end(&call);
    return result;
}

/* --- The function ----------------------------------------------------------------------------- */

static void destroy(callable *self)
{
    const uint32_t count = self->kernel->info->param_count;

    for (uint32_t i = 0; self->names && i < count; i++)
        Py_XDECREF(self->names[i]);
    for (uint32_t i = 0; self->packers && i < count; i++)
        Py_XDECREF(self->packers[i]);
    Py_XDECREF(self->signature);
    Py_XDECREF(self->owner);
    PyMem_Free((void *)self->pointers);
    PyMem_Free((void *)self->names);
    PyMem_Free((void *)self->packers);
    PyMem_Free(self);
}

static void destroy_capsule(PyObject *capsule)
{
    destroy(PyCapsule_GetPointer(capsule, CAPSULE));
}

/* The signature is what help() and inspect.signature() show. */
static bool describe(callable *self)
{
    const custub_kernel_info *info = self->kernel->info;
    PyObject *text = PyUnicode_FromFormat("%s(", info->name);

    for (uint32_t i = 0; text && i < info->param_count; i++)
        PyUnicode_AppendAndDel(&text, PyUnicode_FromFormat("%s, ", info->params[i].name));
    PyUnicode_AppendAndDel(&text, PyUnicode_FromFormat("*, " OPTIONS_SIGNATURE ")\n--\n\n"));
    PyUnicode_AppendAndDel(
        &text, PyUnicode_FromFormat("The kernel of %s:%u.", info->file, (unsigned int)info->line));
    self->signature = text ? PyUnicode_AsUTF8String(text) : NULL;
    Py_XDECREF(text);
    self->method.ml_name = info->name;
    self->method.ml_meth = (PyCFunction)(void (*)(void))call_kernel;
    self->method.ml_flags = METH_FASTCALL | METH_KEYWORDS;
    self->method.ml_doc = self->signature ? PyBytes_AsString(self->signature) : NULL;
    return self->method.ml_doc != NULL;
}

static bool name_parameters(callable *self)
{
    const custub_kernel_info *info = self->kernel->info;
    const size_t count = info->param_count ? info->param_count : 1;

    self->names = PyMem_Calloc(count, sizeof(*self->names));
    self->pointers = PyMem_Calloc(count, sizeof(*self->pointers));
    self->packers = PyMem_Calloc(count, sizeof(PyObject *));
    if (!self->names || !self->pointers || !self->packers) {
        PyErr_NoMemory();
        return false;
    }
    for (uint32_t i = 0; i < info->param_count; i++) {
        self->names[i] = PyUnicode_InternFromString(info->params[i].name);
        if (!self->names[i])
            return false;
    }
    for (uint32_t i = 0; i < info->pointer_count; i++)
        if (!(info->pointers[i].flags & CUSTUB_POINTER_FIELD))
            self->pointers[info->pointers[i].param] = &info->pointers[i];
    return true;
}

/* `packers` is a dictionary by the numbers of parameters, or null. */
static bool take_packers(callable *self, PyObject *packers)
{
    PyObject *index, *packer;
    Py_ssize_t at = 0;

    while (packers && PyDict_Next(packers, &at, &index, &packer)) {
        const unsigned long number = PyLong_AsUnsignedLong(index);

        if (PyErr_Occurred())
            return false;
        if (number < self->kernel->info->param_count)
            self->packers[number] = Py_NewRef(packer);
    }
    return true;
}

PyObject *kernel_function(const custub_kernel *kernel, PyObject *owner, PyObject *packers)
{
    callable *self = PyMem_Calloc(1, sizeof(*self));
    PyObject *capsule, *function;

    if (!self)
        return PyErr_NoMemory();
    self->kernel = kernel;
    self->owner = Py_NewRef(owner);
    capsule = name_parameters(self) && take_packers(self, packers) && describe(self)
                  ? PyCapsule_New(self, CAPSULE, destroy_capsule)
                  : NULL;
    if (!capsule) {
        destroy(self);
        return NULL;
    }
    function = PyCFunction_NewEx(&self->method, capsule, NULL);
    Py_DECREF(capsule);
    return function;
}
