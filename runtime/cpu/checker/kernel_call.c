#include "checker/kernel_call.h"

#include "checker/access.h"
#include "checker/race.h"

#include <inttypes.h>
#include <stdlib.h>

/* --- malloc() and free() -------------------------------------------------------------------------
 */

static const char kernels_own[] = "allocation by the kernel's malloc()";

void *cpu_check_kernel_allocate(size_t size)
{
    if (!cpu_check_worker_current())
        return malloc(size);
    return cpu_check_memory_allocate(size, 16, kernels_own, false);
}

void cpu_check_kernel_release(void *memory, const void *frame)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (w)
        cpu_check_settle(w); /* the memory is given back */
    if (!memory || cpu_check_memory_free(memory, kernels_own))
        return;
    if (!w) {
        free(memory);
        return;
    }
    cpu_check_stop(w, frame, CPU_CHECK_FINDING(CPU_CHECK_MEMORY, 8u), CPU_CHECK_ILLEGAL_ADDRESS,
                   "free() of 0x%" PRIxPTR
                   ", which malloc() did not return, or which was freed already",
                   (uintptr_t)memory);
}

/* --- Asynchronous copies -------------------------------------------------------------------------
 */

/* The first copy allocates the room for all of them. */
static bool has_room(cpu_check_worker *w)
{
    if (!w->copies)
        w->copies = cpu_check_copies_create();
    return w->copies != NULL;
}

void cpu_check_copy_begin(void *target, size_t size, const void *source, size_t source_size,
                          const void *frame)
{
    cpu_check_worker *w = cpu_check_worker_current();
    cpu_check_copy copy = {.target = (uintptr_t)target,
                           .size = size,
                           .source = (uintptr_t)source,
                           .source_size = source_size};

    if (!w || size == 0)
        return;
    cpu_check_access(source, source_size, CUSTUB_CPU_ACCESS_READ | CUSTUB_CPU_ACCESS_UNALIGNED,
                     frame);
    w->copy_source = size == source_size ? source : NULL;
    cpu_check_access(target, size, CUSTUB_CPU_ACCESS_WRITE | CUSTUB_CPU_ACCESS_UNALIGNED, frame);
    w->copy_source = NULL;
    if (!has_room(w))
        return;
    copy.thread = *w->thread;
    copy.site = cpu_check_site_of(w, frame);
    if (!cpu_check_copies_any(w->copies)) /* hinted accesses are not checked against copies */
        cpu_check_forget_hints(w);
    cpu_check_copies_add(w->copies, &copy);
}

void cpu_check_copy_commit(void)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (w && has_room(w))
        cpu_check_copies_commit(w->copies, *w->thread);
}

void cpu_check_copy_wait(size_t prior)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (w && w->copies)
        cpu_check_copies_wait(w->copies, *w->thread, prior);
}

void cpu_check_copy_bind(const uint64_t *barrier, uint64_t phase, uint32_t is_all)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (w && w->copies)
        cpu_check_copies_bind(w->copies, *w->thread, barrier, phase, is_all != 0);
}
