#define _GNU_SOURCE /* MAP_ANONYMOUS, prctl */

#include "run/child_process.h"

#include "command_line/awaited_process.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
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
        return; /* also if the stack is unlimited */
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
    pid_t parent = getpid();
    pid_t child;
    int status;

    *crash = 0;
    *progress = 0;
    if (shared == MAP_FAILED)
        return work(context, &unshared);
    fflush(NULL); /* or both processes would write the buffered output */
    child = fork();
    if (child < 0)
        return work(context, shared);
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* a signal that ends the parent ends the child, too */
        if (getppid() != parent)
            _exit(1);
        gen_await_release_signals();
        limit_work(files);
        gen_isolate_end(work(context, shared));
    }
    status = gen_await(child);
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    *crash = WTERMSIG(status);
    *progress = *shared;
    return -1;
}
