#define _POSIX_C_SOURCE 200809L

#include "task/pool.h"

#include "api/memory_checker.h"
#include "context/context.h"
#include "execute/block_relief.h"
#include "execute/block_runner.h"
#include "support/clock.h"
#include "task/driver_threads.h"
#include "task/process_end.h"
#include "task/ready_queue.h"
#include "task/submission.h"

#include <pthread.h>
#include <sched.h>

/* The most threads that are added because others are blocked. */
#define RELIEF_AT_MOST 256

/* How long a thread looks for the next kernel before it sleeps, in nanoseconds. Programs launch in
 * bursts, and waking a thread takes about as long as a small kernel. */
#define AWAKE_TIME 50000

static struct {
    pthread_mutex_t lock;
    bool is_running;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* --- A thread ------------------------------------------------------------------------------------
 */

static void end_check(cpu_task *task)
{
    CUresult found = CUDA_SUCCESS;

    if (task->work.kind == CPU_WORK_KERNEL && task->work.as.kernel.launch.check)
        found = cpu_memory_checker()->launch_end(task->work.as.kernel.launch.check);
    if (found != CUDA_SUCCESS && cpu_context_failure(task->work.context) == CUDA_SUCCESS)
        cpu_context_fail(task->work.context, found);
}

/* Runs pieces of the task until there are none left. If the context has failed, skips them. */
static void run_share(cpu_task *task)
{
    const cpu_launch *launch = &task->work.as.kernel.launch;
    CUcontext context = task->work.context;

    for (;;) {
        uint64_t first = atomic_fetch_add(&task->next_block, task->chunk);
        CUresult result = cpu_context_failure(context);

        if (first >= task->blocks)
            return;
        if (task->work.kind != CPU_WORK_KERNEL) {
            cpu_work_run(&task->work, result);
            continue;
        }
        if (result != CUDA_SUCCESS)
            continue;
        if (launch->cooperative)
            result = cpu_run_launch(launch);
        else if (task->chunk < task->blocks - first)
            result = cpu_run_blocks(launch, first, task->chunk);
        else
            result = cpu_run_blocks(launch, first, task->blocks - first);
        if (result != CUDA_SUCCESS)
            cpu_context_fail(context, result);
    }
}

/* True if a task arrives within AWAKE_TIME. Lets other threads have the processor meanwhile, and
 * releases the lock. */
static bool arrives_soon(cpu_ready_queue *queue)
{
    const unsigned int arrivals = atomic_load(&queue->arrivals);
    bool is_new;
    int64_t end;

    if (!cpu_pool_has_cores())
        return false;
    cpu_queue_unlock();
    end = cpu_clock_now() + AWAKE_TIME;
    do {
        sched_yield();
        is_new = atomic_load(&queue->arrivals) != arrivals;
    } while (!is_new && cpu_clock_now() < end);
    cpu_queue_lock();
    return is_new;
}

static void wait_for_task(cpu_ready_queue *queue)
{
    if (arrives_soon(queue) || queue->first)
        return;
    queue->idle++;
    cpu_queue_wait_for(&queue->added);
    queue->idle--;
}

/* Several threads may run blocks of one task. The last one to leave it finishes it. */
static void serve(cpu_ready_queue *queue)
{
    cpu_task *task = queue->first;

    if (!task) {
        wait_for_task(queue);
        return;
    }
    if (task->blocks <= task->chunk)
        queue->first = task->next_ready; /* one piece: no other thread can help */
    task->runners++;
    cpu_queue_unlock();
    run_share(task);
    cpu_queue_lock();
    cpu_ready_remove(queue, task);
    if (--task->runners > 0)
        return;
    cpu_queue_unlock(); /* only this thread still has the task */
    end_check(task);
    cpu_queue_lock();
    cpu_task_finish(task);
}

static void *run_work(void *unused)
{
    (void)unused;
    cpu_queue_lock();
    for (;;)
        serve(&cpu_ready_work);
    return NULL;
}

static void *run_functions(void *unused)
{
    (void)unused;
    cpu_driver_forbid_calls();
    cpu_queue_lock();
    for (;;)
        serve(&cpu_ready_functions);
    return NULL;
}

/* --- Starting them -------------------------------------------------------------------------------
 */

/* Succeeds with fewer threads than were asked for, but needs at least one. */
static bool start_threads(void)
{
    static bool has_functions;
    unsigned int started = 0;

    if (!has_functions)
        has_functions = driver_thread_start(run_functions, DRIVER_THREAD_USUAL);
    if (!has_functions)
        return false;
    while (started < cpu_pool_threads() && driver_thread_start(run_work, DRIVER_THREAD_FOR_KERNELS))
        started++;
    return started > 0;
}

/* True if work waits and no thread is free. A kernel no longer waits when a thread has found that
 * it has no more pieces. */
static bool is_needed(void)
{
    return cpu_ready_work.first && cpu_ready_work.idle == 0;
}

/* Starts one more thread if work waits and none is free: the running work may be waiting for it. */
static void relieve(void)
{
    static unsigned int started; /* guarded by the queue's lock */
    bool starts;

    cpu_queue_lock();
    starts = is_needed() && started < RELIEF_AT_MOST;
    started += starts;
    cpu_queue_unlock();
    if (starts)
        driver_thread_start(run_work, DRIVER_THREAD_FOR_KERNELS);
}

CUresult cpu_pool_start(void)
{
    bool is_running;

    cpu_process_end_watch();
    pthread_mutex_lock(&pool.lock);
    if (!pool.is_running) {
        block_relief_set(relieve);
        pool.is_running = start_threads();
    }
    is_running = pool.is_running;
    pthread_mutex_unlock(&pool.lock);
    return is_running ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}
