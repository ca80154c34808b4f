#include "argument.h"

#include <string.h>

#include "fault.h"
#include "view.h"

static int refuse(const kernel_parameter *parameter, custub_status status, const char *reason,
                  PyObject *object)
{
    fault_argument(parameter->info, parameter->index, status, reason, object);
    return -1;
}

static int refuse_type(const kernel_parameter *parameter, PyObject *object)
{
    PyObject *name = PyType_GetName(Py_TYPE(object));

    PyErr_Clear();
    if (name)
        refuse(parameter, CUSTUB_ERROR_ARGUMENT_KIND, "the argument has the type '%U'", name);
    Py_XDECREF(name);
    return -1;
}

static int refuse_number(const kernel_parameter *parameter, PyObject *number)
{
    PyObject *text = fault_number(number);

    if (text)
        refuse(parameter, CUSTUB_ERROR_ARGUMENT_RANGE, "which cannot hold %U", text);
    Py_XDECREF(text);
    return -1;
}

static void put(const kernel_parameter *parameter, custub_argument value, argument_list *list)
{
    list->arguments[parameter->index] = value;
}

static void hold(argument_list *list, array_hold thing)
{
    list->holds[list->hold_count++] = thing;
}

/* --- Scalars ---------------------------------------------------------------------------------- */

static int take_int(const kernel_parameter *parameter, PyObject *number, argument_list *list)
{
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(number, &overflow);

    if (value == -1 && PyErr_Occurred())
        return -1;
    put(parameter, custub_argument_i64(value), list);
    if (!overflow)
        return 0;
    put(parameter, custub_argument_u64(overflow > 0 ? PyLong_AsUnsignedLongLong(number) : 0), list);
    if (overflow > 0 && !PyErr_Occurred())
        return 0;
    PyErr_Clear();
    return refuse_number(parameter, number);
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

static int take_integer(const kernel_parameter *parameter, PyObject *object, argument_list *list)
{
    PyObject *number;
    bool value;
    int result;

    if (PyLong_CheckExact(object) || PyLong_Check(object))
        return take_int(parameter, object, list);
    if (parameter->info->params[parameter->index].scalar == CUSTUB_SCALAR_BOOL &&
        is_bool_of_buffer(object, &value)) {
        put(parameter, custub_argument_bool(value), list);
        return 0;
    }
    if (PyIndex_Check(object)) {
        number = PyNumber_Index(object);
        if (number) {
            result = take_int(parameter, number, list);
            Py_DECREF(number);
            return result;
        }
        if (!PyErr_ExceptionMatches(PyExc_TypeError))
            return -1;
        PyErr_Clear();
    }
    if (!PyFloat_Check(object))
        return refuse_type(parameter, object);
    /* The runtime refuses it. */
    put(parameter, custub_argument_f64(PyFloat_AsDouble(object)), list);
    return 0;
}

static int take_float(const kernel_parameter *parameter, PyObject *object, argument_list *list)
{
    double value = PyFloat_AsDouble(object);

    if (value == -1 && PyErr_Occurred()) {
        if (PyErr_ExceptionMatches(PyExc_TypeError))
            return refuse_type(parameter, object);
        if (!PyErr_ExceptionMatches(PyExc_OverflowError))
            return -1;
        PyErr_Clear();
        return refuse_number(parameter, object);
    }
    put(parameter, custub_argument_f64(value), list);
    return 0;
}

/* --- Buffers ---------------------------------------------------------------------------------- */

static int refuse_array(const kernel_parameter *parameter, const array *from, bool is_strided)
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
    fault_argument(parameter->info, parameter->index, CUSTUB_ERROR_ARGUMENT_KIND, format, what);
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

static int pass_array(const kernel_parameter *parameter, const array *from, bool is_strided,
                      argument_list *list)
{
    const custub_pointer_info *pointer = parameter->pointer;
    custub_argument *out = &list->arguments[parameter->index];

    if (from->refusal || (!from->is_contiguous && !is_strided) ||
        (from->read_only && !(pointer->flags & CUSTUB_POINTER_READ_ONLY)))
        return refuse_array(parameter, from, is_strided);
    *out = custub_argument_buffer((custub_scalar)from->scalar, (CUdeviceptr)from->address,
                                  from->count);
    out->size = from->item_size;
    if (from->scalar != pointer->scalar)
        count_elements(pointer, from, out);
    list->is_on_host |= from->is_host;
    return 0;
}

static int take_buffer(const kernel_parameter *parameter, PyObject *object, argument_list *list)
{
    array read;
    int result;

    if (object == Py_None) {
        put(parameter, custub_argument_buffer(CUSTUB_SCALAR_NONE, 0, 0), list);
        return 0;
    }
    if (Py_TYPE(object) == view_type) {
        const view_object *view = (const view_object *)object;
        return pass_array(parameter, &view->array, view->is_strided, list);
    }
    result = array_read(object, &read);
    if (result < 0)
        return -1;
    if (!result)
        return refuse_type(parameter, object);
    if (read.hold.release)
        hold(list, read.hold);
    return pass_array(parameter, &read, false, list);
}

/* --- Structs ---------------------------------------------------------------------------------- */

static void release_buffer(void *thing)
{
    PyBuffer_Release(thing);
    PyMem_Free(thing);
}

static int take_buffer_of_bytes(const kernel_parameter *parameter, PyObject *object,
                                argument_list *list)
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
    hold(list, (array_hold){view, release_buffer});
    put(parameter, custub_argument_bytes(view->buf, (uint64_t)view->len), list);
    return 0;
}

static int take_bytes(const kernel_parameter *parameter, PyObject *object, argument_list *list)
{
    PyObject *packed;
    int result;

    if (PyObject_CheckBuffer(object))
        return take_buffer_of_bytes(parameter, object, list);
    if (!parameter->packer || !PyMapping_Check(object))
        return refuse_type(parameter, object);
    packed = PyObject_CallFunctionObjArgs(parameter->packer, object, NULL);
    result = packed ? take_buffer_of_bytes(parameter, packed, list) : -1;
    Py_XDECREF(packed);
    return result;
}

/* --- Parameters ------------------------------------------------------------------------------- */

static const custub_pointer_info *pointer_of(const custub_kernel_info *info, uint32_t index)
{
    for (uint32_t i = 0; i < info->pointer_count; i++)
        if (info->pointers[i].param == index && !(info->pointers[i].flags & CUSTUB_POINTER_FIELD))
            return &info->pointers[i];
    return NULL;
}

static bool is_float(uint32_t scalar)
{
    return scalar == CUSTUB_SCALAR_F16 || scalar == CUSTUB_SCALAR_BF16 ||
           scalar == CUSTUB_SCALAR_F32 || scalar == CUSTUB_SCALAR_F64;
}

kernel_parameter argument_parameter(const custub_kernel_info *info, uint32_t index)
{
    const custub_param_info *param = &info->params[index];
    kernel_parameter made = {.take = take_bytes, .info = info, .index = index};

    if (param->kind == CUSTUB_PARAM_SCALAR)
        made.take = is_float(param->scalar) ? take_float : take_integer;
    else if (param->kind == CUSTUB_PARAM_BUFFER)
        made.take = take_buffer;
    made.pointer = pointer_of(info, index);
    return made;
}
