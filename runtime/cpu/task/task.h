/* task.h: work that was submitted: which tasks wait for which, and the threads that do them.
 *
 * A task is done when everything that it waits for is done and its work has been done. Tasks live
 * as long as someone refers to them; the queue refers to those that are not done.
 *
 * The order in which tasks are submitted is decided under one lock, which also guards the streams'
 * and events' references to tasks. */
#ifndef CPU_TASK_H
#define CPU_TASK_H

#include "context/queue.h"
#include "context/stream_state.h"
#include "task/work.h"

#include <stdatomic.h>
#include <stdbool.h>

typedef struct cpu_task cpu_task;

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

/* All of the following are called with the lock held. */

/* A task, which owns the work and what that owns; null, and the work disposed of, without memory.
 * Higher priorities are negative, as CUDA's are. The caller has a reference. */
cpu_task *cpu_task_create(cpu_work *work, int priority);

/* `task`, which is not submitted, waits for `earlier`, which may be null or done. False without
 * memory. */
bool cpu_task_add_wait(cpu_task *task, cpu_task *earlier);

/* Replaces the reference at `slot`, which may hold null; `task` may be null. */
void cpu_task_keep(cpu_task **slot, cpu_task *task);
bool cpu_task_is_done(const cpu_task *task);
/* Nanoseconds of a clock that never goes back: when a task that is done was done. */
int64_t cpu_task_time(const cpu_task *task);

/* Waits, without the lock in the meantime. The task is kept in place. */
void cpu_task_wait(cpu_task *task);
/* Waits until `task`, or some task of the list if it is null, has ended. It may return earlier. */
void cpu_task_list_watch(cpu_task_list *list, cpu_task *task);

/* For submission.c: puts the task into its context's list, and takes it out when it is done; wakes
 * the threads that wait for a task that was done. */
void cpu_task_append(cpu_task *task);
void cpu_task_unlink(cpu_task *task);
void cpu_task_tell_waiting(void);

/* --- All that contexts have to do: without the lock ---------------------------------------------
 */

/* Waits for everything that was submitted before. */
void cpu_context_wait(CUcontext context);

/* The same in all contexts; none may be destroyed in the meantime. */
void cpu_context_wait_for_all(void);

/* Returns with the queue's lock, when no context has anything to do. */
void cpu_context_lock_idle(void);

#endif
