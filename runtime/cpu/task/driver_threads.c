#define _POSIX_C_SOURCE 200809L

#include "task/driver_threads.h"

#include "execute/kernel/stack.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint started;

/* Signals are for the program's threads, except those for a fault of the thread itself. */
static void block_signals(sigset_t *old)
{
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    sigset_t set;

    sigfillset(&set);
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        sigdelset(&set, own[i]);
    pthread_sigmask(SIG_SETMASK, &set, old);
}

bool driver_thread_start(driver_thread_function *function, driver_thread_stack stack)
{
    pthread_t thread;
    sigset_t old;
    bool is_started;

    atomic_fetch_add(&started, 1); /* before the thread can be seen */
    block_signals(&old);           /* a new thread inherits its creator's mask */
    is_started =
        (stack == DRIVER_THREAD_FOR_KERNELS ? kernel_stack_create_thread(&thread, function, NULL)
                                            : pthread_create(&thread, NULL, function, NULL)) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (is_started)
        pthread_detach(thread);
    else
        atomic_fetch_sub(&started, 1);
    return is_started;
}

unsigned int driver_thread_count(void)
{
    return atomic_load(&started);
}
