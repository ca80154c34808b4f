#define _GNU_SOURCE /* SIGEV_THREAD_ID, gettid, the registers of a context */

#include "kernel_tick.h"

#include "block_runner.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/* Ignored by programs that do not know it, should they take the handler away. */
#define TICK_SIGNAL SIGURG

/* In nanoseconds: of the thread's own time, for one that may just have much to do; and for those
 * that seem to do nothing but ask, doubled with each round. */
#define TICK        5000000
#define SOON_TICK   50000
#define MOST_ROUNDS 7

/* The thread sanitizer does not let a handler leave its stack. */
#if defined(__SANITIZE_THREAD__)
#define WITHOUT_TICKS 1
#endif
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WITHOUT_TICKS 1
#endif
#endif

#if !defined(sigev_notify_thread_id)
#define sigev_notify_thread_id _sigev_un._tid
#endif

typedef struct thread_ticks {
    timer_t steady;
    timer_t soon;
    bool has_soon;
} thread_ticks;

static struct {
    pthread_once_t once;
    pthread_key_t key; /* of a thread's thread_ticks */
    bool is_ready;
    struct sigaction previous;
} ticks = {.once = PTHREAD_ONCE_INIT};

static _Thread_local thread_ticks own;
static _Thread_local bool is_prepared;

/* Where the thread was interrupted. */
static uintptr_t place_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

/* Not on a stack of its own: the thread that was interrupted may go on much later, when others have
 * had this one's. */
static void on_tick(int number, siginfo_t *info, void *context)
{
    const int error = errno;

    if (is_prepared && info->si_code == SI_TIMER)
        cpu_kernel_tick(place_of(context), info->si_value.sival_ptr == &own.soon);
    else if (ticks.previous.sa_flags & SA_SIGINFO)
        ticks.previous.sa_sigaction(number, info, context);
    else if (ticks.previous.sa_handler != SIG_DFL && ticks.previous.sa_handler != SIG_IGN)
        ticks.previous.sa_handler(number);
    errno = error;
}

static void release_ticks(void *unused)
{
    (void)unused;
    is_prepared = false;
    timer_delete(own.steady);
    if (own.has_soon)
        timer_delete(own.soon);
}

/* SA_NODEFER: another thread of the block goes on with the signal as open as it was. */
static void install(void)
{
    struct sigaction action = {0};

    if (pthread_key_create(&ticks.key, release_ticks) != 0)
        return;
    action.sa_sigaction = on_tick;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
    sigemptyset(&action.sa_mask);
    ticks.is_ready = sigaction(TICK_SIGNAL, &action, &ticks.previous) == 0;
}

static bool create_timer(clockid_t clock, timer_t *timer)
{
    struct sigevent event = {0};

    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = TICK_SIGNAL;
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    event.sigev_value.sival_ptr = timer;
    return timer_create(clock, &event, timer) == 0;
}

static void open_signal(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, TICK_SIGNAL);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void start_ticks(void)
{
    const struct itimerspec steady = {{0, TICK}, {0, TICK}};

    if (!create_timer(CLOCK_THREAD_CPUTIME_ID, &own.steady))
        return;
    if (pthread_setspecific(ticks.key, &own) != 0) {
        timer_delete(own.steady);
        return;
    }
    own.has_soon = create_timer(CLOCK_MONOTONIC, &own.soon);
    is_prepared = true;
    open_signal();
    timer_settime(own.steady, 0, &steady, NULL);
}

void kernel_tick_prepare_thread(void)
{
    static _Thread_local bool was_tried;

    if (was_tried)
        return;
    was_tried = true;
#if !defined(WITHOUT_TICKS)
    pthread_once(&ticks.once, install);
    if (ticks.is_ready)
        start_ticks();
#endif
}

void kernel_tick_soon(uint64_t rounds)
{
    const long time = (long)SOON_TICK << (rounds < MOST_ROUNDS ? rounds : MOST_ROUNDS);
    const struct itimerspec soon = {{0, 0}, {0, time}};

    if (is_prepared && own.has_soon)
        timer_settime(own.soon, 0, &soon, NULL);
}
