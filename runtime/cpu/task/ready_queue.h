/* ready_queue.h: tasks that may start, and the pieces that threads share the blocks of a kernel
 * in. */
#ifndef CPU_READY_QUEUE_H
#define CPU_READY_QUEUE_H

#include "task/task.h"

/* Guarded by the queue's lock. */
typedef struct cpu_ready_queue {
    cpu_task *first; /* by priority, then in the order in which they came */
    pthread_cond_t added;
    unsigned int idle;             /* threads at `added` */
    _Atomic unsigned int arrivals; /* tasks that were added, counted without end */
} cpu_ready_queue;

/* Work for the device, and the program's functions in streams. */
extern cpu_ready_queue cpu_ready_work;
extern cpu_ready_queue cpu_ready_functions;

/* With the lock: adds a task that may start; takes it out, if it is there. */
void cpu_ready_add(cpu_task *task);
void cpu_ready_remove(cpu_ready_queue *queue, const cpu_task *task);

/* How many threads share the blocks: CUSTUB_CPU_THREADS, or the cores that the process may use. */
unsigned int cpu_pool_threads(void);

/* True if there are at least as many cores as these threads. */
bool cpu_pool_has_cores(void);

#endif
