/* task.h: work that was submitted: which tasks wait for which, and the threads that do them.
 *
 * A task is done when everything that it waits for is done and its work has been done. Tasks live
 * as long as someone refers to them; the queue refers to those that are not done.
 *
 * The order in which tasks are submitted is decided under one lock, which also guards the streams'
 * and events' references to tasks. */
#ifndef CPU_TASK_H
#define CPU_TASK_H

#include "stream/work.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct cpu_task cpu_task;

/* The tasks of a context that are not done, the oldest first. */
typedef struct cpu_task_list {
    cpu_task *first;
    cpu_task *last;
    uint64_t submitted;
    uint64_t pending;
    unsigned int watchers; /* threads that wait for any of them to end */
} cpu_task_list;

struct cpu_task {
    cpu_work work;
    int priority;
    unsigned int references;
    size_t waits; /* tasks that are not done; one more until it is submitted */
    bool is_done;
    bool is_awaited; /* some thread waits for it */
    int64_t time;    /* when it was done */
    cpu_task **dependents;
    size_t dependent_count;
    size_t dependent_capacity;
    /* In its context's list. */
    cpu_task_list *list;
    uint64_t serial;
    cpu_task *older;
    cpu_task *newer;
    /* In the pool. */
    cpu_task *next_ready;
    unsigned int runners; /* threads that run its blocks now */
    uint64_t blocks;      /* of a kernel */
    uint64_t chunk;
    _Atomic uint64_t next_block;
};

void cpu_queue_lock(void);
void cpu_queue_unlock(void);
/* Gives up the lock until the condition is signalled. */
void cpu_queue_wait_for(pthread_cond_t *condition);

/* All of the following are called with the lock held. */

/* A task, which owns the work and what that owns; null, and the work disposed of, without memory.
 * Higher priorities are negative, as CUDA's are. The caller has a reference. */
cpu_task *cpu_task_create(cpu_work *work, int priority);

/* `task`, which is not submitted, waits for `earlier`, which may be null or done. False without
 * memory. */
bool cpu_task_add_wait(cpu_task *task, cpu_task *earlier);

/* Starts it when it may start. */
void cpu_task_submit(cpu_task *task);

/* For a task that cannot be submitted as it was meant to be. */
void cpu_task_discard(cpu_task *task);

/* Replaces the reference at `slot`, which may hold null; `task` may be null. */
void cpu_task_keep(cpu_task **slot, cpu_task *task);
bool cpu_task_is_done(const cpu_task *task);
/* Nanoseconds of a clock that never goes back: when a task that is done was done. */
int64_t cpu_task_time(const cpu_task *task);

/* Waits, without the lock in the meantime. The task is kept in place. */
void cpu_task_wait(cpu_task *task);
/* Waits for everything that was submitted to the list before. */
void cpu_task_list_wait(cpu_task_list *list);
/* Waits until `task`, or some task of the list if it is null, has ended. It may return earlier. */
void cpu_task_list_watch(cpu_task_list *list, cpu_task *task);

/* For the pool alone: the task's work has been done. */
void cpu_task_finish(cpu_task *task);

#endif
