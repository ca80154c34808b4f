/* memory_checker.h: the memory checker, a library of its own that lies beside the driver and is
 * opened when the environment asks for it.
 *
 * CUSTUB_CPU_CHECK        off or unset; on: memory, init, race and barrier; or a list of these
 *                         words and `exit`, separated by commas
 * CUSTUB_CPU_CHECK_LIMIT  the most reports of one launch that are written; 100
 * CUSTUB_CPU_CHECK_LOG    a file that reports are appended to, in place of the standard error
 *                         stream; %p in it becomes the process's number */
#ifndef CPU_MEMORY_CHECKER_H
#define CPU_MEMORY_CHECKER_H

#include "checker/checker.h"

#include <stdatomic.h>

/* Reads the settings, and opens the checker if they ask for it. What is wrong is told to
 * cpu_setting_refuse(). cuInit calls it. Any thread. */
void cpu_memory_checker_open(void);

extern const cpu_checker *_Atomic cpu_memory_checker_opened;

/* The checker; null: nothing is checked. Any thread. */
static inline const cpu_checker *cpu_memory_checker(void)
{
    return atomic_load_explicit(&cpu_memory_checker_opened, memory_order_acquire);
}

#endif
