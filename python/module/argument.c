#include "argument.h"

#include <string.h>

#include "fault.h"
#include "view.h"

static int refuse(const argument_slot *slot, custub_status status, const char *reason,
                  PyObject *object)
{
    fault_argument(slot->info, slot->index, status, reason, object);
    return -1;
}

static int refuse_type(const argument_slot *slot, PyObject *object)
{
    PyObject *name = PyType_GetName(Py_TYPE(object));

    PyErr_Clear();
    if (name)
        refuse(slot, CUSTUB_ERROR_ARGUMENT_KIND, "the argument has the type '%U'", name);
    Py_XDECREF(name);
    return -1;
}

/* --- Scalars ---------------------------------------------------------------------------------- */

static int take_int(const argument_slot *slot, PyObject *number)
{
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(number, &overflow);

    if (value == -1 && PyErr_Occurred())
        return -1;
    *slot->out = custub_argument_i64(value);
    if (!overflow)
        return 0;
    *slot->out = custub_argument_u64(overflow > 0 ? PyLong_AsUnsignedLongLong(number) : 0);
    if (overflow > 0 && !PyErr_Occurred())
        return 0;
    PyErr_Clear();
    return refuse(slot, CUSTUB_ERROR_ARGUMENT_RANGE, "which cannot hold %S", number);
}

/* NumPy's bool is no integer, and a buffer of one '?'. */
static bool is_bool_of_buffer(PyObject *object, bool *value)
{
    Py_buffer view;
    bool is_bool;

    if (!PyObject_CheckBuffer(object))
        return false;
    if (PyObject_GetBuffer(object, &view, PyBUF_FORMAT)) {
        PyErr_Clear();
        return false;
    }
    is_bool = view.ndim == 0 && view.len == 1 && view.format && strcmp(view.format, "?") == 0;
    if (is_bool)
        *value = *(const char *)view.buf != 0;
    PyBuffer_Release(&view);
    return is_bool;
}

static int take_integer(const argument_slot *slot, PyObject *object)
{
    PyObject *number;
    bool value;
    int result;

    if (PyLong_Check(object))
        return take_int(slot, object);
    if (slot->info->params[slot->index].scalar == CUSTUB_SCALAR_BOOL &&
        is_bool_of_buffer(object, &value)) {
        *slot->out = custub_argument_bool(value);
        return 0;
    }
    if (PyIndex_Check(object)) {
        number = PyNumber_Index(object);
        if (number) {
            result = take_int(slot, number);
            Py_DECREF(number);
            return result;
        }
        if (!PyErr_ExceptionMatches(PyExc_TypeError))
            return -1;
        PyErr_Clear();
    }
    if (!PyFloat_Check(object))
        return refuse_type(slot, object);
    *slot->out = custub_argument_f64(PyFloat_AsDouble(object)); /* refused by the runtime */
    return 0;
}

static int take_float(const argument_slot *slot, PyObject *object)
{
    double value = PyFloat_AsDouble(object);

    if (value == -1 && PyErr_Occurred()) {
        if (PyErr_ExceptionMatches(PyExc_TypeError))
            return refuse_type(slot, object);
        if (!PyErr_ExceptionMatches(PyExc_OverflowError))
            return -1;
        PyErr_Clear();
        return refuse(slot, CUSTUB_ERROR_ARGUMENT_RANGE, "which cannot hold %S", object);
    }
    *slot->out = custub_argument_f64(value);
    return 0;
}

static int take_scalar(const argument_slot *slot, PyObject *object)
{
    switch (slot->info->params[slot->index].scalar) {
    case CUSTUB_SCALAR_F16:
    case CUSTUB_SCALAR_BF16:
    case CUSTUB_SCALAR_F32:
    case CUSTUB_SCALAR_F64:
        return take_float(slot, object);
    default:
        return take_integer(slot, object);
    }
}

/* --- Buffers ---------------------------------------------------------------------------------- */

static int refuse_array(const argument_slot *slot, const array *from, bool is_strided)
{
    static const char *const formats[] = {"the argument %s", "the argument is %s",
                                          "the kernel writes it, and the argument is %s"};
    const char *format = formats[0], *what = from->refusal;

    if (!what && !from->is_contiguous && !is_strided) {
        format = formats[1];
        what = "not contiguous; pass a contiguous copy, or custub.View(array, strided=True) if the "
               "kernel takes its strides";
    } else if (!what) {
        format = formats[2];
        what = "read-only";
    }
    fault_argument(slot->info, slot->index, CUSTUB_ERROR_ARGUMENT_KIND, format, what);
    return -1;
}

