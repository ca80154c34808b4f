#define _POSIX_C_SOURCE 200809L

#include "trial/shrink.h"

#include <string.h>
#include <time.h>

#define SECONDS 3

typedef struct shrinking {
    trial_share *share;
    const trial_library *library;
    const trial_subject *subject;
    const char *log;
    trial_finding *finding;
    trial_candidate *best;
    time_t deadline;
} shrinking;

/* Takes the candidate if it is legal and has the finding. */
static bool take(shrinking *s, trial_candidate *candidate)
{
    const trial_finding *found;
    pid_t process;
    int status;

    if (time(NULL) > s->deadline || trial_settle(s->subject, candidate, &trial_largest, NULL) != 0)
        return false;
    process = trial_worker_start_one(s->share, 0, s->library, s->subject, s->log, candidate);
    if (process < 0 || waitpid(process, &status, 0) != process)
        return false;
    trial_worker_ended(s->share, 0, s->subject, status);
    found = trial_findings_get(&s->share->workers[0].findings, s->finding->key);
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
    return trial_number_get(&candidate, s->subject, number) == value && take(s, &candidate);
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
    shrinking s = {share, library, subject, log, finding, candidate, time(NULL) + SECONDS};
    bool is_lower = true;

    while (is_lower && time(NULL) <= s.deadline) {
        is_lower = false;
        for (size_t i = 0; i < subject->number_count; i++)
            is_lower |= lower(&s, &subject->numbers[i]);
    }
}
