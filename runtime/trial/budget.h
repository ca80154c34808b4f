/* budget.h: how long a kernel is launched. */
#ifndef TRIAL_BUDGET_H
#define TRIAL_BUDGET_H

#include <stdbool.h>
#include <sys/types.h>

/* Plain data. */
typedef struct trial_budget {
    double processor; /* the end, in processor time of this process and of those that it started */
    double wall;      /* the end, in seconds of trial_now() */
} trial_budget;

/* This many seconds of processor time from now on, in at most four times as many seconds: a busy
 * machine takes longer for the same launches. */
trial_budget trial_budget_of(double seconds);

/* True if the time is over. `running` is a process whose time is counted although it has not ended;
 * 0: there is none. */
bool trial_budget_is_over(const trial_budget *budget, pid_t running);

/* Seconds, of a clock that is never set. */
double trial_now(void);

/* Seconds of processor time that this process has used. */
double trial_processor_seconds(void);

#endif
