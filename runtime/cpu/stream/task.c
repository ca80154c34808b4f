#define _POSIX_C_SOURCE 200809L

#include "stream/task.h"

#include "context/context.h"
#include "stream/pool.h"

#include <stdlib.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
static bool is_expected; /* by threads at `finished`: what has been done */

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

/* Each time costs the threads that wait a wake-up and the lock: only when one of them asked. */
static void tell_waiting(void)
{
    if (is_expected)
        pthread_cond_broadcast(&finished);
    is_expected = false;
}

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

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
    if (earlier->dependent_count == earlier->dependent_capacity) {
        size_t capacity = earlier->dependent_capacity ? 2 * earlier->dependent_capacity : 2;
        cpu_task **dependents = realloc(earlier->dependents, capacity * sizeof(*dependents));
        if (!dependents)
            return false;
        earlier->dependents = dependents;
        earlier->dependent_capacity = capacity;
    }
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

/* --- Lists ---------------------------------------------------------------------------------------
 */

static void append(cpu_task *task)
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

static void unlink_task(cpu_task *task)
{
    cpu_task_list *list = task->list;

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

/* --- What becomes possible -----------------------------------------------------------------------
 */

static bool takes_a_thread(const cpu_task *task)
{
    switch (task->work.kind) {
    case CPU_WORK_KERNEL:
    case CPU_WORK_COPY:
    case CPU_WORK_FILL:
    case CPU_WORK_HOST:
        return true;
    default:
        return false;
    }
}

/* Puts the tasks that only waited for this one before `free_tasks`, and answers the list. */
static cpu_task *complete(cpu_task *task, cpu_task *free_tasks)
{
    task->is_done = true;
    task->time = now();
    is_expected |= task->is_awaited || task->list->watchers > 0;
    unlink_task(task);
    for (size_t i = 0; i < task->dependent_count; i++) {
        cpu_task *dependent = task->dependents[i];
        if (--dependent->waits == 0) {
            dependent->next_ready = free_tasks;
            free_tasks = dependent;
        }
        drop(dependent);
    }
    task->dependent_count = 0;
    cpu_work_dispose(&task->work);
    drop(task);
    return free_tasks;
}

/* Not by recursion: chains of tasks that take no thread may be long. */
static void start(cpu_task *free_tasks)
{
    while (free_tasks) {
        cpu_task *task = free_tasks;
        free_tasks = task->next_ready;
        if (takes_a_thread(task))
            cpu_pool_add(task);
        else
            free_tasks = complete(task, free_tasks);
    }
    tell_waiting();
}

void cpu_task_submit(cpu_task *task)
{
    task->references++;
    append(task);
    if (--task->waits == 0) {
        task->next_ready = NULL;
        start(task);
    }
}

void cpu_task_discard(cpu_task *task)
{
    cpu_work_dispose(&task->work);
    cpu_task_submit(task);
}

void cpu_task_finish(cpu_task *task)
{
    start(complete(task, NULL));
}

/* --- Waiting -------------------------------------------------------------------------------------
 */

void cpu_task_wait(cpu_task *task)
{
    cpu_task *kept = NULL;

    cpu_task_keep(&kept, task);
    kept->is_awaited = true;
    while (!kept->is_done)
        cpu_queue_wait_for(&finished);
    cpu_task_keep(&kept, NULL);
}

/* For the newest one, which mostly ends last. */
void cpu_task_list_wait(cpu_task_list *list)
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
