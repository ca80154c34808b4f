/* function.h: the CUfunction of a kernel in the current context. Launching it takes 26 to 50 ns
 * less than launching the CUkernel, which the driver has to look up (H200, driver 580).
 *
 * Each launch asks cuCtxGetId (17 ns) whether the context is the one that the function is of. It
 * need not ask which context is current: the driver refuses the function of another one. But the
 * function of a context that has ended may end the process, and nothing cheaper tells that it has.
 * Anybody in the process may reset a device, whoever holds references; the driver tells nobody; the
 * new context has the old one's handle, so that cuCtxGetCurrent (8 ns) sees no difference; and a
 * new stream can have the address of one that the reset destroyed. */
#ifndef CUSTUBI_FUNCTION_H
#define CUSTUBI_FUNCTION_H

#include "driver/driver_table.h"
#include "library/library.h"

/* What is known of a kernel in the current context, which the driver is asked about if it is not
 * the last one that was new; the state's `unbound` if the driver does not tell contexts apart. */
const custubi_function *custubi_function_find(const custub_kernel *kernel);

/* The same, faster in the context of the last new one, which most programs have alone. */
static inline const custubi_function *custubi_function_here(const custub_kernel *kernel)
{
    const custubi_function *last =
        atomic_load_explicit(&kernel->state->function, memory_order_acquire);
    unsigned long long id;

    return last && !custubi_cu.context_get_id(NULL, &id) && last->context_id == id
               ? last
               : custubi_function_find(kernel);
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
