#include "paths.h"

#include "recording_driver.h"

#include <custub/custub.h>

#include <string.h>

const char *const path_names[PATHS] = {
    "generated function",
    "dynamic launch",
    "prepared launch",
    "prepared launch that is changed",
};

/* --- Arguments by their description --------------------------------------------------------- */

static custub_scalar scalar_of(const scalar_type *type)
{
    static const custub_scalar with_sign[] = {CUSTUB_SCALAR_I8, CUSTUB_SCALAR_I16,
                                              CUSTUB_SCALAR_I32, CUSTUB_SCALAR_I64};
    static const custub_scalar without[] = {CUSTUB_SCALAR_U8, CUSTUB_SCALAR_U16, CUSTUB_SCALAR_U32,
                                            CUSTUB_SCALAR_U64};
    unsigned log = type->size == 8 ? 3 : type->size / 2;

    if (type == &scalar_types[0])
        return CUSTUB_SCALAR_BOOL;
    return type->is_signed ? with_sign[log] : without[log];
}

/* A number of the parameter's own type, or of the widest type. */
static custub_argument number_argument(const kernel_param *p, const unsigned char *at, bool is_wide)
{
    const scalar_type *type = &scalar_types[p->type];
    exact value = scalar_read(type, at);
    custub_argument out = custub_argument_none();

    out.kind = CUSTUB_ARGUMENT_SCALAR;
    out.scalar = scalar_of(type);
    if (is_wide)
        out.scalar = type->is_signed ? CUSTUB_SCALAR_I64 : CUSTUB_SCALAR_U64;
    out.u = (uint64_t)value.magnitude;
    out.i = (int64_t)(value.negative ? 0 - out.u : out.u);
    return out;
}

static custub_argument float_argument(const kernel_param *p, const unsigned char *at)
{
    float narrow;
    double wide;

    if (p->size == sizeof(wide)) {
        memcpy(&wide, at, sizeof(wide));
        return custub_argument_f64(wide);
    }
    memcpy(&narrow, at, sizeof(narrow));
    return custub_argument_f32(narrow);
}

static custub_argument argument_of(const signature *s, const trial *t, unsigned index)
{
    const kernel_param *p = &s->params[index];
    const unsigned char *at = t->values[index];
    buffer_view view = trial_view(t, index);

    switch (p->kind) {
    case PARAM_SCALAR:
        return number_argument(p, at, index % 2 == 1);
    case PARAM_FLOAT:
        return float_argument(p, at);
    case PARAM_RECORD:
        return custub_argument_bytes(at, p->size);
    default:
        break;
    }
    if (p->in_struct)
        return custub_argument_bytes(at, p->size);
    if (index % 2 == 0 && !p->element->is_unsized)
        return custub_argument_elements(view.ptr, view.count, p->element->size);
    return custub_argument_buffer(CUSTUB_SCALAR_NONE, view.ptr, view.count);
}

static uint32_t arguments_of(const signature *s, const trial *t, custub_argument *out)
{
    uint32_t count = 0;

    for (unsigned i = 0; i < s->param_count; i++)
        if (!s->params[i].is_dropped)
            out[count++] = argument_of(s, t, i);
    return count;
}

/* --- The ways ------------------------------------------------------------------------------- */

static custub_status launch_dynamic(const kernel_file *file, unsigned kernel, const trial *t,
                                    const custub_launch *how, custub_error *error)
{
    custub_argument arguments[MOST_PARAMS];
    uint32_t count = arguments_of(&file->signatures[kernel], t, arguments);

    return custub_kernel_launch(file->kernel(kernel), how, count, arguments, error);
}

static custub_prepared *prepare(const kernel_file *file, unsigned kernel, const trial *t,
                                const custub_launch *how, custub_error *error)
{
    custub_argument arguments[MOST_PARAMS];
    uint32_t count = arguments_of(&file->signatures[kernel], t, arguments);

    return custub_kernel_prepare(file->kernel(kernel), how, count, arguments, error);
}

