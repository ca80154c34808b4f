#define _GNU_SOURCE /* SIGEV_THREAD_ID, gettid, the registers of a context */

#include "execute/kernel/tick.h"

#include "support/clock.h"

#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

/* The real-time signals to choose from. The C library uses the first ones, debuggers and virtual
 * machines use the last ones. */
#define FIRST_SIGNAL (SIGRTMAX - 4)
#define LAST_SIGNAL  (SIGRTMIN + 4)

/* Nanoseconds. TICK is processor time of a thread that may be busy. SOON_TICK is for threads that
 * seem to poll; it doubles with each round, up to MOST_ROUNDS. */
#define TICK        5000000
#define SOON_TICK   50000
#define MOST_ROUNDS 7

/* Nanoseconds between looks at the signal: a program may set all signals to be ignored. */
#define LOOK_TIME 10000000

/* The thread sanitizer does not let a handler leave its stack. */
#define HAS_TICKS true
#if defined(__SANITIZE_THREAD__)
#undef HAS_TICKS
#define HAS_TICKS false
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#undef HAS_TICKS
#define HAS_TICKS false
#endif
#endif

#if !defined(sigev_notify_thread_id)
#define sigev_notify_thread_id _sigev_un._tid
#endif

/* Belongs to one thread at a time. It is never freed: another thread takes it. */
typedef struct thread_ticks {
    struct thread_ticks *next; /* in the list of all */
    atomic_bool is_taken;
    timer_t steady;
    timer_t soon;
    bool has_soon;
    const cpu_image_code *volatile code; /* the watched code */
    /* Ticks that came while the watched code was inside the driver. */
    volatile sig_atomic_t missed;
    volatile sig_atomic_t missed_soon;
} thread_ticks;

static struct {
    pthread_once_t once;
    pthread_key_t key; /* of a thread's thread_ticks */
    bool is_ready;
    int signal;
    struct sigaction previous;
    _Atomic(thread_ticks *) all;
} ticks = {.once = PTHREAD_ONCE_INIT};

static _Atomic(kernel_tick_handler *) handler;

static _Thread_local thread_ticks *own;

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

/* The owner of the timer, or null if it is the program's. */
static thread_ticks *ticks_of(const void *timer)
{
    thread_ticks *each = atomic_load(&ticks.all);

    while (each && timer != &each->steady && timer != &each->soon)
        each = each->next;
    return each;
}

static bool is_in(const cpu_image_code *code, uintptr_t place)
{
    return code && place - code->first < code->last - code->first;
}

static void tick(thread_ticks *own_ticks, uintptr_t place, bool soon)
{
    if (is_in(own_ticks->code, place) && atomic_load(&handler)(soon))
        return;
    if (soon)
        own_ticks->missed_soon = true;
    else
        own_ticks->missed = true;
}

/* Runs on the interrupted stack: the interrupted thread may continue much later, and by then other
 * threads would have used a signal stack. Reads thread-local variables only if a kernel's own code
 * was interrupted: the system allocates them at their first use, and otherwise the interrupted code
 * may be that allocation. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    const int error = errno;
    const void *timer = info->si_value.sival_ptr;
    thread_ticks *own_ticks = info->si_code == SI_TIMER ? ticks_of(timer) : NULL;

    if (own_ticks) {
        tick(own_ticks, place_of(context), timer == &own_ticks->soon);
    } else if (ticks.previous.sa_flags & SA_SIGINFO) {
        ticks.previous.sa_sigaction(number, info, context);
    } else if (ticks.previous.sa_handler != SIG_DFL && ticks.previous.sa_handler != SIG_IGN) {
        ticks.previous.sa_handler(number);
    }
    errno = error;
}

static void release_ticks(void *memory)
{
    thread_ticks *released = memory;

    own = NULL;
    timer_delete(released->steady);
    if (released->has_soon)
        timer_delete(released->soon);
    atomic_store(&released->is_taken, false);
}

static thread_ticks *take_ticks(void)
{
    thread_ticks *first = atomic_load(&ticks.all);
    thread_ticks *each = first;

    while (each && atomic_exchange(&each->is_taken, true))
        each = each->next;
    if (each)
        return each;
    each = calloc(1, sizeof(*each));
    if (!each)
        return NULL;
    atomic_init(&each->is_taken, true);
    do
        each->next = first;
    while (!atomic_compare_exchange_weak(&ticks.all, &first, each));
    return each;
}

/* SA_NODEFER: the handler switches to another thread of the block, where the signal must not stay
 * blocked. No SA_ONSTACK: only threads of this driver get the signal. */
