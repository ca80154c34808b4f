#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include "trial/session.h"

#include "trial/progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* A kernel is not tried further after this many findings, or after this many launches in turn that
 * showed only what was found before. */
#define FINDINGS 8
#define REPEATED 12

void trial_session_log(const trial_session *t, size_t worker, char out[4096])
{
    snprintf(out, 4096, "%s/log.%zu", t->folder, worker);
}

static bool start(trial_session *t, size_t worker)
{
    char log[4096];

    trial_session_log(t, worker, log);
    t->processes[worker] = trial_worker_start(t->share, worker, t->library, &t->subject, log,
                                              trial_examine_seeds, NULL);
    if (t->processes[worker] < 0)
        t->processes[worker] = 0;
    return t->processes[worker] > 0;
}

/* --- While processes run ---------------------------------------------------------------------- */

static void keep_findings(trial_session *t, const trial_worker *worker)
{
    t->repeated += trial_findings_mistakes(&worker->findings) > 0;
    for (size_t i = 0; i < worker->findings.count; i++) {
        const trial_finding *finding = &worker->findings.list[i];

        if (t->found.count == TRIAL_FINDINGS || trial_findings_get(&t->found, finding))
            continue;
        t->repeated = 0;
        t->shown[t->found.count] = worker->shown;
        t->seeds[t->found.count] = worker->seed;
        t->found.list[t->found.count++] = *finding;
    }
}

/* A slow machine gets time for a first launch. */
static bool is_late(const trial_session *t)
{
    const double seconds = trial_now() - t->begin;
    const bool any = atomic_load(&t->share->made) + atomic_load(&t->share->refused) > 0;

    if (t->budget)
        return trial_budget_is_over(t->budget, t->processes[0]);
    return seconds > t->options->seconds + (any ? 0 : 20);
}

static bool is_refused(const trial_session *t)
{
    return t->refusals && atomic_load(&t->share->made) == 0 &&
           atomic_load(&t->share->refused) >= t->refusals;
}

bool trial_session_hangs(const trial_session *t)
{
    const uint64_t late = atomic_load(&t->share->late);

    return t->lates && late >= t->lates && late * 20 >= atomic_load(&t->share->made);
}

static bool is_enough(const trial_session *t)
{
    return t->enough && atomic_load(&t->share->made) >= t->enough;
}

static bool is_over(const trial_session *t)
{
    return is_late(t) || is_refused(t) || trial_session_hangs(t) || is_enough(t) ||
           t->found.count >= t->limit || t->repeated >= REPEATED ||
           atomic_load(&t->share->next) >= atomic_load(&t->share->end);
}

/* Handles a process that has ended. */
static void reap(trial_session *t, size_t worker, int status)
{
    trial_worker *own = &t->share->workers[worker];

    t->processes[worker] = 0;
    trial_worker_ended(t->share, worker, &t->subject, status);
    keep_findings(t, own);
    if ((own->findings.count || own->is_late) && !is_over(t))
        start(t, worker);
}

/* Takes the findings of a process that waits. */
static void answer(trial_session *t, trial_worker *worker)
{
    keep_findings(t, worker);
    if (is_over(t))
        atomic_store(&t->share->is_over, 1);
    atomic_store(&worker->is_waiting, 0);
}

/* True while a process runs. */
static bool reap_all(trial_session *t)
{
    bool any = false;

    for (size_t i = 0; i < t->workers; i++) {
        int status;

        if (t->processes[i] > 0 && waitpid(t->processes[i], &status, WNOHANG) == t->processes[i])
            reap(t, i, status);
        else if (atomic_load(&t->share->workers[i].is_waiting))
            answer(t, &t->share->workers[i]);
        any |= t->processes[i] > 0;
    }
    return any;
}

void trial_session_run(trial_session *t)
{
    const struct timespec pause = {0, 5000000};
    uint64_t turns = 0;

    t->begin = trial_now();
    for (size_t i = 0; i < t->workers; i++)
        start(t, i);
    while (reap_all(t)) {
        if (is_over(t))
            atomic_store(&t->share->is_over, 1);
        if (turns++ % 20 == 0)
            trial_progress_show(t->subject.info->name, atomic_load(&t->share->made),
                                t->found.count);
        nanosleep(&pause, NULL);
    }
    trial_progress_end();
}

/* --- Before and after them -------------------------------------------------------------------- */

static trial_share *make_share(const trial_options *options)
{
    trial_share *share =
        mmap(NULL, sizeof(*share), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (share == MAP_FAILED)
        return NULL;
    atomic_store(&share->next, options->seed);
    atomic_store(&share->end, options->launches ? options->seed + options->launches : UINT64_MAX);
    return share;
}

/* On a GPU processes take turns, so that each waits for the others at every call. */
static size_t workers_of(const trial_options *options)
{
    const long cores = options->on_gpu ? 1 : sysconf(_SC_NPROCESSORS_ONLN);

    return cores < 1 ? 1 : cores > TRIAL_WORKERS ? TRIAL_WORKERS : (size_t)cores;
}

bool trial_session_initialize(trial_session *t, const trial_options *options,
                              const trial_library *library, const custub_kernel_info *info,
                              const char *folder)
{
    memset(t, 0, sizeof(*t));
    t->options = options;
    t->library = library;
    t->folder = folder;
    t->limit = FINDINGS;
    t->workers = workers_of(options);
    trial_subject_initialize(&t->subject, info);
    t->subject.on_gpu = options->on_gpu;
    t->share = make_share(options);
    return t->share;
}

void trial_session_deinitialize(trial_session *t)
{
    munmap(t->share, sizeof(*t->share));
}

void trial_session_coverage(const trial_session *t, trial_coverage *all)
{
    memset(all, 0, sizeof(*all));
    for (size_t i = 0; i < t->workers; i++)
        trial_coverage_join(all, &t->share->workers[i].coverage);
}

const char *trial_session_failure(const trial_session *t)
{
    for (size_t i = 0; i < t->workers; i++) {
        if (t->share->workers[i].failure[0])
            return t->share->workers[i].failure;
    }
    return "no launch was made";
}
