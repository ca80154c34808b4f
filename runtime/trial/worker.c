#define _POSIX_C_SOURCE 200809L

#include "trial/worker.h"

#include "trial/launches/choice.h"
#include "trial/launches/watchdog.h"
#include "trial/examination.h"
#include "trial/gpu_report.h"

#include <custub/bounds.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define SLOW 0.5  /* seconds */
#define MANY 1024 /* threads */

#define SMALLER 64 /* of so small a part are the products of small launches */
#define LEEWAY  25 /* launches that are behind any pace */

/* --- Sizes ------------------------------------------------------------------------------------ */

/* Most launches are small, so that there can be many. */
static const trial_limits sizes[] = {
    {1 << 14, 1 << 9}, {1 << 18, 1 << 12}, {1 << 20, 1 << 13}, {1 << 24, 1 << 17}};

const trial_limits trial_largest = {UINT64_C(1) << 30, UINT64_C(1) << 24};

trial_limits trial_limits_of(uint64_t seed, uint32_t *class)
{
    static const unsigned char classes[] = {0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 3};

    *class = classes[seed % sizeof(classes)];
    return sizes[*class];
}

bool trial_choose_any(const trial_subject *subject, uint64_t seed, trial_candidate *candidate,
                      const custub_expr **broken)
{
    uint32_t class;
    trial_limits limits = trial_limits_of(seed, &class);

    limits.bytes += subject->spare;
    return trial_choose(subject, seed, &limits, candidate, broken) ||
           trial_choose(subject, seed, &trial_largest, candidate, broken);
}

/* --- The process ------------------------------------------------------------------------------ */

pid_t trial_worker_fork(void)
{
    const pid_t trial = getpid();
    const pid_t process = fork();

    if (process == 0 && (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != trial))
        _exit(1);
    return process;
}

/* What the driver, the checker and the kernel print goes to the log. */
static bool redirect(const char *log)
{
    const int file = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600);
    const int nothing = open("/dev/null", O_WRONLY);

    return file >= 0 && nothing >= 0 && dup2(file, 2) == 2 && dup2(nothing, 1) == 1;
}

bool trial_worker_open(const trial_library *library, const trial_subject *subject, const char *log,
                       char failure[512])
{
    return redirect(log) && trial_loaded_open(library, subject->info->name, failure);
}

bool trial_worker_examine(trial_share *share, trial_worker *worker, const trial_subject *subject,
                          const char *log)
{
    trial_outcome outcome;
    const bool is_alive =
        trial_examine(subject, &worker->shown, &trial_largest, log, &worker->findings, &outcome);

    if (outcome.end == TRIAL_RAN)
        trial_coverage_add(&worker->coverage, subject, &outcome, worker->seed);
    if (outcome.end == TRIAL_LATE) {
        atomic_fetch_add(&share->late, 1);
        worker->is_late = true;
        snprintf(worker->failure, sizeof(worker->failure), "%s", outcome.error.message);
    } else if (outcome.end != TRIAL_REFUSED) {
        atomic_fetch_add(&share->made, 1);
        worker->is_late = !is_alive && !worker->findings.count; /* the launch it is compared with */
    } else {
        atomic_fetch_add(&share->refused, 1);
        snprintf(worker->failure, sizeof(worker->failure), "%s", outcome.error.message);
    }
    trial_outcome_free(&outcome);
    return is_alive;
}

/* True if launches were slow so far. */
static bool is_behind(const trial_share *share)
{
    return share->pace > 0 && (double)atomic_load(&share->spent) * 1e-6 >
                                  share->pace * (double)(atomic_load(&share->made) + LEEWAY);
}

/* True for most launches whose loops may be long, or that have many threads. */
static bool is_left_out(const trial_share *share, const trial_subject *subject,
                        const trial_candidate *candidate, uint64_t seed)
{
    const uint64_t block = candidate->block[0] * candidate->block[1] * candidate->block[2];
    const bool are_slow = is_behind(share);
    double product = 1;

    if (share->product <= 0 || (seed % 8 == 0 && !are_slow))
        return false;
    for (size_t i = 0; i < subject->number_count; i++) {
        const trial_number *number = &subject->numbers[i];
        const int64_t value = trial_number_get(candidate, subject, number);

        if (number->kind == TRIAL_ARGUMENT && value > 1)
            product *= (double)value;
    }
    return product > share->product / (are_slow ? SMALLER : 1) ||
           trial_threads(candidate) > (block > MANY / 4 ? 4 * block : MANY);
}

