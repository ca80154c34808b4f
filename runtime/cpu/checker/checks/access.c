#include "checker/checks/access.h"

#include "checker/checks/access_finding.h"
#include "checker/checks/checked_block.h"
#include "checker/checks/global_access.h"
#include "checker/checks/image_access.h"
#include "checker/measured_memory.h"
#include "checker/checks/race.h"

#include <inttypes.h>
#include <string.h>

#define BY_DRIVER (UINT32_C(1) << 31) /* beside CUSTUB_CPU_ACCESS_… */

/* --- Global memory -------------------------------------------------------------------------------
 */

/* True if part of what is read was never written. */
static bool is_unwritten(const unsigned char *marks, size_t size)
{
    const size_t unit = cpu_check_unit(size);
    uint32_t word;

    if (size == sizeof(word)) { /* most accesses are 4 bytes */
        memcpy(&word, marks, sizeof(word));
        if (word == UINT32_C(0x01010101))
            return false;
    }
    if (memchr(marks, 0, size) == NULL)
        return false;
    for (size_t i = 0; i < size; i += unit) {
        if (memchr(marks + i, 1, unit) == NULL)
            return true;
    }
    return false;
}

static void access_range(cpu_check_worker *w, const cpu_check_range *range, uintptr_t address,
                         size_t size, uint32_t access, const void *frame)
{
    unsigned char *marks = range->written ? range->written + (address - range->base) : NULL;

    if (!marks)
        return;
    if (access & CUSTUB_CPU_ACCESS_READ && !(access & CUSTUB_CPU_ACCESS_REPLACE) &&
        is_unwritten(marks, size) && w->kinds & CPU_CHECK_INIT)
        cpu_check_say_unwritten(w, address, size, range, frame);
    if (access & CUSTUB_CPU_ACCESS_WRITE)
        memset(marks, 1, size);
}

static bool holds(uintptr_t base, size_t room, uintptr_t address, size_t size)
{
    return address - base < room && size <= room - (address - base);
}

static bool may_touch(const cpu_check_found *found, uintptr_t address, size_t size)
{
    return holds(found->window.base, found->window.size, address, size);
}

/* Looks among the ranges that this thread has found before. Returns null if none has the access. */
static const cpu_check_found *find_again(cpu_check_worker *w, uintptr_t address, size_t size)
{
    uint64_t generation = cpu_check_memory_generation();

    if (w->generation != generation) {
        cpu_check_forget_ranges(w);
        w->generation = generation;
        return NULL;
    }
    if (may_touch(&w->ranges[w->last_range], address, size))
        return &w->ranges[w->last_range];
    for (size_t i = 0; i < CPU_CHECK_CACHE; i++) {
        if (!may_touch(&w->ranges[i], address, size))
            continue;
        w->last_range = i;
        return &w->ranges[i];
    }
    return NULL;
}

/* For an access of the driver, which no contract holds: it is not kept for others. */
static const cpu_check_found *find_for_driver(cpu_check_worker *w, uintptr_t address, size_t size)
{
    cpu_check_range *range = &w->of_driver.range;

    return cpu_check_memory_find(address, range) && !range->is_freed &&
                   holds(range->base, range->size, address, size)
               ? &w->of_driver
               : NULL;
}

/* Ends the thread if the launch's contract does not allow the access. */
static const cpu_check_found *find_anew(cpu_check_worker *w, uintptr_t address, size_t size,
                                        uint32_t access, const void *frame)
{
    cpu_check_found *found = &w->ranges[w->next_range];
    cpu_check_range range;

    found->window.size = 0;
    if (!cpu_check_memory_find(address, &range) || range.is_freed ||
        !holds(range.base, range.size, address, size))
        return NULL;
    *found = (cpu_check_found){range, cpu_check_window_in(&w->held, &range, address)};
    if (!may_touch(found, address, size)) {
        found->window.size = 0;
        cpu_check_stop_beyond(w, address, size, access, &range, frame);
    }
    w->next_range = (w->next_range + 1) % CPU_CHECK_CACHE;
    return found;
}

/* --- Shared and local memory ---------------------------------------------------------------------
 */

static bool is_misaligned(uintptr_t address, size_t size, uint32_t access)
{
    return !(access & CUSTUB_CPU_ACCESS_UNALIGNED) && (size & (size - 1)) == 0 &&
           (address & (size - 1)) != 0;
}

/* Returns true if the access is to shared memory. */
static bool access_block(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                         const void *frame, cpu_check_hint *hint)
{
    if (!w->shared_block) /* the first access creates it */
        w->shared_block = (uintptr_t)cpu_check_image_block(w->image);
    if (!w->shared_block || address - w->shared_block >= w->image->shared_size)
        return false;
    if (is_misaligned(address, size, access))
        cpu_check_stop_misaligned(w, address, size, access, frame);
    cpu_check_shared_access(w, address - w->shared_block, size, access, frame, hint);
    return true;
}

/* Local arrays are on the stack. The compiler calls the checker only for accesses through a
 * pointer, or with an index that it cannot follow. */
