/* task.h: submitted work: which tasks wait for which, and the threads that do them.
 *
 * A task is done when its own work and all tasks that it waits for are done. A task exists as long
 * as there are references to it; the queue has one to each task that is not done.
 *
 * One lock orders the submission of tasks. It also guards the references of streams and events to
 * tasks. */
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
    size_t waits; /* unfinished tasks that it waits for; plus one until it is submitted */
    bool is_done;
    bool is_awaited; /* some thread waits for it */
    int64_t time;    /* when it became done */
    cpu_task **dependents;
    size_t dependent_count;
    size_t dependent_capacity;
    /* In its context's list. */
    cpu_task_list *list;
    uint64_t serial;
    cpu_task *older;
    cpu_task *newer;
    /* In the queue of tasks that may start. */
    cpu_task *next_ready;
    unsigned int runners; /* threads that run its blocks now */
    uint64_t blocks;      /* of a kernel; 1 for other work */
    uint64_t chunk;
    _Atomic uint64_t next_block;
};

/* All of the following are called with the lock held. */

/* Makes a task with one reference, which the caller has. The task owns the work. Without memory the
 * work is disposed of, and the task is null. As in CUDA, lower numbers are higher priorities. */
cpu_task *cpu_task_create(cpu_work *work, int priority);

/* Makes `task`, which is not submitted yet, wait for `earlier`, which may be null or done. False
 * without memory. */
bool cpu_task_add_wait(cpu_task *task, cpu_task *earlier);

/* Replaces the reference at `slot`, which may hold null; `task` may be null. */
void cpu_task_keep(cpu_task **slot, cpu_task *task);
bool cpu_task_is_done(const cpu_task *task);
/* When the task became done, in nanoseconds of a clock that never goes back. */
int64_t cpu_task_time(const cpu_task *task);

/* Waits for the task, without the lock meanwhile, and keeps it until then. */
void cpu_task_wait(cpu_task *task);
/* Waits until `task` has ended; if it is null, until any task of the list has. It may return too
 * early. */
void cpu_task_list_watch(cpu_task_list *list, cpu_task *task);

/* For submission.c: adds the task to its context's list; takes it out when it is done; wakes the
 * threads that wait for a task that was done. */
void cpu_task_append(cpu_task *task);
void cpu_task_unlink(cpu_task *task);
void cpu_task_tell_waiting(void);

/* --- All work of contexts: without the lock -----------------------------------------------------
 */

/* Waits for everything that was submitted earlier. */
void cpu_context_wait(CUcontext context);

/* The same for all contexts. No context may be destroyed meanwhile. */
void cpu_context_wait_for_all(void);

/* Waits until no context has any work, and returns with the queue's lock. */
void cpu_context_lock_idle(void);

#endif
