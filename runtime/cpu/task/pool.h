/* pool.h: the threads that do the work of tasks: one for each core that the process may use,
 * which share the blocks of kernels, and one for the program's functions in streams, which may take
 * their time. They are started when they are first needed and never end; a process that was forked
 * from this one has none of them, and no driver. */
#ifndef CPU_POOL_H
#define CPU_POOL_H

#include "api/api.h"

/* Starts the threads, if they are not running. Without the queue's lock. */
CUresult cpu_pool_start(void);

#endif
