#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include "trial/trial.h"

#include "trial/report.h"
#include "trial/shrink.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* A kernel is not tried further after this many findings, or after this many launches in turn that
 * showed only what was found before. */
#define FINDINGS 8
#define REPEATED 12

typedef struct trial {
    const trial_options *options;
    const trial_library *library;
    const char *folder;
    trial_subject subject;
    trial_share *share;
    size_t workers;
    pid_t processes[TRIAL_WORKERS]; /* 0: none */
    trial_findings found;
    trial_candidate candidates[TRIAL_FINDINGS];
    uint64_t seeds[TRIAL_FINDINGS];
    size_t repeated;
    double begin;
} trial;

static void log_path(const trial *t, size_t worker, char out[4096])
{
    snprintf(out, 4096, "%s/log.%zu", t->folder, worker);
}

static bool start(trial *t, size_t worker)
{
    char log[4096];

    log_path(t, worker, log);
    t->processes[worker] = trial_worker_start(t->share, worker, t->library, &t->subject, log,
                                              trial_examine_seeds, NULL);
    if (t->processes[worker] < 0)
        t->processes[worker] = 0;
    return t->processes[worker] > 0;
}

/* --- While processes run ---------------------------------------------------------------------- */

static void keep_findings(trial *t, const trial_worker *worker)
{
    t->repeated += worker->findings.count > 0;
    for (size_t i = 0; i < worker->findings.count; i++) {
        const trial_finding *finding = &worker->findings.list[i];

        if (t->found.count == TRIAL_FINDINGS || trial_findings_get(&t->found, finding))
            continue;
        t->repeated = 0;
        t->candidates[t->found.count] = worker->candidate;
        t->seeds[t->found.count] = worker->seed;
        t->found.list[t->found.count++] = *finding;
    }
}

/* A slow machine gets time for a first launch. */
static bool is_late(const trial *t)
{
    const double seconds = trial_now() - t->begin;
    const bool any = atomic_load(&t->share->ran) + atomic_load(&t->share->refused) > 0;

    return seconds > t->options->seconds + (any ? 0 : 20);
}

static bool is_over(const trial *t)
{
    return is_late(t) || t->found.count >= FINDINGS || t->repeated >= REPEATED ||
           atomic_load(&t->share->next) >= atomic_load(&t->share->end);
}

/* Handles a process that has ended. */
static void reap(trial *t, size_t worker, int status)
{
    trial_worker *own = &t->share->workers[worker];

    t->processes[worker] = 0;
    trial_worker_ended(t->share, worker, &t->subject, status);
    keep_findings(t, own);
    if (own->findings.count && !is_over(t))
        start(t, worker);
}

static void show_progress(const trial *t)
{
    if (isatty(2))
        fprintf(stderr, "\r%s: %" PRIu64 " launches, %zu findings\033[K", t->subject.info->name,
                atomic_load(&t->share->ran), t->found.count);
}

static void end_progress(void)
{
    if (isatty(2))
        fprintf(stderr, "\r\033[K");
}

/* True while a process runs. */
static bool reap_all(trial *t)
{
    bool any = false;

    for (size_t i = 0; i < t->workers; i++) {
        int status;

        if (t->processes[i] > 0 && waitpid(t->processes[i], &status, WNOHANG) == t->processes[i])
            reap(t, i, status);
        any |= t->processes[i] > 0;
    }
    return any;
}

static void run(trial *t)
{
    const struct timespec pause = {0, 5000000};
    uint64_t turns = 0;

    for (size_t i = 0; i < t->workers; i++)
        start(t, i);
    while (reap_all(t)) {
        if (is_over(t))
            atomic_store(&t->share->is_over, 1);
        if (turns++ % 20 == 0)
            show_progress(t);
        nanosleep(&pause, NULL);
    }
    end_progress();
}

/* --- After them ------------------------------------------------------------------------------- */

static void add_coverage(trial *t)
{
    trial_coverage all = {0};
    uint64_t seeds[TRIAL_FINDINGS];
    const size_t before = t->found.count;

    for (size_t i = 0; i < t->workers; i++)
        trial_coverage_join(&all, &t->share->workers[i].coverage);
    trial_coverage_findings(&all, &t->subject, &t->found, seeds);
    for (size_t i = before; i < t->found.count; i++) {
        const custub_expr *broken;

        t->seeds[i] = seeds[i];
        trial_choose_any(&t->subject, seeds[i], &t->candidates[i], &broken);
    }
}

static void report(trial *t, size_t by_launch)
{
    char log[4096];

    log_path(t, 0, log);
    for (size_t i = 0; i < t->found.count; i++) {
        if (i < by_launch)
            trial_shrink(t->share, t->library, &t->subject, log, &t->candidates[i],
                         &t->found.list[i]);
        trial_report_finding(&t->subject, &t->found.list[i], &t->candidates[i], t->options->again,
                             t->seeds[i]);
    }
}

static const char *failure(const trial *t)
{
    for (size_t i = 0; i < t->workers; i++) {
        if (t->share->workers[i].failure[0])
            return t->share->workers[i].failure;
    }
    return "no launch was made";
}

static trial_result conclude(trial *t)
{
    const uint64_t ran = atomic_load(&t->share->ran);
    size_t by_launch;

    if (ran == 0 && t->found.count == 0) {
        printf("%s: not tried: %s\n", t->subject.info->name, failure(t));
        return TRIAL_UNTRIED;
    }
    by_launch = t->found.count;
    if (by_launch == 0)
        add_coverage(t);
    report(t, by_launch);
    printf("%s: %" PRIu64 " launches, %zu finding%s\n", t->subject.info->name, ran, t->found.count,
           t->found.count == 1 ? "" : "s");
    return t->found.count ? TRIAL_FOUND : TRIAL_NOTHING;
}

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

trial_result trial_run(const trial_options *options, const trial_library *library,
                       const custub_kernel_info *info, const char *folder)
{
    static trial t;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    trial_result result;

    memset(&t, 0, sizeof(t));
    t.options = options;
    t.library = library;
    t.folder = folder;
    t.begin = trial_now();
    t.workers = cores < 1 ? 1 : cores > TRIAL_WORKERS ? TRIAL_WORKERS : (size_t)cores;
    trial_subject_initialize(&t.subject, info);
    if (t.subject.untried[0]) {
        printf("%s: not tried: %s\n", info->name, t.subject.untried);
        return TRIAL_UNTRIED;
    }
    t.share = make_share(options);
    if (!t.share)
        return TRIAL_BROKEN;
    run(&t);
    result = conclude(&t);
    munmap(t.share, sizeof(*t.share));
    return result;
}
