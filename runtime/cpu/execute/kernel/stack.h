/* stack.h: the stacks that threads of kernels run on, their own ones (fiber.h) and those of
 * threads of the operating system. */
#ifndef CPU_STACK_H
#define CPU_STACK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/* Bytes, of whole pages. A thread's local memory, as CUDA bounds it, fits with what the driver and
 * the C library need. Only what is touched becomes memory. */
size_t kernel_stack_size(void);

/* Bytes below a stack that fault. Images are compiled with -fstack-clash-protection: a function
 * touches its frame at least every 64 KiB, and so none gets past them. */
size_t kernel_stack_guard_size(void);

/* Makes these bytes fault. False if the system has no mappings left. */
bool kernel_stack_guard(void *lowest, size_t size);

/* Starts a thread of the operating system on such a stack. Answers as pthread_create does. */
int kernel_stack_create_thread(pthread_t *thread, void *(*function)(void *argument),
                               void *argument);

#endif
