#define _POSIX_C_SOURCE 200809L /* setenv */

#include "trial/launches/attempt.h"

#include "check/evaluate.h"
#include "trial/launches/buffer.h"
#include "trial/launches/loaded.h"
#include "trial/launches/memory.h"
#include "trial/launches/watchdog.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CUresult */
#define OUT_OF_MEMORY    2
#define OUT_OF_RESOURCES 701 /* for example registers */
#define LAUNCH_TIMEOUT   702

/* The memory of a pointer. */
typedef struct buffer {
    CUdeviceptr allocation;
    CUdeviceptr ptr; /* in it: no better aligned than the contract says */
    uint64_t bytes;  /* whole elements */
} buffer;

typedef struct attempt {
    const trial_subject *subject;
    const trial_candidate *candidate;
    trial_outcome *outcome;
    buffer buffers[TRIAL_POINTERS];
    custub_error error;
} attempt;

/* --- Buffers ---------------------------------------------------------------------------------- */

static void make_buffer(attempt *a, uint32_t i)
{
    const custub_pointer_info *pointer = &a->subject->info->pointers[i];
    const uint64_t gap = trial_buffer_gap(a->subject->info, a->candidate, i);
    buffer *b = &a->buffers[i];
    unsigned char *contents;

    b->bytes = trial_buffer_bytes(a->candidate, pointer, i);
    contents = trial_memory_contents(b->bytes);
    if (!contents) {
        a->error.status = CUSTUB_ERROR_OUT_OF_HOST_MEMORY;
        snprintf(a->error.message, sizeof(a->error.message), "there is no memory for '%s'",
                 pointer->name);
        return;
    }
    trial_buffer_fill(a->subject, a->candidate, i, contents);
    b->allocation = trial_memory_take(i, b->bytes + 2 * gap, &a->error);
    b->ptr = b->allocation ? b->allocation + gap : 0;
    if (b->bytes)
        custub_memory_upload(custub_memory_of(b->ptr, b->bytes, 1), contents, b->bytes, 0,
                             &a->error);
}

static void make_buffers(attempt *a)
{
    for (uint32_t i = 0; i < a->subject->info->pointer_count; i++) {
        if (!(a->candidate->nulls >> i & 1) && a->candidate->same_as[i] == i)
            make_buffer(a, i);
        else
            trial_memory_free(i);
    }
    for (uint32_t i = 0; i < a->subject->info->pointer_count; i++) {
        const buffer *same = &a->buffers[a->candidate->same_as[i]];

        a->buffers[i].ptr = same->ptr;
        a->buffers[i].bytes = same->bytes;
    }
}

/* --- Arguments -------------------------------------------------------------------------------- */

static void put_fields(const attempt *a, unsigned char *values)
{
    const custub_kernel_info *info = a->subject->info;

    for (uint32_t i = 0; i < info->pointer_count; i++) {
        const custub_pointer_info *pointer = &info->pointers[i];

        if (pointer->flags & CUSTUB_POINTER_FIELD)
            memcpy(values + info->params[pointer->param].offset + pointer->offset,
                   &a->buffers[i].ptr, sizeof(a->buffers[i].ptr));
    }
}

static custub_argument scalar_argument(const custub_param_info *param, const unsigned char *at)
{
    const custubi_scalar *type = custubi_scalar_of(param->scalar);
    custub_argument argument = custub_argument_none();
    uint64_t bits = 0;
    float narrow;

    argument.kind = CUSTUB_ARGUMENT_SCALAR;
    argument.scalar = param->scalar;
    memcpy(&bits, at, type->size);
    argument.u = bits;
    if (type->class == CUSTUBI_SCALAR_SIGNED)
        argument.i = (int64_t)(bits << (64 - 8 * type->size)) >> (64 - 8 * type->size);
    if (param->scalar == CUSTUB_SCALAR_F64)
        memcpy(&argument.f, at, sizeof(argument.f));
    if (param->scalar == CUSTUB_SCALAR_F32) {
        memcpy(&narrow, at, sizeof(narrow));
        argument.f = (double)narrow;
    }
    return argument;
}

static uint32_t pointer_of(const custub_kernel_info *info, uint32_t param)
{
    for (uint32_t i = 0; i < info->pointer_count; i++) {
        if (info->pointers[i].param == param && !(info->pointers[i].flags & CUSTUB_POINTER_FIELD))
            return i;
    }
    return UINT32_MAX;
}

static custub_argument argument_of(const attempt *a, uint32_t param, const unsigned char *values)
{
    const custub_param_info *info = &a->subject->info->params[param];
    const uint32_t pointer = pointer_of(a->subject->info, param);
    const unsigned char *at = values + info->offset;

    if (info->kind == CUSTUB_PARAM_BUFFER && pointer != UINT32_MAX) {
        const buffer *b = &a->buffers[pointer];

        return custub_argument_buffer(
            CUSTUB_SCALAR_NONE, b->ptr,
            b->bytes / trial_buffer_element(&a->subject->info->pointers[pointer]));
    }
    return info->kind == CUSTUB_PARAM_SCALAR ? scalar_argument(info, at)
                                             : custub_argument_bytes(at, info->size);
}

