/* sched_getaffinity and CPU_COUNT are GNU's. */
#define _GNU_SOURCE

#include "stream/pool.h"

#include "api/memory_checker.h"
#include "context/context.h"
#include "api/settings.h"
#include "execute/kernel_stack.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define THREADS_AT_MOST 1024

/* How many more there may be because others stand still. */
#define RELIEF_AT_MOST 256

/* How many pieces a kernel's blocks are cut into for each thread, so that one that is held up does
 * not hold up the others. */
#define PIECES_PER_THREAD 16

/* How many of its threads a piece of a grid-stride kernel has, if that leaves one for every core:
 * it goes along the data in stripes as wide. */
#define STRIPE_THREADS 16384

/* How long a thread stays awake for the next kernel, in nanoseconds. Programs launch in bursts, and
 * to wake a thread takes about as long as a small kernel. */
#define AWAKE_TIME 50000

typedef struct task_queue {
    cpu_task *first; /* by priority, then in the order in which they came */
    pthread_cond_t added;
    unsigned int idle;             /* threads at `added` */
    _Atomic unsigned int arrivals; /* tasks that were added, counted without end */
} task_queue;

static task_queue work = {.added = PTHREAD_COND_INITIALIZER};
static task_queue functions = {.added = PTHREAD_COND_INITIALIZER};

static struct {
    pthread_mutex_t lock;
    bool is_running;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local bool runs_functions;

/* --- How many ------------------------------------------------------------------------------------
 */

static unsigned int usable_cores(void)
{
    cpu_set_t set;
    long cores;

    if (sched_getaffinity(0, sizeof(set), &set) == 0)
        cores = CPU_COUNT(&set);
    else /* more cores than a cpu_set_t holds */
        cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (cores < 1)
        return 1;
    return cores < THREADS_AT_MOST ? (unsigned int)cores : THREADS_AT_MOST;
}

static unsigned int thread_count;
static bool stays_awake; /* each thread may have a core of its own */

static void count_threads(void)
{
    const unsigned int cores = usable_cores();

    thread_count = (unsigned int)cpu_setting_number("CUSTUB_CPU_THREADS", 1, THREADS_AT_MOST, cores,
                                                    "a number from 1 to 1024");
    stays_awake = thread_count <= cores;
}

unsigned int cpu_pool_threads(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, count_threads);
    return thread_count;
}

bool cpu_pool_in_host_function(void)
{
    return runs_functions;
}

/* --- Tasks that may start ------------------------------------------------------------------------
 */

static void insert(task_queue *queue, cpu_task *task)
{
    cpu_task **slot = &queue->first;

    while (*slot && (*slot)->priority <= task->priority)
        slot = &(*slot)->next_ready;
    task->next_ready = *slot;
    *slot = task;
}

static void take_out(task_queue *queue, const cpu_task *task)
{
    for (cpu_task **slot = &queue->first; *slot; slot = &(*slot)->next_ready) {
        if (*slot == task) {
            *slot = task->next_ready;
            return;
        }
    }
}

/* Of whole rows, or planes, where it is longer: neighbouring blocks may run as one. */
static uint64_t round_piece(uint64_t blocks, const custub_cpu_extent *grid)
{
    const uint64_t plane = (uint64_t)grid->x * grid->y;

    if (blocks > plane)
        return blocks - blocks % plane;
    if (blocks > grid->x)
        return blocks - blocks % grid->x;
    return blocks > 0 ? blocks : 1;
}

static uint64_t blocks_of_piece(const cpu_launch *launch, uint64_t blocks)
{
    const uint64_t threads = cpu_pool_threads();
    const custub_cpu_extent *extent = &launch->block_extent;
    const uint64_t even = blocks / (threads * PIECES_PER_THREAD);
    const uint64_t fair = (blocks + threads - 1) / threads;
    const uint64_t stripe = STRIPE_THREADS / ((uint64_t)extent->x * extent->y * extent->z);
    const uint64_t wide = stripe < fair ? stripe : fair;

    return launch->kernel->flags & CUSTUB_CPU_KERNEL_STRIDED && even < wide ? wide : even;
}

static void cut_into_pieces(cpu_task *task)
{
    const cpu_launch *launch = &task->work.as.kernel.launch;

    /* The blocks of a cooperative launch are run together. */
    task->blocks = launch->cooperative ? 1 : cpu_launch_blocks(launch);
    task->chunk = round_piece(blocks_of_piece(launch, task->blocks), &launch->grid_extent);
}

/* A cooperative launch is checked where it is run, as one. */
static void begin_check(cpu_launch *launch)
{
    const cpu_checker *checker = launch->cooperative ? NULL : cpu_memory_checker();

    launch->check = checker ? checker->launch_begin(launch->kernel) : NULL;
}

