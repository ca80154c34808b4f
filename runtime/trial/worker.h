/* worker.h: processes that launch. A kernel that makes a mistake ends its process, not the trial.
 */
#ifndef TRIAL_WORKER_H
#define TRIAL_WORKER_H

#include "trial/budget.h"
#include "trial/coverage.h"
#include "trial/finding.h"
#include "trial/launches/loaded.h"

#include <stdatomic.h>
#include <sys/types.h>
#include <sys/wait.h>

#define TRIAL_WORKERS 8 /* at most */

/* What one process writes and the trial reads. */
typedef struct trial_worker {
    uint64_t seed;     /* of the launch that is examined */
    trial_shown shown; /* that launch */
    trial_findings findings;
    trial_coverage coverage;
    _Atomic uint32_t is_waiting; /* until the trial has taken the findings */
    bool is_late;                /* the process was ended by a launch that did not end in time */
    char failure[512];           /* why the process cannot try the kernel; "": it can */
} trial_worker;

/* How far shrink.c is: the smallest launch so far, and which of its numbers is lowered next, which
 * way, with which contents. */
typedef struct trial_shrinking {
    trial_shown shown;
    trial_finding finding;
    size_t launches; /* that were smaller than the one before */
    bool is_lower;   /* one was, since the first number was lowered */
    size_t number;
    size_t way;
    size_t contents;
} trial_shrinking;

/* Memory that the processes of a trial share. */
typedef struct trial_share {
    _Atomic uint64_t next;    /* the seed of the next launch */
    _Atomic uint64_t end;     /* no launch has this seed, or a later one */
    _Atomic uint64_t made;    /* launches */
    _Atomic uint64_t late;    /* launches that did not end in time */
    _Atomic uint64_t refused; /* that custub did not make: not found legal, or refused */
    _Atomic uint32_t slow;    /* bit c: launches of size class c take too long, and are left out */
    _Atomic uint32_t is_over; /* the time is over */
    double product; /* of the integer arguments: most launches with a larger one, or with many
                       threads, are left out; 0: none are */
    double pace;    /* seconds of processor time for a launch, on the average: while launches have
                       taken more, none but small ones are made; 0: they may take any time */
    _Atomic uint64_t spent; /* microseconds that they have taken */
    trial_shrinking shrinking;
    trial_worker workers[TRIAL_WORKERS];
} trial_share;

/* fork(). The new process ends when this one does: nobody else would end it. */
pid_t trial_worker_fork(void);

/* What a process does, after it has loaded the kernel. It writes to its own worker. Returns false
 * if it cannot launch any more. */
typedef bool trial_work(trial_share *share, trial_worker *worker, const trial_subject *subject,
                        const char *log, void *context);

/* Starts a process that does this work. `log` is a file of its own. -1 if the system has no
 * process. */
pid_t trial_worker_start(trial_share *share, size_t worker, const trial_library *library,
                         const trial_subject *subject, const char *log, trial_work *work,
                         void *context);

/* Work: examines launches by their seeds, until there are no more. After one with findings it waits
 * until they are taken. */
trial_work trial_examine_seeds;

/* Examines the worker's launch. False if the process cannot launch any more. */
bool trial_worker_examine(trial_share *share, trial_worker *worker, const trial_subject *subject,
                          const char *log);

/* The process has ended with this status of waitpid(). Adds what a crash means to its findings. */
void trial_worker_ended(trial_share *share, size_t worker, const trial_subject *subject,
                        int status);

/* In a process of its own: opens the device, loads the kernel of the subject, and sends what is
 * printed to the log. False, with the reason, if the kernel cannot be launched. */
bool trial_worker_open(const trial_library *library, const trial_subject *subject, const char *log,
                       char failure[512]);

/* The limits of the launch of a seed, and its size class. */
trial_limits trial_limits_of(uint64_t seed, uint32_t *class);

/* Chooses the launch of a seed; if none is found within its limits, within larger ones. */
bool trial_choose_any(const trial_subject *subject, uint64_t seed, trial_candidate *candidate,
                      const custub_expr **broken);

/* The limits that no launch exceeds. */
extern const trial_limits trial_largest;

#endif
