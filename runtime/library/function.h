/* function.h: the CUfunction of a kernel in the current context. Launching it takes 26 to 50 ns
 * less than launching the CUkernel, which the driver has to look up (H200, driver 580). */
#ifndef CUSTUBI_FUNCTION_H
#define CUSTUBI_FUNCTION_H

#include "driver/driver_table.h"
#include "library/library.h"

/* A kernel's function in one context. A context that is reset or made again has the same handle and
 * another id: a function is used only under the id that it was got under. */
typedef struct custubi_function {
    unsigned long long context_id; /* cuCtxGetId */
    void *function;                /* CUfunction */
    struct custubi_function *next;
} custubi_function;

/* Gets the function of a context that is not known yet; the kernel's own handle if the driver gives
 * none. */
void *custubi_function_find(const custub_kernel *kernel, unsigned long long context_id);

/* What is launched in the current context: the CUfunction, or the kernel's own handle where the
 * driver does not tell contexts apart. */
static inline void *custubi_function_of(const custub_kernel *kernel)
{
    const custubi_function *known =
        atomic_load_explicit(&kernel->state->function, memory_order_acquire);
    unsigned long long id = 0;

    if (!kernel->state->has_functions || custubi_cu.context_get_id(NULL, &id))
        return kernel->function;
    while (known && known->context_id != id)
        known = known->next;
    return known ? known->function : custubi_function_find(kernel, id);
}

/* Refuses a kernel of a module if another context is current than the one of its loading, to which
 * it is bound. Every other kernel runs in all contexts. */
custub_status custubi_function_check_context(const custub_kernel *kernel, custub_error *error);

/* Frees what was got for a library's kernels. */
void custubi_function_release(custub_library *library);

#endif