static custub_status launch_prepared(const kernel_file *file, unsigned kernel, const trial *t,
                                     const custub_launch *how, custub_error *error)
{
    const void *values[MOST_PARAMS];
    custub_prepared *prepared;

    trial_values(t, values);
    prepared = kernel_file_prepare(file, kernel)(how, values, error);
    custub_prepared_launch(prepared, error);
    custub_prepared_destroy(prepared);
    return error->status;
}

/* Sets the values that differ from `before`. */
static custub_status change_values(custub_prepared *prepared, const signature *s, const trial *t,
                                   const trial *before, custub_error *error)
{
    custub_argument arguments[MOST_PARAMS];
    uint32_t indices[MOST_PARAMS];
    uint32_t index = 0;
    uint32_t count = 0;

    for (unsigned i = 0; i < s->param_count; i++) {
        const kernel_param *p = &s->params[i];
        size_t size = p->kind == PARAM_BUFFER ? sizeof(buffer_view) : p->size;
        if (p->is_dropped)
            continue;
        if (memcmp(t->values[i], before->values[i], size) != 0) {
            indices[count] = index;
            arguments[count++] = argument_of(s, t, i);
        }
        index++;
    }
    if (count == 1)
        return custub_prepared_set(prepared, indices[0], &arguments[0], error);
    return custub_prepared_set_all(prepared, count, indices, arguments, error);
}

/* Checks that a refused change has changed nothing: the driver gets the same launch as before. */
static custub_status relaunch(const custub_prepared *prepared, custub_status refused,
                              const recording_launch *first, custub_error *error)
{
    const recording_launch *last = recording_last_launch();
    custub_error second = custub_error_none();
    bool same;

    if (custub_prepared_launch(prepared, &second))
        return CUSTUB_OK; /* the oracle expects a failure */
    same = memcmp(first->grid, last->grid, sizeof(first->grid)) == 0 &&
           memcmp(first->block, last->block, sizeof(first->block)) == 0 &&
           first->shared == last->shared &&
           memcmp(first->parameters, last->parameters, sizeof(first->parameters)) == 0;
    if (!same) {
        snprintf(error->message, sizeof(error->message), "changed by a change that was refused");
        return CUSTUB_OK;
    }
    recording_clear_log();
    return refused;
}

static bool launch_changed(const kernel_file *file, unsigned kernel, const trial *t,
                           const trial *before, const custub_launch *how, custub_status *status,
                           custub_error *error)
{
    custub_prepared *prepared = prepare(file, kernel, before, how, error);
    recording_launch first;

    if (custub_prepared_launch(prepared, error)) {
        custub_prepared_destroy(prepared);
        return false;
    }
    first = *recording_last_launch();
    recording_clear_log();
    *status = change_values(prepared, &file->signatures[kernel], t, before, error);
    if (*status)
        *status = relaunch(prepared, *status, &first, error);
    else
        *status = custub_prepared_launch(prepared, error);
    custub_prepared_destroy(prepared);
    return true;
}

bool path_is_change(const trial *before, const trial *t)
{
    return memcmp(&before->grid, &t->grid, sizeof(t->grid)) == 0 &&
           memcmp(&before->block, &t->block, sizeof(t->block)) == 0 &&
           memcmp(&before->cluster, &t->cluster, sizeof(t->cluster)) == 0 &&
           before->shared == t->shared;
}

bool path_launch(path by, const kernel_file *file, unsigned kernel, const trial *t,
                 const trial *before, const custub_launch *how, custub_status *status,
                 custub_error *error)
{
    const void *values[MOST_PARAMS];

    switch (by) {
    case PATH_STUB:
        trial_values(t, values);
        *status = kernel_file_launch(file, kernel)(how, values, error);
        return true;
    case PATH_DYNAMIC:
        *status = launch_dynamic(file, kernel, t, how, error);
        return true;
    case PATH_PREPARED:
        *status = launch_prepared(file, kernel, t, how, error);
        return true;
    default:
        return path_is_change(before, t) &&
               launch_changed(file, kernel, t, before, how, status, error);
    }
}
