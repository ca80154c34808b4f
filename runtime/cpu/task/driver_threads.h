/* driver_threads.h: starts the threads of the operating system that belong to the driver. They
 * block the program's signals, and never end. */
#ifndef CPU_DRIVER_THREADS_H
#define CPU_DRIVER_THREADS_H

#include <stdbool.h>

typedef enum driver_thread_stack {
    DRIVER_THREAD_FOR_KERNELS, /* what kernels need */
    DRIVER_THREAD_USUAL        /* for the program's functions */
} driver_thread_stack;

typedef void *driver_thread_function(void *unused);

/* False if the operating system has no more threads. */
bool driver_thread_start(driver_thread_function *function, driver_thread_stack stack);

/* How many were started. */
unsigned int driver_thread_count(void);

#endif
