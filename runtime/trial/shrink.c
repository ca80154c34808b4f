#define _POSIX_C_SOURCE 200809L

#include "trial/shrink.h"

#include "trial/examination.h"
#include "trial/launches/choice.h"

#include <string.h>

#define LAUNCHES 60 /* that are taken, at most */
#define SECONDS  30 /* for each finding, at most */
#define SHARE    6  /* times the time for launches, for each finding */

/* The ways to lower a number. */
enum { TO_ZERO, TO_ONE, TO_TWO, TO_HALF, BY_A_QUARTER, BY_ONE, WAYS };

typedef struct limits {
    size_t contents; /* that are tried of each launch */
    double deadline;
} limits;

/* --- Steps ------------------------------------------------------------------------------------ */

/* Lowers a number of the candidate, and others if the contract ties them to it; false if there is
 * no such lower launch. */
static bool lower(const trial_subject *subject, trial_candidate *candidate,
                  const trial_shrinking *at)
{
    const trial_number *number = &subject->numbers[subject->number_count - 1 - at->number];
    const int64_t old = trial_number_get(candidate, subject, number);
    const int64_t values[WAYS] = {0, 1, 2, old / 2, old - old / 4, old > 0 ? old - 1 : old + 1};
    const int64_t value = values[at->way];

    if (old == 0 || value == old || trial_magnitude(value) > trial_magnitude(old))
        return false;
    trial_number_set(candidate, subject, number, value);
    candidate->contents += at->contents * 256; /* of the same kind */
    return trial_number_get(candidate, subject, number) == value &&
           trial_repair(subject, at->number * WAYS + at->way, &trial_largest, candidate);
}

/* Moves to the next step; false if no launch of all steps was smaller than the one before. */
static bool advance(const trial_subject *subject, const limits *l, trial_shrinking *at)
{
    if (++at->contents < l->contents)
        return true;
    at->contents = 0;
    if (++at->way < WAYS)
        return true;
    at->way = 0;
    if (++at->number < subject->number_count)
        return true;
    if (!at->is_lower)
        return false;
    at->number = 0;
    at->is_lower = false;
    return true;
}

/* Takes the process's launch if it has the finding. */
static bool take(trial_shrinking *at, const trial_worker *worker)
{
    const trial_finding *found = trial_findings_get(&worker->findings, &at->finding);

    if (!found)
        return false;
    at->shown = worker->shown;
    at->finding = *found;
    at->is_lower = true;
    at->launches++;
    return true;
}

static bool is_over(const trial_subject *subject, const limits *l, const trial_shrinking *at)
{
    return at->number == subject->number_count || at->launches == LAUNCHES ||
           trial_now() >= l->deadline;
}

/* Work of a process: takes steps until there are no more. */
static bool take_steps(trial_share *share, trial_worker *worker, const trial_subject *subject,
                       const char *log, void *context)
{
    const limits *l = context;
    trial_shrinking *at = &share->shrinking;
    bool is_alive = true;

    while (is_alive && !is_over(subject, l, at)) {
        worker->shown = at->shown;
        worker->findings.count = 0;
        if (lower(subject, &worker->shown.launch, at)) {
            is_alive = trial_worker_examine(share, worker, subject, log);
            if (take(at, worker))
                continue; /* with the same step */
        }
        if (is_alive)
            advance(subject, l, at);
    }
    return is_alive;
}

/* --- The search ------------------------------------------------------------------------------- */

/* Some mistakes show only with some contents, which also choose the other shape. */
static bool depends_on_contents(const trial_subject *subject, const trial_finding *finding)
{
    for (uint32_t i = 0; i < subject->info->pointer_count; i++) {
        if (subject->info->pointers[i].low.code)
            return true;
    }
    return finding->kind == TRIAL_BY_SHAPE || finding->kind == TRIAL_BY_ORDER;
}

void trial_shrink(trial_share *share, const trial_library *library, const trial_subject *subject,
                  const char *log, double seconds, trial_shown *shown, trial_finding *finding)
{
    const double most = SHARE * seconds < SECONDS ? SHARE * seconds : SECONDS;
    limits l = {depends_on_contents(subject, finding) ? 4 : 1, trial_now() + most};
    trial_shrinking *at = &share->shrinking;

    *at = (trial_shrinking){.shown = *shown, .finding = *finding};
    while (!is_over(subject, &l, at)) {
        const pid_t process = trial_worker_start(share, 0, library, subject, log, take_steps, &l);
        int status;

        if (process < 0 || waitpid(process, &status, 0) != process)
            break;
        trial_worker_ended(share, 0, subject, status);
        /* The launch of its last step may have ended the process. */
        if (!is_over(subject, &l, at) && !take(at, &share->workers[0]))
            advance(subject, &l, at);
    }
    *shown = at->shown;
    *finding = at->finding;
}
