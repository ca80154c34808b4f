#include "checker/checks/access_finding.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Bytes. An access through a null pointer, even with an index or a member, is below this address.
 */
#define NULL_PAGE ((uintptr_t)64 * 1024)
/* Bytes. If the nearest allocation is farther away, the access was not meant for it. */
#define FAR ((uintptr_t)1 << 30)

/* Describes where the access is, relative to the nearest range. */
static void describe_place(uintptr_t address, size_t size, const cpu_check_range *range, char *out,
                           size_t out_size)
{
    const char *state = range->is_freed ? "freed " : "";
    const uintptr_t end = range->base + range->size;
    int length;

    if (address < range->base)
        length = snprintf(out, out_size, "%" PRIuPTR " bytes before", range->base - address);
    else if (address >= end)
        length = snprintf(out, out_size, "%" PRIuPTR " bytes after the end of", address - end);
    else if (size > end - address)
        length = snprintf(out, out_size, "its last %" PRIuPTR " bytes after the end of",
                          size - (end - address));
    else
        length = snprintf(out, out_size, "%" PRIuPTR " bytes into", address - range->base);
    if (length > 0 && (size_t)length < out_size)
        snprintf(out + length, out_size - (size_t)length, " the %s%s of %zu bytes at 0x%" PRIxPTR,
                 state, range->kind, range->size, range->base);
}

_Noreturn void cpu_check_stop_outside(cpu_check_worker *w, uintptr_t address, size_t size,
                                      uint32_t access, const void *frame)
{
    const char *verb = cpu_check_verb(access);
    cpu_check_range range;
    bool is_known = cpu_check_memory_nearest(address, &range);
    char place[256];

    if (address < NULL_PAGE)
        cpu_check_stop(w, frame, CPU_CHECK_FINDING(CPU_CHECK_MEMORY, 1u), CPU_CHECK_ILLEGAL_ADDRESS,
                       "null pointer: %s of %zu bytes at 0x%" PRIxPTR, verb, size, address);
    if (!is_known || address - range.base + FAR > range.size + 2 * FAR)
        cpu_check_stop(w, frame, CPU_CHECK_FINDING(CPU_CHECK_MEMORY, 2u), CPU_CHECK_ILLEGAL_ADDRESS,
                       "wild pointer: %s of %zu bytes at 0x%" PRIxPTR ", and no allocation is near",
                       verb, size, address);
    describe_place(address, size, &range, place, sizeof(place));
    if (range.is_freed && address - range.base < range.size)
        cpu_check_stop(w, frame, CPU_CHECK_FINDING(CPU_CHECK_MEMORY, 3u), CPU_CHECK_ILLEGAL_ADDRESS,
                       "use after free: %s of %zu bytes at 0x%" PRIxPTR ", %s", verb, size, address,
                       place);
    cpu_check_stop(w, frame, CPU_CHECK_FINDING(CPU_CHECK_MEMORY, 4u), CPU_CHECK_ILLEGAL_ADDRESS,
                   "out of bounds: %s of %zu bytes at 0x%" PRIxPTR ", %s", verb, size, address,
                   place);
}

_Noreturn void cpu_check_stop_beyond(cpu_check_worker *w, uintptr_t address, size_t size,
                                     uint32_t access, const cpu_check_range *range,
                                     const void *frame)
{
    char place[256];

    cpu_check_held_place(&w->held, range, address, size, place, sizeof(place));
    cpu_check_stop(w, frame, CPU_CHECK_FINDING(CPU_CHECK_CONTRACT, 1u), CPU_CHECK_ILLEGAL_ADDRESS,
                   "beyond the contract: %s of %zu bytes at 0x%" PRIxPTR ", %s",
                   cpu_check_verb(access), size, address, place);
}

_Noreturn void cpu_check_stop_misaligned(cpu_check_worker *w, uintptr_t address, size_t size,
                                         uint32_t access, const void *frame)
{
    char place[256];
    const bool is_held = cpu_check_held_byte(&w->held, address, place, sizeof(place));

    cpu_check_stop(w, frame, CPU_CHECK_FINDING(CPU_CHECK_MEMORY, 7u), CPU_CHECK_MISALIGNED_ADDRESS,
                   "misaligned: %s %zu bytes at 0x%" PRIxPTR ", which is not a multiple of %zu%s%s",
                   access & CUSTUB_CPU_ACCESS_ALIGNMENT ? "access to a type that is aligned to"
                   : access & CUSTUB_CPU_ACCESS_WRITE   ? "write of"
                                                        : "read of",
                   size, address, size, is_held ? ": " : "", is_held ? place : "");
}

void cpu_check_say_unwritten(cpu_check_worker *w, uintptr_t address, size_t size,
                             const cpu_check_range *range, const void *frame)
{
    cpu_check_scene scene;
    char place[256];

    if (cpu_check_is_broken(w)) /* a thread that was ended might have written it */
        return;
    cpu_check_scene_of(w, frame, &scene);
    describe_place(address, size, range, place, sizeof(place));
    cpu_check_say(w, &scene, CPU_CHECK_FINDING(CPU_CHECK_INIT, 1u), CPU_CHECK_ILLEGAL_ADDRESS,
                  false, "never written: read of %zu bytes at 0x%" PRIxPTR ", %s", size, address,
                  place);
}

/* Several threads may copy the same bytes to one place, as threads beyond an edge do. */
static bool is_there_already(const cpu_check_worker *w, const cpu_check_copy *copy,
                             uintptr_t address, size_t size)
{
    return w->copy_source && address >= copy->target &&
           address + size <= copy->target + copy->size &&
           memcmp((const void *)address, w->copy_source, size) == 0;
}

void cpu_check_say_early(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
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
    cpu_check_say(w, &scene, CPU_CHECK_FINDING(CPU_CHECK_RACE, 4u + (unsigned)writes),
                  CPU_CHECK_ILLEGAL_ADDRESS, false,
                  "before the wait: %s of %zu bytes at 0x%" PRIxPTR
                  ", which the asynchronous copy of thread %s at %s %s; wait for the copy first",
                  cpu_check_verb(access), size, address, thread, place,
                  address < copy->target + copy->size && copy->target < address + size ? "writes"
                                                                                       : "reads");
}
