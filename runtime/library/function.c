#include "library/function.h"

#include <stdlib.h>

#include "bounds/repeats.h"
#include "driver/driver.h"
#include "driver/result.h"
#include "error/fault.h"
#include "library/absence.h"
#include "library/linked.h"

/* Functions of more contexts are not kept: a program that makes contexts without end must not make
 * this list without end. */
#define MOST_CONTEXTS 64

/* Takes what the bounds checks have for the context. */
static void bound(custubi_function *function, custubi_bounds *bounds, uint32_t kernel)
{
    const custubi_records *records = custubi_bounds_records(bounds, function->context_id);
    void *plain = bounds->kernels[kernel].plain;

    function->record = custubi_record_of(records, kernel);
    if (!records->device_outcomes || !plain || records->context_id != function->context_id ||
        custubi_cu.kernel_get_function(&function->plain, plain))
        return;
    function->repeats = custubi_repeats_make(bounds, kernel, records);
}

static custubi_function *get(const custub_kernel *kernel, unsigned long long context_id)
{
    const custub_library *library = kernel->library;
    custubi_function *made = calloc(1, sizeof(*made));
    int device = -1;

    if (!made)
        return NULL;
    made->context_id = context_id;
    if (!custubi_cu.kernel_get_function(&made->function, kernel->function) &&
        !custubi_cu.context_get_device(&device))
        for (uint32_t i = 0; i < library->device_count; i++)
            if (library->devices[i].device == device)
                made->device = &library->devices[i];
    if (made->device && library->bounds)
        bound(made, library->bounds, custubi_kernel_index(kernel));
    if (made->device)
        return made;
    free(made);
    return NULL;
}

static custubi_function *look_up(custubi_function *at, unsigned long long context_id,
                                 unsigned *count)
{
    for (*count = 0; at && at->context_id != context_id; at = at->next)
        ++*count;
    return at;
}

const custubi_function *custubi_function_find(const custub_kernel *kernel)
{
    custub_kernel_state *state = kernel->state;
    custub_library *library = kernel->library;
    custubi_function *first;
    custubi_function *at;
    unsigned long long id;
    unsigned count;

    if (!state->has_functions || custubi_cu.context_get_id(NULL, &id))
        return &state->unbound;
    at = look_up(atomic_load_explicit(&state->function, memory_order_acquire), id, &count);
    if (at)
        return at;
    custubi_mutex_lock(&library->filling);
    first = atomic_load_explicit(&state->function, memory_order_relaxed);
    at = look_up(first, id, &count);
    if (!at && count < MOST_CONTEXTS) {
        at = get(kernel, id);
        if (at) {
            at->next = first;
            atomic_store_explicit(&state->function, at, memory_order_release);
        }
    }
    custubi_mutex_unlock(&library->filling);
    return at ? at : &state->unbound;
}

void custubi_function_append_limit(const custub_library *library, custub_error *error)
{
    if (library->linked)
        custubi_error_append(error,
                             "with the CUDA runtime of this program (12.1 has no such limit)");
    else
        custubi_error_append(error, "with this driver (CUDA %d.%d; 12.0 has no such limit)",
                             custub_driver_version() / 1000, custub_driver_version() % 1000 / 10);
}

custub_status custubi_function_check_context(const custub_kernel *kernel, custub_error *error)
{
    const custub_library *library = kernel->library;
    CUcontext context = NULL;
    custub_status status = CUSTUB_OK;

    if (library->linked)
        status = custubi_linked_enter(library->info, library->linked, error);
    if (status || !library->is_module || custubi_cu.context_get(&context) != CUSTUBI_SUCCESS ||
        context == library->context)
        return status;
    custubi_fault_begin(kernel->info, error, CUSTUB_ERROR_WRONG_CONTEXT);
    custubi_error_append(error, "%s context is current: ", context ? "another" : "no");
    custubi_function_append_limit(library, error);
    custubi_error_append(error, " the kernels run only in the context that was current when they "
                                "were loaded");
    return custubi_fault_end(error, CUSTUB_ERROR_WRONG_CONTEXT);
}

CUfunction custub_kernel_function(const custub_kernel *kernel, custub_error *error)
{
    void *function = NULL;
    int result;

    if (custub_failed(error) || custubi_absence_check(kernel, error) ||
        custubi_function_check_context(kernel, error))
        return NULL;
    if (kernel->library->is_module)
        return kernel->function;
    result = custubi_cu.kernel_get_function(&function, kernel->function);
    if (!result)
        return function;
    custubi_fault_driver(kernel->info, error, "cuKernelGetFunction", result,
                         "asking for the kernel's function");
    return NULL;
}

void custubi_function_release(custub_library *library)
{
    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        custubi_function *at =
            atomic_load_explicit(&library->states[i].function, memory_order_relaxed);
        while (at) {
            custubi_function *next = at->next;
            custubi_repeats_free(at->repeats);
            free(at);
            at = next;
        }
    }
}
