#include "trial/trial.h"

#include "trial/report.h"
#include "trial/reproducer.h"
#include "trial/session.h"
#include "trial/shrink.h"

#include <inttypes.h>
#include <stdio.h>

static void add_coverage(trial_session *t)
{
    trial_coverage all;
    uint64_t seeds[TRIAL_FINDINGS];
    const size_t before = t->found.count;

    trial_session_coverage(t, &all);
    trial_coverage_findings(&all, &t->subject, &t->found, seeds);
    for (size_t i = before; i < t->found.count; i++) {
        const custub_expr *broken;

        t->seeds[i] = seeds[i];
        trial_choose_any(&t->subject, seeds[i], &t->shown[i].launch, &broken);
    }
}

/* The launches that were tried, made or not. */
static trial_seeds all_seeds(const trial_session *t)
{
    const uint64_t next = atomic_load(&t->share->next);
    const uint64_t end = atomic_load(&t->share->end);

    return (trial_seeds){t->options->seed, (next < end ? next : end) - t->options->seed};
}

/* Writes <kernel>.<number>.c beside the files that it needs. */
static void write_program(const trial_session *t, size_t i)
{
    char path[4096];

    snprintf(path, sizeof(path), "%s/%s.%zu.c", t->options->programs, t->subject.info->name, i + 1);
    if (trial_reproducer_write(path, t->options, &t->subject, &t->found.list[i], &t->shown[i]))
        printf("    program: %s\n", path);
}

static void report(trial_session *t, size_t by_launch)
{
    char log[4096];

    trial_session_log(t, 0, log);
    for (size_t i = 0; i < t->found.count; i++) {
        if (i < by_launch)
            trial_shrink(t->share, t->library, &t->subject, log, t->options->seconds, &t->shown[i],
                         &t->found.list[i]);
        trial_report_finding(t->options, &t->subject, &t->found.list[i], &t->shown[i].launch,
                             i < by_launch ? (trial_seeds){t->seeds[i], 1} : all_seeds(t));
        if (i < by_launch && t->options->programs)
            write_program(t, i);
    }
}

/* Says why so few launches were made that nothing was found. */
static void warn_of_few(const trial_session *t, uint64_t made)
{
    const uint64_t tried = all_seeds(t).count;

    if (made >= TRIAL_FEW || (t->options->launches && t->options->launches < TRIAL_FEW))
        return;
    if (atomic_load(&t->share->refused) > made)
        printf("    warning: few launches, which may miss mistakes: of %" PRIu64 " tries, %" PRIu64
               " were not made: %s\n",
               tried, atomic_load(&t->share->refused), trial_session_failure(t));
    else
        printf("    warning: few launches, which may miss mistakes: each takes long; give it more "
               "time by --seconds\n");
}

static trial_result conclude(trial_session *t)
{
    const uint64_t made = atomic_load(&t->share->made);
    const uint64_t late = atomic_load(&t->share->late);
    const size_t by_launch = t->found.count;
    size_t mistakes;

    if (made == 0 && by_launch == 0) {
        printf("%s: not tried: %s\n", t->subject.info->name, trial_session_failure(t));
        return TRIAL_UNTRIED;
    }
    if (trial_findings_mistakes(&t->found) == 0)
        add_coverage(t);
    report(t, by_launch);
    mistakes = trial_findings_mistakes(&t->found);
    printf("%s: %" PRIu64 " launch%s, %zu finding%s", t->subject.info->name, made,
           made == 1 ? "" : "es", mistakes, mistakes == 1 ? "" : "s");
    if (late)
        printf("; %" PRIu64 " more did not end in time", late);
    printf("\n");
    if (mistakes == 0)
        warn_of_few(t, made);
    return mistakes ? TRIAL_FOUND : TRIAL_NOTHING;
}

trial_result trial_run(const trial_options *options, const trial_library *library,
                       const custub_kernel_info *info, const char *folder)
{
    static trial_session t;
    trial_result result;

    if (!trial_session_initialize(&t, options, library, info, folder))
        return TRIAL_BROKEN;
    if (t.subject.untried[0]) {
        printf("%s: not tried: %s\n", info->name, t.subject.untried);
        result = TRIAL_UNTRIED;
    } else {
        trial_session_run(&t);
        result = conclude(&t);
    }
    trial_session_deinitialize(&t);
    return result;
}
