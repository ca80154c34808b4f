/* function.h: the CUfunction of a kernel in the current context. Launching it takes 26 to 50 ns
 * less than launching the CUkernel, which the driver has to look up (H200, driver 580). */
#ifndef CUSTUBI_FUNCTION_H
#define CUSTUBI_FUNCTION_H

#include "driver/driver_table.h"
#include "library/library.h"

/* What is known of a kernel in one context. A context that is reset or made again has the same
 * handle and another id: all of it holds only under the id that it was got under. */
typedef struct custubi_function {
    unsigned long long context_id; /* cuCtxGetId */
    void *function;                /* CUfunction */
    custubi_device_facts *device;  /* the context's */
    struct custubi_function *next;
} custubi_function;

/* Asks the driver about a context that is not known yet; null if it does not tell. */
const custubi_function *custubi_function_find(const custub_kernel *kernel,
                                              unsigned long long context_id);

/* What is known of a kernel in the current context; null if the driver does not tell contexts
 * apart. */
static inline const custubi_function *custubi_function_here(const custub_kernel *kernel)
{
    const custub_kernel_state *state = kernel->state;
    const custubi_function *known;
    unsigned long long id;

    if (!state->has_functions || custubi_cu.context_get_id(NULL, &id))
        return NULL;
    known = atomic_load_explicit(&state->function, memory_order_acquire);
    while (known && known->context_id != id)
        known = known->next;
    return known ? known : custubi_function_find(kernel, id);
}

/* The same if it is the context of the last new one, which it is in most programs; else null. */
static inline const custubi_function *custubi_function_last(const custub_kernel *kernel)
{
    const custubi_function *last =
        atomic_load_explicit(&kernel->state->function, memory_order_acquire);
    unsigned long long id;

    return last && !custubi_cu.context_get_id(NULL, &id) && last->context_id == id ? last : NULL;
}

/* What is launched: the CUfunction, or the kernel's own handle. */
static inline void *custubi_function_handle(const custub_kernel *kernel,
                                            const custubi_function *here)
{
    return here ? here->function : kernel->function;
}

/* Appends why a module's kernels are bound to the context of their loading: "with this driver …".
 */
void custubi_function_append_limit(const custub_library *library, custub_error *error);

/* Refuses a kernel of a module if another context is current than the one of its loading, to which
 * it is bound. Every other kernel runs in all contexts. For a kernel of the program itself, makes
 * the context of the CUDA runtime current if none is. */
custub_status custubi_function_check_context(const custub_kernel *kernel, custub_error *error);

/* Frees what was got for a library's kernels. */
void custubi_function_release(custub_library *library);

#endif
