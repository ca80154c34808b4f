/* memory_checker.h: the memory checker. It is a library of its own in the driver's folder, and is
 * opened when the environment asks for it.
 *
 * CUSTUB_CPU_CHECK        off or unset: no check; on: memory, init, race and barrier; or a list of
 *                         these words, `exit`, `shuffle`, `contract` and `global`, separated by
 *                         commas
 * CUSTUB_CPU_CHECK_LIMIT  the most reports of one launch that are written; 100
 * CUSTUB_CPU_CHECK_LOG    a file that reports are appended to, instead of the standard error
 *                         stream; %p in it becomes the process's number */
#ifndef CPU_MEMORY_CHECKER_H
#define CPU_MEMORY_CHECKER_H

#include "checker/checker.h"

#include <stdatomic.h>

/* Reads the settings, and opens the checker if they ask for it. Errors go to cpu_setting_refuse().
 * cuInit calls it. Any thread. */
void cpu_memory_checker_open(void);

extern const cpu_checker *_Atomic cpu_memory_checker_opened;

/* The kinds of its findings, CPU_CHECK_…; 0 without a checker. Any thread. */
unsigned cpu_memory_checker_kinds(void);

/* The checker, or null if nothing is checked. Any thread. */
static inline const cpu_checker *cpu_memory_checker(void)
{
    return atomic_load_explicit(&cpu_memory_checker_opened, memory_order_acquire);
}

#endif