/* The driver reads it at each launch. */
static void set_order(attempt *a)
{
    char text[24];

    snprintf(text, sizeof(text), "%" PRIu64, a->candidate->order);
    if (setenv("CUSTUB_CPU_BLOCK_ORDER", text, 1) != 0)
        a->error.status = CUSTUB_ERROR_OUT_OF_HOST_MEMORY;
}

static void launch(attempt *a)
{
    const custub_kernel_info *info = a->subject->info;
    const trial_candidate *c = a->candidate;
    custub_argument arguments[TRIAL_PARAMS];
    unsigned char values[TRIAL_PARAM_BYTES];
    custub_launch launch = custub_launch_default();

    memcpy(values, c->arguments, sizeof(values));
    put_fields(a, values);
    for (uint32_t i = 0; i < info->param_count; i++)
        arguments[i] = argument_of(a, i, values);
    launch.grid = custub_grid(c->grid[0], c->grid[1], c->grid[2]);
    launch.block = custub_block(c->block[0], c->block[1], c->block[2]);
    launch.shared = c->shared ? c->shared : CUSTUB_SHARED_NONE;
    trial_watchdog_begin();
    custub_kernel_launch(trial_loaded_kernel(), &launch, info->param_count, arguments, &a->error);
    custub_stream_synchronize(0, &a->error);
    trial_watchdog_end();
}

/* --- The outcome ------------------------------------------------------------------------------ */

static void measure(attempt *a, uint32_t i)
{
    const custub_pointer_info *pointer = &a->subject->info->pointers[i];
    const uint64_t size = trial_buffer_element(pointer);
    trial_touched *t = &a->outcome->touched[i];
    custub_error error = custub_error_none();
    custub_bounds_touched touched;

    t->need = (a->candidate->bytes[i] + size - 1) / size;
    touched = custub_bounds_touched_of(trial_loaded_kernel(), i, &error);
    if (custub_failed(&error))
        return;
    t->is_measured = true;
    t->begin = (uint64_t)touched.begin / size;
    t->end = ((uint64_t)touched.end + size - 1) / size;
    if (!(pointer->flags & CUSTUB_POINTER_READ_ONLY) && t->need)
        t->written = custub_bounds_written(trial_loaded_kernel(), i, NULL,
                                           a->candidate->bytes[i] / size, &error);
}

static void keep(attempt *a, uint32_t i)
{
    const buffer *b = &a->buffers[i];

    if (a->subject->info->pointers[i].flags & CUSTUB_POINTER_READ_ONLY || !b->ptr)
        return;
    a->outcome->after[i] = malloc((size_t)b->bytes + 1);
    if (a->outcome->after[i] && b->bytes)
        custub_memory_download(custub_memory_of(b->ptr, b->bytes, 1), a->outcome->after[i],
                               b->bytes, 0, &a->error);
}

/* A launch that the driver was not asked to make. */
static bool is_refusal(const custub_error *error)
{
    if (error->driver_result == OUT_OF_MEMORY || error->driver_result == OUT_OF_RESOURCES)
        return true;
    return error->status != CUSTUB_ERROR_DRIVER && error->status != CUSTUB_ERROR_KERNEL_FAILED &&
           error->status != CUSTUB_ERROR_OUT_OF_BOUNDS;
}

/* False if this process cannot launch any more. On a GPU a bad access is skipped, and the kernel
 * runs to its end; other failures last as long as the process. */
static bool can_launch(const attempt *a)
{
    if (a->outcome->end == TRIAL_LATE)
        return false; /* the kernel may still run */
    if (a->outcome->end != TRIAL_FAILED)
        return true;
    if (a->subject->on_gpu)
        return a->error.status == CUSTUB_ERROR_OUT_OF_BOUNDS && a->error.driver_result == 0;
    return trial_loaded_renew();
}

bool trial_attempt(const trial_subject *subject, const trial_candidate *candidate,
                   trial_outcome *outcome)
{
    attempt a = {.subject = subject, .candidate = candidate, .outcome = outcome};

    memset(outcome, 0, sizeof(*outcome));
    a.error = custub_error_none();
    make_buffers(&a);
    set_order(&a);
    if (!custub_failed(&a.error))
        launch(&a);
    for (uint32_t i = 0; i < subject->info->pointer_count && !custub_failed(&a.error); i++) {
        measure(&a, i);
        keep(&a, i);
    }
    outcome->error = a.error;
    if (custub_failed(&a.error))
        outcome->end = is_refusal(&a.error)                      ? TRIAL_REFUSED
                       : a.error.driver_result == LAUNCH_TIMEOUT ? TRIAL_LATE
                                                                 : TRIAL_FAILED;
    return can_launch(&a);
}

void trial_outcome_free(trial_outcome *outcome)
{
    for (size_t i = 0; i < TRIAL_POINTERS; i++)
        free(outcome->after[i]);
}
