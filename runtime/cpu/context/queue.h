/* queue.h: the lock under which work is submitted, so that its order is clear. It also guards the
 * list of contexts, and all references to tasks: those of streams, events and graphs. */
#ifndef CPU_QUEUE_H
#define CPU_QUEUE_H

#include <pthread.h>

void cpu_queue_lock(void);
void cpu_queue_unlock(void);

/* Waits for the condition, and releases the lock meanwhile. */
void cpu_queue_wait_for(pthread_cond_t *condition);

#endif
