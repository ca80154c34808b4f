#include "library/function.h"

#include <stdlib.h>

/* Functions of more contexts are not kept: a program that makes contexts without end must not make
 * this list without end. */
#define MOST_CONTEXTS 64

void *custubi_function_find(const custub_kernel *kernel, unsigned long long context_id)
{
    custub_kernel_state *state = kernel->state;
    custub_library *library = kernel->library;
    custubi_function *first;
    custubi_function *at;
    void *function = kernel->function;
    unsigned count = 0;

    custubi_mutex_lock(&library->filling);
    first = atomic_load_explicit(&state->function, memory_order_relaxed);
    for (at = first; at && at->context_id != context_id; at = at->next)
        count++;
    if (at) {
        function = at->function;
    } else if (count < MOST_CONTEXTS &&
               !custubi_cu.kernel_get_function(&function, kernel->function)) {
        at = malloc(sizeof(*at));
        if (at) {
            at->context_id = context_id;
            at->function = function;
            at->next = first;
            atomic_store_explicit(&state->function, at, memory_order_release);
        }
    } else {
        function = kernel->function;
    }
    custubi_mutex_unlock(&library->filling);
    return function;
}

void custubi_function_release(custub_library *library)
{
    for (uint32_t i = 0; i < library->info->kernel_count; i++) {
        custubi_function *at =
            atomic_load_explicit(&library->states[i].function, memory_order_relaxed);
        while (at) {
            custubi_function *next = at->next;
            free(at);
            at = next;
        }
    }
}
