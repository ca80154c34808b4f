/* sched_getaffinity and CPU_COUNT are GNU functions. */
#define _GNU_SOURCE

#include "task/ready_queue.h"

#include "api/memory_checker.h"
#include "api/settings.h"
#include "context/context.h"
#include "execute/block_runner.h"

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#define THREADS_AT_MOST 1024

/* How many pieces a kernel's blocks are cut into for each thread of the pool. With many pieces, a
 * slow thread does not delay the others. */
#define PIECES_PER_THREAD 16

cpu_ready_queue cpu_ready_work = {.added = PTHREAD_COND_INITIALIZER};
cpu_ready_queue cpu_ready_functions = {.added = PTHREAD_COND_INITIALIZER};

/* --- How many threads ----------------------------------------------------------------------------
 */

static unsigned int usable_cores(void)
{
    cpu_set_t set;
    long cores;

    if (sched_getaffinity(0, sizeof(set), &set) == 0)
        cores = CPU_COUNT(&set);
    else /* there are more cores than a cpu_set_t can hold */
        cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (cores < 1)
        return 1;
    return cores < THREADS_AT_MOST ? (unsigned int)cores : THREADS_AT_MOST;
}

static unsigned int thread_count;
static bool has_cores; /* there is a core for each thread */

static void count_threads(void)
{
    const unsigned int cores = usable_cores();

    thread_count = (unsigned int)cpu_setting_number("CUSTUB_CPU_THREADS", 1, THREADS_AT_MOST, cores,
                                                    "a number from 1 to 1024");
    has_cores = thread_count <= cores;
}

unsigned int cpu_pool_threads(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, count_threads);
    return thread_count;
}

bool cpu_pool_has_cores(void)
{
    cpu_pool_threads();
    return has_cores;
}

/* --- Tasks that may start ------------------------------------------------------------------------
 */

static void insert(cpu_ready_queue *queue, cpu_task *task)
{
    cpu_task **slot = &queue->first;

    while (*slot && (*slot)->priority <= task->priority)
        slot = &(*slot)->next_ready;
    task->next_ready = *slot;
    *slot = task;
}

void cpu_ready_remove(cpu_ready_queue *queue, const cpu_task *task)
{
    for (cpu_task **slot = &queue->first; *slot; slot = &(*slot)->next_ready) {
        if (*slot == task) {
            *slot = task->next_ready;
            return;
        }
    }
}

/* Rounds a piece to whole rows or planes if it is longer than one: neighbouring blocks may run
 * together. */
static uint64_t round_piece(uint64_t blocks, const custub_cpu_extent *grid)
{
    const uint64_t plane = (uint64_t)grid->x * grid->y;

    if (blocks > plane)
        return blocks - blocks % plane;
    if (blocks > grid->x)
        return blocks - blocks % grid->x;
    return blocks > 0 ? blocks : 1;
}

static void cut_into_pieces(cpu_task *task)
{
    const cpu_launch *launch = &task->work.as.kernel.launch;
    const uint64_t pieces = (uint64_t)cpu_pool_threads() * PIECES_PER_THREAD;

    /* All blocks of a cooperative launch run together. */
    task->blocks = launch->cooperative ? 1 : cpu_launch_blocks(launch);
    task->chunk = round_piece(task->blocks / pieces, &launch->grid_extent);
}

/* For a cooperative launch, its runner begins the check. In a failed context the values in memory
 * mean nothing, because the work before the launch may not have been done. */
static void begin_check(cpu_task *task)
{
    cpu_launch *launch = &task->work.as.kernel.launch;
    CUcontext context = task->work.context;
    const cpu_checker *checker = launch->cooperative ? NULL : cpu_memory_checker();
    CUresult found = CUDA_SUCCESS;

    launch->check =
        checker ? checker->launch_begin(launch->kernel, launch->contract, cpu_launch_bounds(launch))
                : NULL;
    if (launch->check)
        launch->order = block_order_read(task->blocks);
    if (launch->check && cpu_context_failure(context) == CUDA_SUCCESS)
        found = checker->launch_values(launch->check);
    if (found != CUDA_SUCCESS)
        cpu_context_fail(context, found); /* no block runs */
}

void cpu_ready_add(cpu_task *task)
{
    task->blocks = 1;
    task->chunk = 1;
    if (task->work.kind == CPU_WORK_HOST) {
        insert(&cpu_ready_functions, task);
        atomic_fetch_add(&cpu_ready_functions.arrivals, 1);
        pthread_cond_signal(&cpu_ready_functions.added);
        return;
    }
    if (task->work.kind == CPU_WORK_KERNEL) {
        cut_into_pieces(task);
        task->work.as.kernel.launch.failure = &task->work.context->failure;
        begin_check(task);
    }
    insert(&cpu_ready_work, task);
    atomic_fetch_add(&cpu_ready_work.arrivals, 1);
    if (cpu_ready_work.idle == 0)
        return;
    if (task->blocks > 1)
        pthread_cond_broadcast(&cpu_ready_work.added);
    else
        pthread_cond_signal(&cpu_ready_work.added);
}
