#define _POSIX_C_SOURCE 200809L

#include "task/submission.h"

#include "support/clock.h"
#include "task/ready_queue.h"

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

/* Ends a task. Tasks that waited for nothing else are added to the front of the list. Returns it.
 */
static cpu_task *complete(cpu_task *task, cpu_task *free_tasks)
{
    task->is_done = true;
    task->time = cpu_clock_now();
    cpu_task_unlink(task);
    for (size_t i = 0; i < task->dependent_count; i++) {
        cpu_task *dependent = task->dependents[i];
        if (--dependent->waits == 0) {
            dependent->next_ready = free_tasks;
            free_tasks = dependent;
        }
        cpu_task_keep(&dependent, NULL);
    }
    task->dependent_count = 0;
    cpu_work_dispose(&task->work);
    cpu_task_keep(&task, NULL);
    return free_tasks;
}

/* Starts tasks. This is a loop, because a chain of tasks without work may be too long for
 * recursion. */
static void start(cpu_task *free_tasks)
{
    while (free_tasks) {
        cpu_task *task = free_tasks;
        free_tasks = task->next_ready;
        if (takes_a_thread(task))
            cpu_ready_add(task);
        else
            free_tasks = complete(task, free_tasks);
    }
    cpu_task_tell_waiting();
}

void cpu_task_submit(cpu_task *task)
{
    task->references++;
    cpu_task_append(task);
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
