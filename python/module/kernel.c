#include "kernel.h"

#include <custub/dynamic.h>
#include <custub/runtime.h>
#include <custub/stream.h>

#include <string.h>

#include "argument.h"
#include "fault.h"
#include "options.h"

/* What a function's calls need: its `self`. */
typedef struct callable {
    PyObject_HEAD const custub_kernel *kernel;
    kernel_parameter *parameters;
    PyMethodDef method;
    PyObject *owner;
    PyObject *signature; /* the bytes of method.ml_doc */
} callable;

static PyTypeObject *callable_type;

/* The arguments of one call. Most kernels have few. */
enum { LOCAL_ARGUMENTS = 12 };

typedef struct kernel_call {
    const callable *self;
    uint32_t count;           /* parameters */
    uint32_t given;           /* arguments */
    PyObject *const *objects; /* one per parameter; null where none is given */
    custub_launch *launch;    /* null until something is set */
    argument_list list;
    void *memory; /* of the arrays, if the local ones are too small */
    custub_argument local_arguments[LOCAL_ARGUMENTS];
    array_hold local_holds[LOCAL_ARGUMENTS];
    PyObject *local_objects[LOCAL_ARGUMENTS];
    custub_launch local_launch;
} kernel_call;

static bool begin(kernel_call *call, const callable *self)
{
    const size_t count = self->kernel->info->param_count;

    call->self = self;
    call->count = (uint32_t)count;
    call->launch = NULL;
    call->memory = NULL;
    call->list.hold_count = 0;
    call->list.is_on_host = false;
    call->list.arguments = call->local_arguments;
    call->list.holds = call->local_holds;
    if (count <= LOCAL_ARGUMENTS)
        return true;
    call->memory =
        PyMem_Malloc(count * (sizeof(custub_argument) + sizeof(array_hold) + sizeof(PyObject *)));
    if (!call->memory) {
        PyErr_NoMemory();
        return false;
    }
    call->list.arguments = call->memory;
    call->list.holds = (array_hold *)(void *)(call->list.arguments + count);
    return true;
}

/* Room for the objects, if they do not come in the order of the parameters. */
static PyObject **own_objects(kernel_call *call)
{
    if (call->memory)
        return (PyObject **)(void *)(call->list.holds + call->count);
    return call->local_objects;
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
    for (uint32_t i = 0; i < call->list.hold_count; i++)
        array_release(&call->list.holds[i]);
    if (call->memory)
        PyMem_Free(call->memory);
}

/* --- What is given ---------------------------------------------------------------------------- */

static bool refuse_name(const kernel_call *call, PyObject *name, const char *what)
{
    PyErr_Format(PyExc_TypeError, "%s: %s '%U'", call->self->kernel->info->name, what, name);
    return false;
}

static uint32_t find_parameter(const kernel_call *call, PyObject *name, bool by_identity)
{
    const kernel_parameter *parameters = call->self->parameters;
    uint32_t i = 0;

    while (i < call->count && (by_identity ? parameters[i].name != name
                                           : PyUnicode_Compare(parameters[i].name, name) != 0))
        i++;
    return i;
}

/* An option's name means the option: a parameter of the same name is given by its place. The names
 * in a call are nearly always interned. */
static bool give_name(kernel_call *call, PyObject **objects, PyObject *name, PyObject *value)
{
    for (int pass = 0; pass < 2; pass++) {
        const int option = options_find(name, pass == 0);
        const uint32_t index = option < 0 ? find_parameter(call, name, pass == 0) : call->count;

        if (option >= 0)
            return options_set(own_launch(call), option, value);
        if (index == call->count)
            continue;
        if (objects[index])
            return refuse_name(call, name, "two values for the parameter");
        objects[index] = value;
        call->given++;
        return true;
    }
    return refuse_name(call, name, "no parameter and no option has the name");
}

static bool give_names(kernel_call *call, PyObject **objects, PyObject *const *values,
                       PyObject *names)
{
    const Py_ssize_t count = names ? PyTuple_Size(names) : 0;

    for (Py_ssize_t i = 0; i < count; i++)
        if (!give_name(call, objects, PyTuple_GetItem(names, i), values[i]))
            return false;
    return true;
}

