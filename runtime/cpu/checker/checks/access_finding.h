/* access_finding.h: reports what is wrong with an access to global memory. `frame` is that of a
 * function that the kernel called. */
#ifndef CPU_ACCESS_FINDING_H
#define CPU_ACCESS_FINDING_H

#include "checker/worker.h"

/* The access is outside of all allocations. */
_Noreturn void cpu_check_stop_outside(cpu_check_worker *worker, uintptr_t address, size_t size,
                                      uint32_t access, const void *frame);

/* The access is in `range`, but beyond what the launch's contract allows. */
_Noreturn void cpu_check_stop_beyond(cpu_check_worker *worker, uintptr_t address, size_t size,
                                     uint32_t access, const cpu_check_range *range,
                                     const void *frame);

_Noreturn void cpu_check_stop_misaligned(cpu_check_worker *worker, uintptr_t address, size_t size,
                                         uint32_t access, const void *frame);

/* The access reads memory that was never written. */
void cpu_check_say_unwritten(cpu_check_worker *worker, uintptr_t address, size_t size,
                             const cpu_check_range *range, const void *frame);

/* Reports the access if it comes before the wait for an asynchronous copy of the same memory. */
void cpu_check_say_early(cpu_check_worker *worker, uintptr_t address, size_t size, uint32_t access,
                         const void *frame);

#endif
