/* pool.h: the threads that do the work of tasks. There is one for each core that the process may
 * use; they share the blocks of kernels. One more runs the program's functions in streams, which
 * may take long. Threads are started when they are first needed and never end; process_end.h
 * says what then ends the process. A forked child has none of them, and no driver. */
#ifndef CPU_POOL_H
#define CPU_POOL_H

#include "api/api.h"

/* Starts the threads if they are not running. Without the queue's lock. */
CUresult cpu_pool_start(void);

#endif
