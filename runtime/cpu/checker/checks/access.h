/* access.h: checks every load and store of an instrumented kernel. */
#ifndef CPU_ACCESS_H
#define CPU_ACCESS_H

#include "checker/worker.h"

/* custub_cpu_check.access. */
void cpu_check_access(const volatile void *pointer, size_t size, uint32_t access,
                      const void *frame);

/* An access that the driver makes for the kernel, such as to a texel. A texture has bounds of its
 * own: no contract holds it. */
void cpu_check_access_of_driver(const volatile void *pointer, size_t size, uint32_t access,
                                const void *frame);

/* Checks an aligned access that the hint does not cover, or that reads memory that was not written.
 * Updates the hint. */
void cpu_check_unhinted(cpu_check_worker *worker, uintptr_t address, size_t size, uint32_t access,
                        const void *frame, cpu_check_hint *hint);

#endif
