#define _POSIX_C_SOURCE 200809L

#include "context/queue.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void cpu_queue_lock(void)
{
    pthread_mutex_lock(&lock);
}

void cpu_queue_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

void cpu_queue_wait_for(pthread_cond_t *condition)
{
    pthread_cond_wait(condition, &lock);
}
