#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include "run/child_process.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif

static volatile sig_atomic_t child;

static const int passed_on[] = {SIGHUP, SIGINT, SIGTERM};

static void pass_on(int number)
{
    int error = errno;

    kill((pid_t)child, number);
    errno = error;
}

static void handle(void (*handler)(int))
{
    for (size_t i = 0; i < sizeof(passed_on) / sizeof(passed_on[0]); i++) {
        struct sigaction action = {0};
        struct sigaction old;
        sigaction(passed_on[i], NULL, &old);
        action.sa_handler = handler;
        if (old.sa_handler != SIG_IGN)
            sigaction(passed_on[i], &action, NULL);
    }
}

static int wait_for(pid_t process)
{
    int status = 0;

    while (waitpid(process, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

/* Ends this process with the signal that ended the child, if somebody sent it. */
static void end_likewise(int number)
{
    for (size_t i = 0; i < sizeof(passed_on) / sizeof(passed_on[0]); i++)
        if (passed_on[i] == number)
            raise(number);
}

_Noreturn void gen_isolate_end(int status)
{
    fflush(NULL);
    _exit(status);
}

/* Lowers the limit in the struct. False if it was lower already. */
static bool lower(struct rlimit *limits, rlim_t amount)
{
    if (limits->rlim_cur != RLIM_INFINITY && limits->rlim_cur <= amount)
        return false;
    limits->rlim_cur = amount;
    return true;
}

/* The recursion of the front end follows calls and nested code, so the stack must be large. Linux
 * applies the new limit when the stack grows. */
static void widen_stack(void)
{
    struct rlimit limits;
    rlim_t wanted = (rlim_t)GEN_ISOLATE_STACK_MIB << 20;

    if (getrlimit(RLIMIT_STACK, &limits) != 0 || limits.rlim_cur >= wanted)
        return; /* also if it is unlimited */
    limits.rlim_cur = limits.rlim_max < wanted ? limits.rlim_max : wanted;
    setrlimit(RLIMIT_STACK, &limits);
}

/* Protects the machine from sources that never end: a macro, a template or a constant that doubles
 * with every line, an endless included file. */
static void limit_work(size_t files)
{
    struct rlimit limits;

    if (getrlimit(RLIMIT_CPU, &limits) == 0 &&
        lower(&limits, (rlim_t)(GEN_ISOLATE_SECONDS * files)))
        setrlimit(RLIMIT_CPU, &limits);
#ifndef SANITIZED /* sanitizers reserve more than any machine has */
    if (getrlimit(RLIMIT_AS, &limits) == 0 && lower(&limits, (rlim_t)GEN_ISOLATE_GIB << 30))
        setrlimit(RLIMIT_AS, &limits);
#endif
    widen_stack();
    alarm((unsigned)(GEN_ISOLATE_WAIT * files));
}

int gen_isolate_run(gen_isolate_work *work, const void *context, size_t files, int *crash,
                    size_t *progress)
{
    volatile size_t *shared =
        mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    size_t unshared = 0;
    sigset_t blocked;
    sigset_t before;
    int status;

    *crash = 0;
    *progress = 0;
    if (shared == MAP_FAILED)
        return work(context, &unshared);
    fflush(NULL); /* or both processes would write the buffered output */
    sigfillset(&blocked);
    sigprocmask(SIG_BLOCK, &blocked, &before); /* until the child's id is stored */
    child = (sig_atomic_t)fork();
    if (child <= 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        if (child == 0)
            limit_work(files);
        status = work(context, shared);
        if (child < 0)
            return status;
        gen_isolate_end(status);
    }
    handle(pass_on);
    sigprocmask(SIG_SETMASK, &before, NULL);
    status = wait_for((pid_t)child);
    handle(SIG_DFL);
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    end_likewise(WTERMSIG(status));
    *crash = WTERMSIG(status);
    *progress = *shared;
    return -1;
}
