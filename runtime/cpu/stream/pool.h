/* pool.h: the threads that do the work of tasks: one for each core that the process may use,
 * which share the blocks of kernels, and one for the program's functions in streams, which may take
 * their time. They are started when they are first needed and never end; a process that was forked
 * from this one has none of them, and no driver. */
#ifndef CPU_POOL_H
#define CPU_POOL_H

#include "stream/task.h"

/* How many threads share the blocks: CUSTUB_CPU_THREADS, or the cores that the process may use. */
unsigned int cpu_pool_threads(void);

/* Starts the threads, if they are not running. Without the lock. */
CUresult cpu_pool_start(void);

/* A task may start. With the lock. */
void cpu_pool_add(cpu_task *task);

/* Whether the calling thread is the one that runs the program's functions. */
bool cpu_pool_in_host_function(void);

/* Work that is waiting gets a thread more, if none is free: those that are at work may be waiting
 * for it. */
void cpu_pool_relieve(void);

#endif
