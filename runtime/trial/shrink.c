#define _POSIX_C_SOURCE 200809L

#include "trial/shrink.h"

#include "trial/examination.h"

#include <string.h>

#define PROCESSES 60 /* at most; each ends with the first smaller launch */
#define SECONDS   30 /* for each finding */

/* The ways to lower a number. */
enum { TO_ZERO, TO_ONE, TO_TWO, TO_HALF, BY_A_QUARTER, BY_ONE, WAYS };

typedef struct shrinking {
    trial_finding finding;
    trial_shown best;
    size_t contents; /* that are tried of each launch */
    double deadline;
} shrinking;

/* --- Steps ------------------------------------------------------------------------------------ */

/* Lowers a number of the candidate; false if it has no such lower value. */
static bool lower(const trial_subject *subject, trial_candidate *candidate,
                  const trial_position *at)
{
    const trial_number *number = &subject->numbers[subject->number_count - 1 - at->number];
    const int64_t old = trial_number_get(candidate, subject, number);
    const int64_t values[WAYS] = {0, 1, 2, old / 2, old - old / 4, old > 0 ? old - 1 : old + 1};
    const int64_t value = values[at->way];

    if (old == 0 || value == old || (value < 0 ? -value : value) > (old < 0 ? -old : old))
        return false;
    trial_number_set(candidate, subject, number, value);
    candidate->contents += at->contents * 256; /* of the same kind */
    return trial_number_get(candidate, subject, number) == value &&
           trial_settle(subject, candidate, &trial_largest, NULL) == 0;
}

/* Moves to the next step; false if there is none. */
static bool advance(const trial_subject *subject, const shrinking *s, trial_position *at)
{
    if (++at->contents < s->contents)
        return true;
    at->contents = 0;
    if (++at->way < WAYS)
        return true;
    at->way = 0;
    return ++at->number < subject->number_count;
}

/* Work of a process: takes steps until a smaller launch has the finding. */
static bool find_smaller(trial_share *share, trial_worker *worker, const trial_subject *subject,
                         const char *log, void *context)
{
    const shrinking *s = context;
    trial_position *at = &share->shrinking;
    bool is_alive = true;
    bool is_more = true;

    while (is_alive && is_more && trial_now() < s->deadline) {
        worker->shown = s->best;
        worker->findings.count = 0;
        if (lower(subject, &worker->shown.launch, at)) {
            is_alive = trial_worker_examine(share, worker, subject, log);
            if (trial_findings_get(&worker->findings, &s->finding))
                return is_alive;
        }
        is_more = advance(subject, s, at);
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
    return strstr(finding->text, TRIAL_DEPENDS_ON_SHAPE) ||
           strstr(finding->text, TRIAL_DEPENDS_ON_ORDER);
}

/* Takes the process's launch if it has the finding. */
static bool take(shrinking *s, const trial_worker *worker)
{
    const trial_finding *found = trial_findings_get(&worker->findings, &s->finding);

    if (!found)
        return false;
    s->best = worker->shown;
    s->finding = *found;
    return true;
}

void trial_shrink(trial_share *share, const trial_library *library, const trial_subject *subject,
                  const char *log, trial_shown *shown, trial_finding *finding)
{
    shrinking s = {*finding, *shown, depends_on_contents(subject, finding) ? 4 : 1,
                   trial_now() + SECONDS};
    trial_position *at = &share->shrinking;
    bool is_lower = true;

    for (size_t i = 0; trial_now() < s.deadline && i < PROCESSES && subject->number_count; i++) {
        pid_t process;
        int status;

        if (at->number == subject->number_count && !is_lower)
            break;
        if (i == 0 || at->number == subject->number_count) {
            *at = (trial_position){0, 0, 0};
            is_lower = false;
        }
        process = trial_worker_start(share, 0, library, subject, log, find_smaller, &s);
        if (process < 0 || waitpid(process, &status, 0) != process)
            break;
        trial_worker_ended(share, 0, subject, status);
        if (take(&s, &share->workers[0]))
            is_lower = true;
        else if (at->number < subject->number_count) /* it ended with another finding */
            advance(subject, &s, at);
    }
    *shown = s.best;
    *finding = s.finding;
}