/* The type of a vector's numbers: "float4" has floats. CUSTUB_SCALAR_NONE for other types. */
static uint32_t component_of(const char *element)
{
    static const struct {
        const char *name;
        uint8_t scalar;
    } table[] = {{"char", CUSTUB_SCALAR_I8},      {"uchar", CUSTUB_SCALAR_U8},
                 {"short", CUSTUB_SCALAR_I16},    {"ushort", CUSTUB_SCALAR_U16},
                 {"int", CUSTUB_SCALAR_I32},      {"uint", CUSTUB_SCALAR_U32},
                 {"long", CUSTUB_SCALAR_I64},     {"ulong", CUSTUB_SCALAR_U64},
                 {"longlong", CUSTUB_SCALAR_I64}, {"ulonglong", CUSTUB_SCALAR_U64},
                 {"float", CUSTUB_SCALAR_F32},    {"double", CUSTUB_SCALAR_F64},
                 {"__half", CUSTUB_SCALAR_F16},   {"__nv_bfloat16", CUSTUB_SCALAR_BF16}};

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const size_t length = strlen(table[i].name);

        if (strncmp(element, table[i].name, length) == 0 && element[length] >= '1' &&
            element[length] <= '4' && !element[length + 1])
            return table[i].scalar;
    }
    return CUSTUB_SCALAR_NONE;
}

/* A vector is also passed as its numbers, four float32 for a float4, and a struct as bytes or as a
 * record of its size. Its fields are not known here. */
static void count_elements(const custub_pointer_info *pointer, const array *from,
                           custub_argument *out)
{
    const uint64_t element = pointer->element_size, item = out->size;
    const uint32_t component = component_of(pointer->element);
    const uint32_t wanted = component ? component : CUSTUB_SCALAR_U8;

    if (pointer->scalar || strcmp(pointer->element, "void") == 0 || !item)
        return;
    if (from->is_record ? item != element : from->scalar != wanted || element % item)
        return;
    out->scalar = CUSTUB_SCALAR_NONE;
    out->count = out->count * item / element;
    out->size = element;
}

static int pass_array(const argument_slot *slot, const array *from, bool is_strided)
{
    const custub_pointer_info *pointer = slot->pointer;

    if (from->refusal || (!from->is_contiguous && !is_strided) ||
        (from->read_only && !(pointer->flags & CUSTUB_POINTER_READ_ONLY)))
        return refuse_array(slot, from, is_strided);
    *slot->out = custub_argument_buffer((custub_scalar)from->scalar, (CUdeviceptr)from->address,
                                        from->count);
    slot->out->size = from->item_size;
    if (from->scalar != pointer->scalar)
        count_elements(pointer, from, slot->out);
    *slot->is_on_host |= from->is_host;
    return 0;
}

static int take_buffer(const argument_slot *slot, PyObject *object)
{
    array read;
    int result;

    if (object == Py_None) {
        *slot->out = custub_argument_buffer(CUSTUB_SCALAR_NONE, 0, 0);
        return 0;
    }
    if (Py_TYPE(object) == view_type) {
        const view_object *view = (const view_object *)object;
        return pass_array(slot, &view->array, view->is_strided);
    }
    result = array_read(object, &read);
    if (result < 0)
        return -1;
    if (!result)
        return refuse_type(slot, object);
    *slot->hold = read.hold;
    return pass_array(slot, &read, false);
}

/* --- Structs ---------------------------------------------------------------------------------- */

static void release_buffer(void *thing)
{
    PyBuffer_Release(thing);
    PyMem_Free(thing);
}

static int take_buffer_of_bytes(const argument_slot *slot, PyObject *object)
{
    Py_buffer *view = PyMem_Malloc(sizeof(*view));
    if (!view) {
        PyErr_NoMemory();
        return -1;
    }
    if (PyObject_GetBuffer(object, view, PyBUF_SIMPLE)) {
        PyMem_Free(view);
        return -1;
    }
    slot->hold->thing = view;
    slot->hold->release = release_buffer;
    *slot->out = custub_argument_bytes(view->buf, (uint64_t)view->len);
    return 0;
}

static int take_bytes(const argument_slot *slot, PyObject *object)
{
    PyObject *packed;
    int result;

    if (PyObject_CheckBuffer(object))
        return take_buffer_of_bytes(slot, object);
    if (!slot->packer || !PyMapping_Check(object))
        return refuse_type(slot, object);
    packed = PyObject_CallFunctionObjArgs(slot->packer, object, NULL);
    result = packed ? take_buffer_of_bytes(slot, packed) : -1;
    Py_XDECREF(packed);
    return result;
}

int argument_take(const argument_slot *slot, PyObject *object)
{
    switch (slot->info->params[slot->index].kind) {
    case CUSTUB_PARAM_SCALAR:
        return take_scalar(slot, object);
    case CUSTUB_PARAM_BUFFER:
        return take_buffer(slot, object);
    default:
        return take_bytes(slot, object);
    }
}
