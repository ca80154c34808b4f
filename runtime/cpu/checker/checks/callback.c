#include "checker/checks/callback.h"

#include "checker/checks/access.h"
#include "checker/checks/checked_block.h"
#include "checker/checks/global_access.h"
#include "checker/checks/race.h"

#include <string.h>

#if defined(__GNUC__)
#define FRAME       __builtin_frame_address(0)
#define CALL        __builtin_return_address(0)
#define ALWAYS_HERE __attribute__((always_inline)) static inline
#else
#define FRAME       NULL
#define CALL        NULL
#define ALWAYS_HERE static inline
#endif

/* Calls are a few bytes apart. */
static size_t hint_of(const void *call)
{
    const uintptr_t address = (uintptr_t)call;

    return (address ^ address >> 6) % CPU_CHECK_HINTS;
}

ALWAYS_HERE bool is_all_written(const unsigned char *marks, size_t size)
{
    static const unsigned char all[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

    return memcmp(marks, all, size) == 0;
}

/* True if the hint covers the access. */
ALWAYS_HERE bool is_hinted(const cpu_check_worker *w, const cpu_check_hint *hint, uintptr_t address,
                           size_t size)
{
    return address - hint->base < hint->room && address % size == 0 &&
           w->generation == cpu_check_memory_generation();
}

/* KEEP_FRAME prevents a tail call here, which would remove the caller's frame. */
static void look(cpu_check_worker *w, uintptr_t address, size_t size, uint32_t access,
                 const void *frame, cpu_check_hint *hint)
{
    if (is_hinted(w, hint, address, size) && hint->marks == cpu_check_is_shared) {
        if (access & CUSTUB_CPU_ACCESS_WRITE)
            cpu_check_settle(w);
        cpu_check_global_step(w);
        cpu_check_shared_touched(w, address - w->shared_block, size, access, frame);
    } else {
        cpu_check_unhinted(w, address, size, access, frame, hint);
    }
}

ALWAYS_HERE bool is_read(cpu_check_worker *w, const cpu_check_hint *hint, uintptr_t address,
                         size_t size)
{
    if (!is_hinted(w, hint, address, size))
        return false;
    return !hint->marks || (hint->marks != cpu_check_is_shared &&
                            is_all_written(hint->marks + (address - hint->base), size));
}

ALWAYS_HERE bool is_written(cpu_check_worker *w, const cpu_check_hint *hint, uintptr_t address,
                            size_t size)
{
    if (!is_hinted(w, hint, address, size) || hint->marks == cpu_check_is_shared)
        return false;
    if (hint->marks)
        memset(hint->marks + (address - hint->base), 1, size);
    return true;
}

#if defined(__GNUC__)
#define KEEP_FRAME __asm__ volatile("")
#else
#define KEEP_FRAME (void)0
#endif

#define CALLBACK(name, width, hints, kind, is_done)                                                \
    void name(const void *pointer)                                                                 \
    {                                                                                              \
        const uintptr_t address = (uintptr_t)pointer;                                              \
        const size_t size = (size_t)1 << (width);                                                  \
        cpu_check_worker *w = cpu_check_own_worker();                                              \
        cpu_check_hint *hint;                                                                      \
                                                                                                   \
        if (!w)                                                                                    \
            return;                                                                                \
        hint = &w->hints[width][hint_of(CALL)];                                                    \
        if (is_done(w, hint, address, size))                                                       \
            return;                                                                                \
        look(w, address, size, kind, FRAME, hint);                                                 \
        KEEP_FRAME;                                                                                \
    }

#define CALLBACKS(bytes, width)                                                                    \
    CALLBACK(cpu_check_read##bytes, width, reads, CUSTUB_CPU_ACCESS_READ, is_read)                 \
    CALLBACK(cpu_check_write##bytes, width, writes, CUSTUB_CPU_ACCESS_WRITE, is_written)

CALLBACKS(1, 0)
CALLBACKS(2, 1)
CALLBACKS(4, 2)
CALLBACKS(8, 3)
CALLBACKS(16, 4)
