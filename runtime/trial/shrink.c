#define _POSIX_C_SOURCE 200809L

#include "trial/shrink.h"

#include <string.h>

#define LAUNCHES 200 /* at most */

typedef struct shrinking {
    trial_share *share;
    const trial_library *library;
    const trial_subject *subject;
    const char *log;
    trial_finding *finding;
    trial_candidate *best;
    size_t launches;
    size_t contents; /* that are tried of each launch */
} shrinking;

/* Takes the candidate if it is legal and has the finding. */
static bool take(shrinking *s, trial_candidate *candidate)
{
    const trial_finding *found;
    pid_t process;
    int status;

    if (s->launches == LAUNCHES || trial_settle(s->subject, candidate, &trial_largest, NULL) != 0)
        return false;
    s->launches++;
    process = trial_worker_start_one(s->share, 0, s->library, s->subject, s->log, candidate);
    if (process < 0 || waitpid(process, &status, 0) != process)
        return false;
    trial_worker_ended(s->share, 0, s->subject, status);
    found = trial_findings_get(&s->share->workers[0].findings, s->finding);
    if (!found)
        return false;
    *s->best = *candidate;
    *s->finding = *found;
    return true;
}

static bool try_value(shrinking *s, const trial_number *number, int64_t value)
{
    trial_candidate candidate = *s->best;
    const int64_t old = trial_number_get(&candidate, s->subject, number);

    if (value == old || (value < 0 ? -value : value) > (old < 0 ? -old : old))
        return false;
    trial_number_set(&candidate, s->subject, number, value);
    if (trial_number_get(&candidate, s->subject, number) != value)
        return false;
    for (size_t i = 0; i < s->contents; i++) {
        if (take(s, &candidate))
            return true;
        candidate.contents += 256; /* of the same kind */
    }
    return false;
}

/* Some mistakes show only with some contents. */
static bool depends_on_contents(const trial_subject *subject)
{
    for (uint32_t i = 0; i < subject->info->pointer_count; i++) {
        if (subject->info->pointers[i].low.code)
            return true;
    }
    return false;
}

/* True if the number became smaller. */
static bool lower(shrinking *s, const trial_number *number)
{
    bool is_lower = false;

    for (int64_t least = 0; least < 3; least++) {
        if (try_value(s, number, least))
            return true;
    }
    while (try_value(s, number, trial_number_get(s->best, s->subject, number) / 2))
        is_lower = true;
    while (try_value(s, number, trial_number_get(s->best, s->subject, number) - 1))
        is_lower = true;
    return is_lower;
}

void trial_shrink(trial_share *share, const trial_library *library, const trial_subject *subject,
                  const char *log, trial_candidate *candidate, trial_finding *finding)
{
    shrinking s = {share,   library,   subject, log,
                   finding, candidate, 0,       depends_on_contents(subject) ? 4 : 1};
    bool is_lower = true;

    while (is_lower) {
        is_lower = false;
        for (size_t i = subject->number_count; i-- > 0;) /* the shape first */
            is_lower |= lower(&s, &subject->numbers[i]);
    }
}