static void access_stack(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                         const void *frame)
{
    const uint32_t owner = (uint32_t)((address - w->stacks) / w->stack_size);
    char thread[48];

    if (!(w->kinds & CPU_CHECK_MEMORY))
        return;
    if (owner != *w->thread) {
        cpu_check_thread_text(w->block->block_extent, owner, thread, sizeof(thread));
        cpu_check_stop(w, frame, CPU_CHECK_FINDING(CPU_CHECK_MEMORY, 10u),
                       CPU_CHECK_ILLEGAL_ADDRESS,
                       "local memory of another thread: %s of %zu bytes at 0x%" PRIxPTR
                       ", which belongs to thread %s",
                       cpu_check_verb(access), size, address, thread);
    }
    if (address < (uintptr_t)frame)
        cpu_check_stop(w, frame, CPU_CHECK_FINDING(CPU_CHECK_MEMORY, 11u),
                       CPU_CHECK_ILLEGAL_ADDRESS,
                       "use after return: %s of %zu bytes at 0x%" PRIxPTR
                       ", in local memory of a function that has returned",
                       cpu_check_verb(access), size, address);
}

/* --- All memory ----------------------------------------------------------------------------------
 */

static cpu_check_hint hint_of(const cpu_check_found *found, size_t size)
{
    const cpu_check_range *range = &found->range;
    const size_t skipped = found->window.base - range->base;

    return (cpu_check_hint){found->window.base, found->window.size - size + 1,
                            range->written ? range->written + skipped : NULL};
}

/* Stops the thread if the access is not legal. */
static void access_global(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                          const void *frame, cpu_check_hint *hint)
{
    const cpu_check_found *found = find_again(w, address, size);

    if (!found && cpu_check_access_image(w, address, size, access, frame, hint))
        return;
    if (!found)
        found = access & BY_DRIVER ? find_for_driver(w, address, size)
                                   : find_anew(w, address, size, access, frame);
    if (!found) {
        cpu_check_access_elsewhere(w, address, size, access, frame);
        return;
    }
    if (is_misaligned(address, size, access))
        cpu_check_stop_misaligned(w, address, size, access, frame);
    access_range(w, &found->range, address, size, access, frame);
    if (hint)
        *hint = hint_of(found, size);
}

/* True if each access to global memory is noted, so that there may be no hints. */
static bool looks_at_each(const cpu_check_worker *w)
{
    return w->held.measures || w->is_visiting;
}

/* GCC calls the checker for both sides of a copy before it makes the copy, for the target first. */
static bool is_read_of_copy(cpu_check_worker *w, size_t size, uint32_t access)
{
    const bool is_first = w->written == size;

    w->written = 0;
    return is_first && (access & ~CUSTUB_CPU_ACCESS_UNALIGNED) == CUSTUB_CPU_ACCESS_READ;
}

static void begin_write(cpu_check_worker *w, size_t size, uint32_t access)
{
    cpu_check_settle(w);
    w->written = access & (CUSTUB_CPU_ACCESS_ATOMIC | CUSTUB_CPU_ACCESS_VOLATILE) ? 0 : size;
}

/* Checks an access outside of the threads' stacks. */
static void access_memory(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                          const void *frame, cpu_check_hint *hint)
{
    const bool is_copy = is_read_of_copy(w, size, access);

    if (looks_at_each(w) && !is_copy)
        cpu_check_global_look(w, address, size, access);
    if (access & CUSTUB_CPU_ACCESS_WRITE)
        begin_write(w, size, access);
    if (cpu_check_copies_any(w->copies)) {
        cpu_check_say_early(w, address, size, access, frame);
        hint = NULL; /* with a hint, later accesses would not be checked against copies */
    }
    if (access_block(w, address, size, access, frame, hint))
        return;
    if (!looks_at_each(w)) {
        access_global(w, address, size, access, frame, hint);
        return;
    }
    access_global(w, address, size, access, frame, NULL);
    if (access & BY_DRIVER)
        return;
    if (w->held.measures)
        cpu_check_measure(&w->held, address, size, (access & CUSTUB_CPU_ACCESS_WRITE) != 0);
    cpu_check_global_access(w, address, size, access, frame);
}

void cpu_check_access(const volatile void *pointer, size_t size, uint32_t access, const void *frame)
{
    cpu_check_worker *w = cpu_check_worker_current();
    uintptr_t address = (uintptr_t)pointer;

    if (!w || size == 0)
        return;
    if (access & CUSTUB_CPU_ACCESS_VOLATILE) {
        cpu_check_settle(w);
        w->runner->catch_up();
    }
    if (access & CUSTUB_CPU_ACCESS_ALIGNMENT) {
        if (address - w->stacks >= w->stacks_size && address % size != 0)
            cpu_check_stop_misaligned(w, address, size, access, frame);
        return;
    }
    if (address - w->stacks < w->stacks_size)
        access_stack(w, address, size, access, frame);
    else
        access_memory(w, address, size, access, frame, NULL);
}

void cpu_check_unhinted(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                        const void *frame, cpu_check_hint *hint)
{
    if (!w->launch)
        return;
    if (address - w->stacks < w->stacks_size)
        access_stack(w, address, size, access, frame);
    else
        access_memory(w, address, size, access, frame, hint);
}

void cpu_check_access_of_driver(const volatile void *pointer, size_t size, uint32_t access,
                                const void *frame)
{
    cpu_check_access(pointer, size, access | BY_DRIVER, frame);
}
