/* access.h: every load and store of an instrumented kernel comes by here. */
#ifndef CPU_ACCESS_H
#define CPU_ACCESS_H

#include "checker/worker.h"

/* custub_cpu_check.access. */
void cpu_check_access(const volatile void *pointer, size_t size, uint32_t access,
                      const void *frame);

/* An aligned access that the hint did not know, or that finds memory that was not written. The hint
 * gets to know it. */
void cpu_check_unhinted(cpu_check_worker *worker, uintptr_t address, size_t size, uint32_t access,
                        const void *frame, cpu_check_hint *hint);

#endif
