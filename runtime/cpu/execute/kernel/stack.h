/* stack.h: the stacks that kernels run on: those of fiber.h, and those of threads of the operating
 * system. */
#ifndef CPU_STACK_H
#define CPU_STACK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* Bytes, whole pages: room for a thread's local memory, as CUDA limits it, and for the driver and
 * the C library. Only pages that are touched take memory. */
size_t kernel_stack_size(void);

/* Bytes below a stack that fault. No function gets past them: images are compiled with
 * -fstack-clash-protection, by which a function touches its frame at least every 64 KiB. */
size_t kernel_stack_guard_size(void);

/* Makes these bytes fault. False if the system has no mappings left. */
bool kernel_stack_guard(void *lowest, size_t size);

/* Starts a thread of the operating system on such a stack. Returns what pthread_create returns. */
int kernel_stack_create_thread(pthread_t *thread, void *(*function)(void *argument),
                               void *argument);

#endif
