/* submission.h: tasks start when all tasks that they wait for are done. All functions are called
 * with the queue's lock. */
#ifndef CPU_SUBMISSION_H
#define CPU_SUBMISSION_H

#include "task/task.h"

/* Submits the task: it starts as soon as it may. */
void cpu_task_submit(cpu_task *task);

/* Submits a task that cannot be submitted as intended, without its work. */
void cpu_task_discard(cpu_task *task);

/* The task's work has been done: tasks that waited for it alone start. */
void cpu_task_finish(cpu_task *task);

#endif