static bool give(kernel_call *call, PyObject *const *values, Py_ssize_t count, PyObject *names)
{
    PyObject **objects;

    call->given = count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
    call->objects = values;
    if (count == call->count && !names)
        return true;
    objects = own_objects(call);
    for (uint32_t i = 0; i < call->count; i++)
        objects[i] = i < call->given ? values[i] : NULL;
    call->objects = objects;
    return give_names(call, objects, values + count, names);
}

/* The first parameter that was left out comes last in the runtime's count. */
static void count_given(kernel_call *call)
{
    uint32_t first = 0;

    while (first < call->count && call->objects[first])
        first++;
    call->given = first;
}

/* If there are too few or too many, none is taken: the runtime says so. */
static bool take(kernel_call *call)
{
    const kernel_parameter *parameters = call->self->parameters;

    if (call->given != call->count) {
        if (call->given < call->count)
            count_given(call);
        return true;
    }
    for (uint32_t i = 0; i < call->count; i++)
        if (parameters[i].take(&parameters[i], call->objects[i], &call->list))
            return false;
    return true;
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
                                       call->list.arguments, NULL, error);
    return status
               ? status
               : custub_call_stream_synchronize(call->launch ? call->launch->stream : NULL, error);
}

/* Without the lock of the interpreter. cuLaunchKernel waits while the queue of the stream is full,
 * and the stream may wait for a function of Python, which needs the lock: cuLaunchHostFunc() of
 * CuPy, or a kernel that polls memory that another thread writes. */
static PyObject *launch(kernel_call *call)
{
    custub_error error;
    PyThreadState *state = PyEval_SaveThread();
    custub_status status;

    error.status = CUSTUB_OK;
    if (call->list.is_on_host)
        status = launch_on_host(call, &error);
    else
        status = custub_call_kernel_launch(call->self->kernel, call->launch, call->given,
                                           call->list.arguments, NULL, &error);
    PyEval_RestoreThread(state);
    return status ? fault_raise(&error) : Py_NewRef(Py_None);
}

static PyObject *call_kernel(PyObject *self, PyObject *const *values, Py_ssize_t count,
                             PyObject *names)
{
    PyObject *result = NULL;
    kernel_call call;

    if (!begin(&call, (const callable *)self))
        return NULL;
    if (give(&call, values, count, names) && take(&call))
        result = launch(&call);
    end(&call);
    return result;
}

/* --- The function ----------------------------------------------------------------------------- */

static void callable_dealloc(callable *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);

    for (uint32_t i = 0; self->parameters && i < self->kernel->info->param_count; i++) {
        Py_XDECREF(self->parameters[i].name);
        Py_XDECREF(self->parameters[i].packer);
    }
    PyMem_Free(self->parameters);
    Py_XDECREF(self->signature);
    Py_XDECREF(self->owner);
    PyObject_Free(self);
    Py_DECREF((PyObject *)type);
}

int kernel_initialize(void)
{
    static PyType_Slot slots[] = {{Py_tp_dealloc, (void *)callable_dealloc}, {0, NULL}};
    static PyType_Spec spec = {"custub._custub.kernel", sizeof(callable), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

    callable_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return callable_type ? 0 : -1;
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

static bool make_parameters(callable *self)
{
    const custub_kernel_info *info = self->kernel->info;

    self->parameters =
        PyMem_Calloc(info->param_count ? info->param_count : 1, sizeof(*self->parameters));
    if (!self->parameters) {
        PyErr_NoMemory();
        return false;
    }
    for (uint32_t i = 0; i < info->param_count; i++) {
        self->parameters[i] = argument_parameter(info, i);
        self->parameters[i].name = PyUnicode_InternFromString(info->params[i].name);
        if (!self->parameters[i].name)
            return false;
    }
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
            self->parameters[number].packer = Py_NewRef(packer);
    }
    return true;
}

PyObject *kernel_function(const custub_kernel *kernel, PyObject *owner, PyObject *packers)
{
    callable *self = (callable *)PyType_GenericAlloc(callable_type, 0);
    PyObject *function = NULL;

    if (!self)
        return NULL;
    self->kernel = kernel;
    self->owner = Py_NewRef(owner);
    if (make_parameters(self) && take_packers(self, packers) && describe(self))
        function = PyCFunction_NewEx(&self->method, (PyObject *)self, NULL);
    Py_DECREF((PyObject *)self);
    return function;
}
