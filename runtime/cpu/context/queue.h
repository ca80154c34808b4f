/* queue.h: the one lock that decides in which order work is submitted. It guards the list of
 * contexts, and all references to tasks: those of streams, of events and of graphs. */
#ifndef CPU_QUEUE_H
#define CPU_QUEUE_H

#include <pthread.h>

void cpu_queue_lock(void);
void cpu_queue_unlock(void);

/* Releases the lock until the condition is signalled. */
void cpu_queue_wait_for(pthread_cond_t *condition);

#endif
