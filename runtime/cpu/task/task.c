#define _POSIX_C_SOURCE 200809L

#include "task/task.h"

#include "context/context.h"
#include "support/array.h"

#include <stdlib.h>

static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
static bool is_expected; /* threads that wait at `finished` must be woken */

/* --- One task ------------------------------------------------------------------------------------
 */

cpu_task *cpu_task_create(cpu_work *work, int priority)
{
    cpu_task *task = calloc(1, sizeof(*task));

    if (!task) {
        cpu_work_dispose(work);
        return NULL;
    }
    task->work = *work;
    task->priority = priority;
    task->references = 1;
    task->waits = 1;
    return task;
}

static void drop(cpu_task *task)
{
    if (--task->references > 0)
        return;
    free(task->dependents);
    free(task);
}

void cpu_task_keep(cpu_task **slot, cpu_task *task)
{
    cpu_task *old = *slot;

    if (task)
        task->references++;
    *slot = task;
    if (old)
        drop(old);
}

bool cpu_task_add_wait(cpu_task *task, cpu_task *earlier)
{
    if (!earlier || earlier->is_done)
        return true;
    if (!cpu_array_reserve(&earlier->dependents, &earlier->dependent_capacity,
                           earlier->dependent_count, sizeof(*earlier->dependents)))
        return false;
    earlier->dependents[earlier->dependent_count++] = task;
    task->references++;
    task->waits++;
    return true;
}

bool cpu_task_is_done(const cpu_task *task)
{
    return task->is_done;
}

int64_t cpu_task_time(const cpu_task *task)
{
    return task->time;
}

/* --- The tasks of a context ----------------------------------------------------------------------
 */

void cpu_task_append(cpu_task *task)
{
    cpu_task_list *list = &task->work.context->tasks;

    task->list = list;
    task->serial = ++list->submitted;
    list->pending++;
    task->older = list->last;
    if (list->last)
        list->last->newer = task;
    else
        list->first = task;
    list->last = task;
}

void cpu_task_unlink(cpu_task *task)
{
    cpu_task_list *list = task->list;

    is_expected |= task->is_awaited || list->watchers > 0;
    list->pending--;
    if (task->older)
        task->older->newer = task->newer;
    else
        list->first = task->newer;
    if (task->newer)
        task->newer->older = task->older;
    else
        list->last = task->older;
}

/* --- Waiting -------------------------------------------------------------------------------------
 */

/* A broadcast wakes every waiting thread, and each takes the lock. So it is only sent if one of
 * them waits for a task that was done. */
void cpu_task_tell_waiting(void)
{
    if (is_expected)
        pthread_cond_broadcast(&finished);
    is_expected = false;
}

void cpu_task_wait(cpu_task *task)
{
    cpu_task *kept = NULL;

    cpu_task_keep(&kept, task);
    kept->is_awaited = true;
    while (!kept->is_done)
        cpu_queue_wait_for(&finished);
    cpu_task_keep(&kept, NULL);
}

/* Waits for the newest task first, because it usually ends last. */
static void wait_for_list(cpu_task_list *list)
{
    const uint64_t last = list->submitted;

    while (list->first && list->first->serial <= last) {
        cpu_task *newest = list->last;

        while (newest->serial > last)
            newest = newest->older;
        cpu_task_wait(newest);
    }
}

void cpu_task_list_watch(cpu_task_list *list, cpu_task *task)
{
    if (task)
        task->is_awaited = true;
    else
        list->watchers++;
    cpu_queue_wait_for(&finished);
    if (!task)
        list->watchers--;
}

/* --- All work of contexts ------------------------------------------------------------------------
 */

void cpu_context_wait(CUcontext context)
{
    cpu_queue_lock();
    wait_for_list(&context->tasks);
    cpu_queue_unlock();
}

void cpu_context_wait_for_all(void)
{
    cpu_queue_lock();
    for (CUcontext context = cpu_context_first(); context; context = context->next)
        wait_for_list(&context->tasks);
    cpu_queue_unlock();
}

void cpu_context_lock_idle(void)
{
    CUcontext busy;

    cpu_queue_lock();
    do {
        busy = cpu_context_first();
        while (busy && !busy->tasks.first)
            busy = busy->next;
        if (busy)
            wait_for_list(&busy->tasks);
    } while (busy);
}