/* Waits until the findings are taken. */
static void hand_over(trial_worker *worker)
{
    const struct timespec pause = {0, 1000000};

    atomic_store(&worker->is_waiting, 1);
    while (atomic_load(&worker->is_waiting))
        nanosleep(&pause, NULL);
    worker->findings.count = 0;
}

bool trial_examine_seeds(trial_share *share, trial_worker *worker, const trial_subject *subject,
                         const char *log, void *context)
{
    bool is_alive = true;

    (void)context;
    while (is_alive && !atomic_load(&share->is_over)) {
        const uint64_t seed = atomic_fetch_add(&share->next, 1);
        const double begin = trial_now(), before = trial_processor_seconds();
        const custub_expr *broken;
        uint32_t class;

        if (seed >= atomic_load(&share->end))
            break;
        trial_limits_of(seed, &class);
        if (atomic_load(&share->slow) >> class & 1)
            continue;
        worker->seed = seed;
        if (!trial_choose_any(subject, seed, &worker->shown.launch, &broken)) {
            atomic_fetch_add(&share->refused, 1);
            snprintf(worker->failure, sizeof(worker->failure), "no legal launch was found%s%s",
                     broken ? "; what stands against it: " : "", broken ? broken->text : "");
            continue;
        }
        if (is_left_out(share, subject, &worker->shown.launch, seed)) {
            if (is_behind(share))
                atomic_fetch_add(&share->end, 1); /* another one takes its place */
            continue;
        }
        is_alive = trial_worker_examine(share, worker, subject, log);
        if (share->pace > 0)
            atomic_fetch_add(&share->spent, (uint64_t)((trial_processor_seconds() - before) * 1e6));
        if (class > 0 && trial_now() - begin > SLOW)
            atomic_fetch_or(&share->slow, 1u << class);
        if (is_alive && worker->findings.count)
            hand_over(worker);
    }
    return is_alive;
}

/* --- Launches that do not end ----------------------------------------------------------------- */

/* What this process works at. */
static struct {
    trial_share *share;
    trial_worker *worker;
    const trial_subject *subject;
} here;

/* A kernel may wait for a value that a bad access did not give it. */
static void give_up(void *unused)
{
    custub_error error = custub_error_none();

    (void)unused;
    if (custub_bounds_report(&error) == CUSTUB_ERROR_OUT_OF_BOUNDS) {
        trial_findings_take_bad_access(&here.worker->findings, here.subject->info, &error);
        atomic_fetch_add(&here.share->made, 1);
    } else {
        atomic_fetch_add(&here.share->late, 1);
        here.worker->is_late = true;
        snprintf(here.worker->failure, sizeof(here.worker->failure),
                 "the kernel did not end in %d seconds", TRIAL_WATCHDOG_SECONDS);
    }
    _exit(0);
}

static bool watch(trial_share *share, trial_worker *worker, const trial_subject *subject)
{
    here.share = share;
    here.worker = worker;
    here.subject = subject;
    return !subject->on_gpu || trial_watchdog_start(give_up, NULL);
}

/* --- Beginning and end ------------------------------------------------------------------------ */

pid_t trial_worker_start(trial_share *share, size_t worker, const trial_library *library,
                         const trial_subject *subject, const char *log, trial_work *work,
                         void *context)
{
    trial_worker *own = &share->workers[worker];
    pid_t process;

    own->findings.count = 0;
    atomic_store(&own->is_waiting, 0);
    own->is_late = false;
    fflush(stdout);
    process = trial_worker_fork();
    if (process != 0)
        return process;
    if (watch(share, own, subject) && trial_worker_open(library, subject, log, own->failure))
        work(share, own, subject, log, context);
    _exit(0);
}

void trial_worker_ended(trial_share *share, size_t worker, const trial_subject *subject, int status)
{
    trial_worker *own = &share->workers[worker];

    if (WIFSIGNALED(status) && !own->findings.count)
        trial_findings_add(&own->findings, TRIAL_OTHER, "",
                           "%s:%u: kernel '%s': the process ended: %s", subject->info->file,
                           subject->info->line, subject->info->name, strsignal(WTERMSIG(status)));
}
