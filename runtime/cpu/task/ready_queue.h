/* ready_queue.h: tasks that may start. The blocks of a kernel are cut into pieces, which several
 * threads share. */
#ifndef CPU_READY_QUEUE_H
#define CPU_READY_QUEUE_H

#include "task/task.h"

/* Guarded by the queue's lock. */
typedef struct cpu_ready_queue {
    cpu_task *first; /* sorted by priority, then by arrival */
    pthread_cond_t added;
    unsigned int idle;             /* threads that wait for `added` */
    _Atomic unsigned int arrivals; /* how many tasks were ever added; may wrap around */
} cpu_ready_queue;

/* Work for the device, and the program's functions in streams. */
extern cpu_ready_queue cpu_ready_work;
extern cpu_ready_queue cpu_ready_functions;

/* With the lock: adds a task that may start; takes a task out, if it is there. */
void cpu_ready_add(cpu_task *task);
void cpu_ready_remove(cpu_ready_queue *queue, const cpu_task *task);

/* How many threads share blocks: CUSTUB_CPU_THREADS, or the cores that the process may use. */
unsigned int cpu_pool_threads(void);

/* True if there is a core for each thread. */
bool cpu_pool_has_cores(void);

#endif
