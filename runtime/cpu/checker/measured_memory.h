/* measured_memory.h: what a launch touches of each of its buffers (custub_bounds_measure). */
#ifndef CPU_MEASURED_MEMORY_H
#define CPU_MEASURED_MEMORY_H

#include "checker/held_memory.h"

#include <stdbool.h>

/* Adds a legal access to the measures of all buffers that have bytes of it. The launch is measured:
 * held->measures is not null. Any thread. */
void cpu_check_measure(const cpu_check_held *held, uintptr_t address, size_t size, bool writes);

#endif
