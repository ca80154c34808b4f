#define _POSIX_C_SOURCE 200809L

#include "trial/budget.h"

#include <sys/resource.h>
#include <time.h>

#define WALL 4 /* times the processor time */

static double seconds_of(struct timespec time)
{
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double trial_now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return seconds_of(time);
}

static double used_by(int who)
{
    struct rusage used;

    if (getrusage(who, &used) != 0)
        return 0;
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

double trial_processor_seconds(void)
{
    return used_by(RUSAGE_SELF);
}

static double used_by_process(pid_t process)
{
    struct timespec time;
    clockid_t clock;

    if (!process || clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return 0;
    return seconds_of(time);
}

static double used(pid_t running)
{
    return used_by(RUSAGE_SELF) + used_by(RUSAGE_CHILDREN) + used_by_process(running);
}

trial_budget trial_budget_of(double seconds)
{
    return (trial_budget){used(0) + seconds, trial_now() + WALL * seconds};
}

bool trial_budget_is_over(const trial_budget *budget, pid_t running)
{
    return used(running) > budget->processor || trial_now() > budget->wall;
}
