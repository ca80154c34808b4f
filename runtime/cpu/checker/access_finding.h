/* access_finding.h: what is wrong with an access to global memory, in words. `frame` is that of a
 * function that the kernel called. */
#ifndef CPU_ACCESS_FINDING_H
#define CPU_ACCESS_FINDING_H

#include "checker/worker.h"

/* It lies in nothing that is allocated. */
_Noreturn void cpu_check_stop_outside(cpu_check_worker *worker, uintptr_t address, size_t size,
                                      uint32_t access, const void *frame);

_Noreturn void cpu_check_stop_misaligned(cpu_check_worker *worker, uintptr_t address, size_t size,
                                         uint32_t access, const void *frame);

/* It reads what nobody has written. */
void cpu_check_say_unwritten(cpu_check_worker *worker, uintptr_t address, size_t size,
                             const cpu_check_range *range, const void *frame);

/* It may come before the wait for an asynchronous copy: says so if it does. */
void cpu_check_say_early(cpu_check_worker *worker, uintptr_t address, size_t size, uint32_t access,
                         const void *frame);

#endif
