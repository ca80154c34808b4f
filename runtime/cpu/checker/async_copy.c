/* Asynchronous copies of kernels: what is touched before a wait has completed them. */
#include "execute/block_runner.h"
#include "execute/kernel_check.h"
#include "checker/checker_settings.h"
#include "checker/worker.h"

#include <inttypes.h>
#include <string.h>

#define KIND(number) (CPU_CHECK_RACE | (number) << 8)

/* Threads may all copy the same to one place, as those beyond an edge do. */
static bool is_there_already(const cpu_check_worker *w, const cpu_check_copy *copy,
                             uintptr_t address, size_t size)
{
    return w->copy_source && address >= copy->target &&
           address + size <= copy->target + copy->size &&
           memcmp((const void *)address, w->copy_source, size) == 0;
}

void cpu_check_copies_touched(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                              const void *frame)
{
    const bool writes = (access & CUSTUB_CPU_ACCESS_WRITE) != 0;
    const cpu_check_copy *copy;
    cpu_check_scene scene;
    cpu_check_trail trail = {{0}, 1};
    char place[128];
    char thread[48];

    if (access & CUSTUB_CPU_ACCESS_ATOMIC)
        cpu_check_copies_watch(w->copies, address);
    if (!(w->kinds & CPU_CHECK_RACE) || cpu_check_is_broken(w))
        return;
    copy = cpu_check_copies_find(w->copies, address, size, writes);
    if (!copy || is_there_already(w, copy, address, size))
        return;
    trail.addresses[0] = w->image->begin + copy->site;
    cpu_check_scene_of(w, frame, &scene);
    cpu_check_place(w->image, &trail, place, sizeof(place));
    cpu_check_thread_text(scene.block_extent, copy->thread, thread, sizeof(thread));
    cpu_check_say(
        w, &scene, KIND(4u + (unsigned)writes), CUDA_ERROR_ILLEGAL_ADDRESS, false,
        "before the wait: %s of %zu bytes at 0x%" PRIxPTR
        ", which the asynchronous copy of thread %s at %s %s, and no wait has completed it",
        cpu_check_verb(access), size, address, thread, place,
        address < copy->target + copy->size && copy->target < address + size ? "writes" : "reads");
}

/* --- What kernels call ---------------------------------------------------------------------------
 */

/* Room for them comes with the first copy. */
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
    cpu_check_functions.access(source, source_size,
                               CUSTUB_CPU_ACCESS_READ | CUSTUB_CPU_ACCESS_UNALIGNED, frame);
    w->copy_source = size == source_size ? source : NULL;
    cpu_check_functions.access(target, size, CUSTUB_CPU_ACCESS_WRITE | CUSTUB_CPU_ACCESS_UNALIGNED,
                               frame);
    w->copy_source = NULL;
    if (!has_room(w))
        return;
    copy.thread = *w->thread;
    copy.site = cpu_check_site_of(w, frame);
    if (!cpu_check_copies_any(w->copies)) /* accesses that a hint knows would not be looked at */
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