static bool take_signal(void)
{
    struct sigaction action = {0};

    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
    sigemptyset(&action.sa_mask);
    return sigaction(ticks.signal, &action, NULL) == 0;
}

static bool has_no_handler(int number, struct sigaction *now)
{
    return sigaction(number, NULL, now) == 0 && !(now->sa_flags & SA_SIGINFO) &&
           (now->sa_handler == SIG_DFL || now->sa_handler == SIG_IGN);
}

/* If all signals have a handler, as in a Go program, takes the first one. Its handler still gets
 * the signals that our timers did not send. */
static void choose_signal(void)
{
    ticks.signal = FIRST_SIGNAL;
    while (ticks.signal > LAST_SIGNAL && !has_no_handler(ticks.signal, &ticks.previous))
        ticks.signal--;
    if (has_no_handler(ticks.signal, &ticks.previous))
        return;
    ticks.signal = FIRST_SIGNAL;
    sigaction(ticks.signal, NULL, &ticks.previous);
}

static void install(void)
{
    if (pthread_key_create(&ticks.key, release_ticks) != 0)
        return;
    choose_signal();
    ticks.is_ready = take_signal();
}

/* A handler that the program installed later stays: it may call ours. */
static void look_after_signal(void)
{
    static _Thread_local int64_t looked;
    struct sigaction taken_away;
    const int64_t now = cpu_clock_coarse();

    if (now - looked < LOOK_TIME)
        return;
    looked = now;
    if (has_no_handler(ticks.signal, &taken_away))
        take_signal();
}

static bool create_timer(clockid_t clock, timer_t *timer)
{
    struct sigevent event = {0};

    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = ticks.signal;
    event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
    event.sigev_value.sival_ptr = timer;
    return timer_create(clock, &event, timer) == 0;
}

static void open_signal(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, ticks.signal);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void start_ticks(void)
{
    const struct itimerspec steady = {{0, TICK}, {0, TICK}};
    thread_ticks *taken = take_ticks();

    if (!taken)
        return;
    if (!create_timer(CLOCK_THREAD_CPUTIME_ID, &taken->steady)) {
        atomic_store(&taken->is_taken, false);
        return;
    }
    taken->has_soon = create_timer(CLOCK_MONOTONIC, &taken->soon);
    if (pthread_setspecific(ticks.key, taken) != 0) {
        release_ticks(taken);
        return;
    }
    own = taken;
    open_signal();
    timer_settime(taken->steady, 0, &steady, NULL);
}

void kernel_tick_prepare_thread(kernel_tick_handler *on_tick)
{
    static _Thread_local bool was_tried;

    if (HAS_TICKS && !was_tried) {
        was_tried = true;
        atomic_store(&handler, on_tick);
        pthread_once(&ticks.once, install);
        if (ticks.is_ready)
            start_ticks();
    }
    if (own)
        look_after_signal();
}

const cpu_image_code *kernel_tick_watch(const cpu_image_code *code)
{
    const cpu_image_code *watched = NULL;

    if (own) {
        watched = own->code;
        own->code = code;
        own->missed = false;
        own->missed_soon = false;
    }
    return watched;
}

void kernel_tick_catch_up(void)
{
    fenv_t environment;
    bool missed;

    if (!own || (!own->missed && !own->missed_soon))
        return;
    missed = own->missed;
    own->missed = false;
    own->missed_soon = false;
    fegetenv(&environment);
    atomic_load (&handler)(!missed);
    fesetenv(&environment);
}

void kernel_tick_soon(uint64_t rounds)
{
    const long time = (long)SOON_TICK << (rounds < MOST_ROUNDS ? rounds : MOST_ROUNDS);
    const struct itimerspec soon = {{0, 0}, {0, time}};

    if (own && own->has_soon)
        timer_settime(own->soon, 0, &soon, NULL);
}
