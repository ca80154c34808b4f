#include "checker/checks/kernel_call.h"

#include "checker/checks/access.h"
#include "checker/checks/race.h"

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

static void add(cpu_check_worker *w, cpu_check_copy *copy, const void *frame)
{
    if (!has_room(w))
        return;
    copy->thread = *w->thread;
    copy->site = cpu_check_site_of(w, frame);
    if (!cpu_check_copies_any(w->copies)) /* hinted accesses are not checked against copies */
        cpu_check_forget_hints(w);
    cpu_check_copies_add(w->copies, copy);
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
    add(w, &copy, frame);
}

static void commit(bool is_bulk)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (w && has_room(w))
        cpu_check_copies_commit(w->copies, *w->thread, is_bulk);
}

static void wait(bool is_bulk, size_t prior, bool is_read)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (w && w->copies)
        cpu_check_copies_wait(w->copies, *w->thread, is_bulk, prior, is_read);
}

void cpu_check_copy_commit(void)
{
    commit(false);
}

void cpu_check_copy_wait(size_t prior)
{
    wait(false, prior, false);
}

void cpu_check_bulk_commit(void)
{
    commit(true);
}

void cpu_check_bulk_wait(size_t prior, uint32_t is_read)
{
    wait(true, prior, is_read != 0);
}

void cpu_check_bulk_access(const cpu_check_bulk *bulk, const void *frame)
{
    cpu_check_worker *w = cpu_check_worker_current();
    const bool writes = (bulk->access & CUSTUB_CPU_ACCESS_WRITE) != 0;
    cpu_check_copy copy = {
        .is_bulk = true, .barrier = bulk->barrier, .phase_bits = bulk->phase_bits};

    if (!w || bulk->size == 0)
        return;
    cpu_check_access(bulk->memory, bulk->size, bulk->access | CUSTUB_CPU_ACCESS_UNALIGNED, frame);
    if (writes) {
        copy.target = (uintptr_t)bulk->memory;
        copy.size = bulk->size;
    } else {
        copy.source = (uintptr_t)bulk->memory;
        copy.source_size = bulk->size;
    }
    add(w, &copy, frame);
}

void cpu_check_copy_bind(const uint64_t *barrier, uint64_t phase, uint32_t is_all)
{
    cpu_check_worker *w = cpu_check_worker_current();

    if (w && w->copies)
        cpu_check_copies_bind(w->copies, *w->thread, barrier, phase, is_all != 0);
}
