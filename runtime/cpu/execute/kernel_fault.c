#define _GNU_SOURCE /* pthread_getattr_np; sigaltstack and the details of signals */

#include "execute/kernel_fault.h"

#include "execute/kernel/trap.h"
#include "execute/threads/block_threads.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define HANDLER_STACK ((size_t)64 * 1024)

/* __builtin_trap() raises SIGILL on x86-64, SIGTRAP on aarch64. */
static const int fault_signals[] = {
    SIGSEGV, SIGBUS, SIGFPE, SIGILL,
#if defined(__aarch64__)
    SIGTRAP,
#endif
};

#define SIGNAL_COUNT (sizeof(fault_signals) / sizeof(fault_signals[0]))

static struct {
    pthread_once_t once;
    pthread_key_t stack; /* the signal stack; not null on threads that run kernels */
    bool is_ready;
    struct sigaction previous[SIGNAL_COUNT];
} faults = {.once = PTHREAD_ONCE_INIT};

/* The end of this thread's own stack and the guard before or after it. Kernels without barriers run
 * on that stack. */
static _Thread_local uintptr_t guard_first, guard_last;

static void find_guard(void)
{
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0, guard = 0;

    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return;
    if (pthread_attr_getstack(&attributes, &lowest, &size) == 0 && lowest &&
        pthread_attr_getguardsize(&attributes, &guard) == 0) {
        guard_first = (uintptr_t)lowest - guard - HANDLER_STACK; /* a frame may reach beyond it */
        guard_last = (uintptr_t)lowest + guard;
    }
    pthread_attr_destroy(&attributes);
}

/* True if an access to the address went beyond the end of a stack. */
static bool is_overflow(const void *address)
{
    const kernel_run *run = kernel_running;

    return (run && run->threads && block_threads_overflowed(run->threads, address)) ||
           ((uintptr_t)address >= guard_first && (uintptr_t)address < guard_last);
}

/* --- The handlers --------------------------------------------------------------------------------
 */

/* True if a process sent the signal, false if an instruction raised it. */
static bool was_sent(const siginfo_t *info)
{
    return info->si_code <= 0;
}

static const struct sigaction *previous_action(int number)
{
    for (size_t i = 0; i < SIGNAL_COUNT; i++) {
        if (fault_signals[i] == number)
            return &faults.previous[i];
    }
    return NULL;
}

static bool has_handler(const struct sigaction *action)
{
    return (action->sa_flags & SA_SIGINFO) ||
           (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

/* The value of the key on threads that already had a signal stack. */
static char stack_of_its_own;

/* Raises the signal again with the default action, which ends the program. */
static void raise_again(int number)
{
    struct sigaction action = {0};

    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
    raise(number);
}

/* Does what the system would have done. The signal mask is restored when our handler returns. */
static void pass_on(const struct sigaction *previous, int number, siginfo_t *info, void *context)
{
    sigset_t blocked = previous->sa_mask;

    if (!(previous->sa_flags & SA_NODEFER))
        sigaddset(&blocked, number);
    if (has_handler(previous))
        pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    if (previous->sa_flags & SA_SIGINFO)
        previous->sa_sigaction(number, info, context);
    else if (has_handler(previous))
        previous->sa_handler(number);
    else if (previous->sa_handler != SIG_IGN || !was_sent(info))
        raise_again(number);
}

/* Reads thread-local variables only on threads that run kernels: the system allocates them at their
 * first use, and the fault may be in its allocator. */
static bool is_of_kernel(const struct sigaction *previous, int number, const siginfo_t *info)
{
    if (!pthread_getspecific(faults.stack) || !cpu_in_kernel() || was_sent(info))
        return false;
    return !(number == SIGSEGV && info->si_code == SEGV_ACCERR && has_handler(previous) &&
             !is_overflow(info->si_addr));
}

static _Noreturn void end_kernel(int number, const siginfo_t *info)
{
    char text[160];

    if (number == SIGFPE)
        cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT,
                        "an integer division by zero, or one whose quotient is too large");
    if (number == SIGILL || number == SIGTRAP)
        cpu_kernel_trap(CUSTUB_CPU_TRAP_EXIT, "an instruction that this processor does not have, "
                                              "or a trap of the compiler's");
    if (number == SIGSEGV && is_overflow(info->si_addr))
        cpu_kernel_trap(CUSTUB_CPU_TRAP_FAULT,
                        "a thread's local variables and calls need more than the 512 KiB of local "
                        "memory that a thread has");
#if defined(__x86_64__)
    /* For this signal the processor does not report the address. */
    if (number == SIGSEGV && info->si_code == SI_KERNEL)
        cpu_kernel_trap(CUSTUB_CPU_TRAP_FAULT,
                        "an illegal address was accessed: not aligned as its type needs, or beyond "
                        "all memory");
#endif
    snprintf(text, sizeof(text), "an illegal address was accessed: %p",
             number == SIGSEGV || number == SIGBUS ? info->si_addr : NULL);
    cpu_kernel_trap(CUSTUB_CPU_TRAP_FAULT, text);
}

static void on_fault(int number, siginfo_t *info, void *context)
{
    const struct sigaction *previous = previous_action(number);

    if (is_of_kernel(previous, number, info))
        end_kernel(number, info);
    pass_on(previous, number, info, context);
}

/* --- Installing them -----------------------------------------------------------------------------
 */

static void release_stack(void *memory)
{
    stack_t off = {0};

    off.ss_flags = SS_DISABLE;
    if (memory == &stack_of_its_own)
        return;
    sigaltstack(&off, NULL);
    free(memory);
}

/* SA_NODEFER: the handler may never return, and the signal must not stay blocked. */
static void install(void)
{
    struct sigaction action = {0};

    if (pthread_key_create(&faults.stack, release_stack) != 0)
        return;
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < SIGNAL_COUNT; i++) {
        sigaction(fault_signals[i], NULL, &faults.previous[i]); /* before ours can be called */
        sigaction(fault_signals[i], &action, NULL);
    }
    faults.is_ready = true;
}

/* Gives the thread a signal stack unless it has one. */
static bool give_stack(void)
{
    stack_t stack;

    if (sigaltstack(NULL, &stack) != 0)
        return false;
    if (!(stack.ss_flags & SS_DISABLE))
        return pthread_setspecific(faults.stack, &stack_of_its_own) == 0;
    stack.ss_sp = malloc(HANDLER_STACK);
    stack.ss_size = HANDLER_STACK;
    stack.ss_flags = 0;
    if (stack.ss_sp && sigaltstack(&stack, NULL) == 0 &&
        pthread_setspecific(faults.stack, stack.ss_sp) == 0)
        return true;
    free(stack.ss_sp);
    return false;
}

bool kernel_fault_prepare_thread(void)
{
    static _Thread_local bool prepared;

    if (prepared)
        return true;
    pthread_once(&faults.once, install);
    if (!faults.is_ready || !give_stack())
        return false;
    find_guard();
    prepared = true;
    return true;
}
