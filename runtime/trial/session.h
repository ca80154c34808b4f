/* session.h: the launches of one kernel, in several processes, and all that they found. */
#ifndef TRIAL_SESSION_H
#define TRIAL_SESSION_H

#include "trial/options.h"
#include "trial/worker.h"

typedef struct trial_session {
    const trial_options *options;
    const trial_library *library;
    const char *folder; /* for logs */
    trial_subject subject;
    trial_share *share;
    size_t workers;
    pid_t processes[TRIAL_WORKERS]; /* 0: none */
    size_t limit;                   /* findings after which the kernel is not tried further */
    uint64_t enough;                /* launches, after which it is not, too; 0: any number */
    uint64_t lates;                 /* launches that do not end in time, after which it is not, too;
                                       0: any number */
    uint64_t refusals;              /* without a launch, after which it is not, too; 0: any */
    const trial_budget *budget;     /* in place of the seconds of the options; may be null */
    trial_findings found;
    trial_shown shown[TRIAL_FINDINGS]; /* the launch of each finding */
    uint64_t seeds[TRIAL_FINDINGS];
    size_t repeated; /* launches in turn that showed only what was found before */
    double begin;
} trial_session;

/* Prepares the trial of a kernel. False if the system has no memory. The subject says if the kernel
 * cannot be tried. */
bool trial_session_initialize(trial_session *session, const trial_options *options,
                              const trial_library *library, const custub_kernel_info *info,
                              const char *folder);
void trial_session_deinitialize(trial_session *session);

/* Launches until the time or the launches are over, or there are enough findings. */
void trial_session_run(trial_session *session);

/* The file that the process's reports go to. */
void trial_session_log(const trial_session *session, size_t worker, char out[4096]);

/* What all launches touched. */
void trial_session_coverage(const trial_session *session, trial_coverage *all);

/* True if so many launches did not end in time that the contract may be to blame. */
bool trial_session_hangs(const trial_session *t);

/* Why no launch was made. */
const char *trial_session_failure(const trial_session *session);

#endif
