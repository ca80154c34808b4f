/* kernel_call.h: the functions of custub_cpu_check other than loads and stores. */
#ifndef CPU_KERNEL_CALL_H
#define CPU_KERNEL_CALL_H

#include "checker/checker.h"

#include <stddef.h>
#include <stdint.h>

void *cpu_check_kernel_allocate(size_t size);
void cpu_check_kernel_release(void *memory, const void *frame);
void cpu_check_copy_begin(void *target, size_t size, const void *source, size_t source_size,
                          const void *frame);
void cpu_check_copy_commit(void);
void cpu_check_copy_wait(size_t prior);
void cpu_check_bulk_commit(void);
void cpu_check_bulk_wait(size_t prior, uint32_t is_read);
void cpu_check_copy_bind(const uint64_t *barrier, uint64_t phase, uint32_t is_all);

/* checker.h */
void cpu_check_bulk_access(const cpu_check_bulk *bulk, const void *frame);

#endif
