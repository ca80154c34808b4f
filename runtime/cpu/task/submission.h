/* submission.h: starting tasks when all tasks that they wait for are done. Call all functions with
 * the queue's lock. */
#ifndef CPU_SUBMISSION_H
#define CPU_SUBMISSION_H

#include "task/task.h"

/* Submits the task. It starts as soon as it waits for nothing. */
void cpu_task_submit(cpu_task *task);

/* Submits the task without its work, because something failed. */
void cpu_task_discard(cpu_task *task);

/* The task's work is done: starts the tasks that waited for nothing else. */
void cpu_task_finish(cpu_task *task);

#endif