static void end_check(cpu_task *task)
{
    CUresult found = CUDA_SUCCESS;

    if (task->work.kind == CPU_WORK_KERNEL && task->work.as.kernel.launch.check)
        found = cpu_memory_checker()->launch_end(task->work.as.kernel.launch.check);
    if (found != CUDA_SUCCESS && cpu_context_failure(task->work.context) == CUDA_SUCCESS)
        cpu_context_fail(task->work.context, found);
}

void cpu_pool_add(cpu_task *task)
{
    task->blocks = 1;
    task->chunk = 1;
    if (task->work.kind == CPU_WORK_HOST) {
        insert(&functions, task);
        atomic_fetch_add(&functions.arrivals, 1);
        pthread_cond_signal(&functions.added);
        return;
    }
    if (task->work.kind == CPU_WORK_KERNEL) {
        cut_into_pieces(task);
        task->work.as.kernel.launch.context = task->work.context;
        begin_check(&task->work.as.kernel.launch);
    }
    insert(&work, task);
    atomic_fetch_add(&work.arrivals, 1);
    if (work.idle == 0)
        return;
    if (task->blocks > 1)
        pthread_cond_broadcast(&work.added);
    else
        pthread_cond_signal(&work.added);
}

/* --- A thread ------------------------------------------------------------------------------------
 */

/* Runs pieces of the task until there are none. Of a context that failed nothing runs any more. */
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

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Whether a task arrived while others, if there are any, had the processor. Without the lock in the
 * meantime. */
static bool arrives_soon(task_queue *queue)
{
    const unsigned int arrivals = atomic_load(&queue->arrivals);
    bool is_new;
    int64_t end;

    if (!stays_awake)
        return false;
    cpu_queue_unlock();
    end = now() + AWAKE_TIME;
    do {
        sched_yield();
        is_new = atomic_load(&queue->arrivals) != arrivals;
    } while (!is_new && now() < end);
    cpu_queue_lock();
    return is_new;
}

static void wait_for_task(task_queue *queue)
{
    if (arrives_soon(queue) || queue->first)
        return;
    queue->idle++;
    cpu_queue_wait_for(&queue->added);
    queue->idle--;
}

/* Several threads may be running blocks of one task; the last one to leave it is done with it. */
static void serve(task_queue *queue)
{
    cpu_task *task = queue->first;

    if (!task) {
        wait_for_task(queue);
        return;
    }
    if (task->blocks <= task->chunk)
        queue->first = task->next_ready; /* nothing to share */
    task->runners++;
    cpu_queue_unlock();
    run_share(task);
    cpu_queue_lock();
    take_out(queue, task);
    if (--task->runners > 0)
        return;
    cpu_queue_unlock(); /* nobody else has it: it is in no queue */
    end_check(task);
    cpu_queue_lock();
    cpu_task_finish(task);
}

static void *run_work(void *unused)
{
    (void)unused;
    cpu_queue_lock();
    for (;;)
        serve(&work);
    return NULL;
}

static void *run_functions(void *unused)
{
    (void)unused;
    runs_functions = true;
    cpu_queue_lock();
    for (;;)
        serve(&functions);
    return NULL;
}

/* --- Starting them -------------------------------------------------------------------------------
 */

/* Signals are the program's threads' business, but for those that tell of the thread's own fault.
 */
static void block_signals(sigset_t *old)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    sigset_t set;

    sigfillset(&set);
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        sigdelset(&set, own[i]);
    pthread_sigmask(SIG_SETMASK, &set, old);
}

/* The program's functions have the stack that the program's own threads have. */
static bool start_thread(void *(*function)(void *unused))
{
    pthread_t thread;
    sigset_t old;
    bool is_started;

    block_signals(&old); /* a new thread has its creator's */
    is_started = (function == run_work ? kernel_stack_create_thread(&thread, function, NULL)
                                       : pthread_create(&thread, NULL, function, NULL)) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (is_started)
        pthread_detach(thread);
    return is_started;
}

/* Fewer threads than were asked for will do, but none will not. */
static bool start_threads(void)
{
    static bool has_functions;
    unsigned int started = 0;

    if (!has_functions)
        has_functions = start_thread(run_functions);
    if (!has_functions)
        return false;
    while (started < cpu_pool_threads() && start_thread(run_work))
        started++;
    return started > 0;
}

CUresult cpu_pool_start(void)
{
    bool is_running;

    pthread_mutex_lock(&pool.lock);
    if (!pool.is_running)
        pool.is_running = start_threads();
    is_running = pool.is_running;
    pthread_mutex_unlock(&pool.lock);
    return is_running ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}

/* Nothing else is waiting for a kernel of which threads have left already: that one is served by
 * who comes next. */
static bool is_needed(void)
{
    return work.first && work.idle == 0;
}

void cpu_pool_relieve(void)
{
    static unsigned int started; /* under the queue's lock */
    bool starts;

    cpu_queue_lock();
    starts = is_needed() && started < RELIEF_AT_MOST;
    started += starts;
    cpu_queue_unlock();
    if (starts)
        start_thread(run_work);
}
