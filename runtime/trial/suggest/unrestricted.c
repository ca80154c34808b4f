#include "trial/suggest/unrestricted.h"

#include <stdlib.h>
#include <string.h>

#define MOST_SECONDS 10
#define ALL          10 /* of so many launches one may fail */
#define LOOSE        4
#define MANY         3 /* one of so many launches shows what a parameter counts */

bool unrestricted_save(const suggestion *s, unrestricted *before)
{
    const size_t count = s->explored.count;

    before->list = malloc((count + 1) * sizeof(*before->list));
    if (!before->list)
        return false;
    memcpy(before->list, s->explored.list, count * sizeof(*before->list));
    memcpy(before->counts, s->counts, sizeof(before->counts));
    memcpy(before->why, s->why, sizeof(before->why));
    before->count = count;
    before->found = s->found;
    before->budget = trial_budget_of(
        s->options->seconds < 2 * MOST_SECONDS ? s->options->seconds / 2 : MOST_SECONDS);
    before->reason = s->reason;
    return true;
}

void unrestricted_restore(suggestion *s, const unrestricted *before)
{
    memcpy(s->explored.list, before->list, before->count * sizeof(*before->list));
    memcpy(s->counts, before->counts, sizeof(s->counts));
    memcpy(s->why, before->why, sizeof(s->why));
    s->explored.count = before->count;
    s->found = before->found;
    s->reason = before->reason;
}

/* --- Judging ---------------------------------------------------------------------------------- */

/* The launches that show nothing against the best fit: those without work, too. */
static size_t count_right(const fits *found)
{
    return found->list[0].reached + found->observations - found->list[0].telling;
}

/* True if few launches touch the end of what fits. */
static bool is_loose(const suggested_count *count)
{
    return count->reason == REASON_NONE &&
           count_right(&count->fits) * LOOSE < count->fits.observations;
}

static bool is_open(const suggested_count *count)
{
    return count->reason == REASON_SHAPE || count->reason == REASON_UNTOUCHED || is_loose(count);
}

size_t restricted_open(const suggestion *s)
{
    size_t open = 0;

    for (uint32_t i = 0; i < s->info->pointer_count; i++)
        open += suggestion_seeks(s, i) && is_open(&s->counts[i]);
    return open;
}

bool restricted_runs(const suggestion *s)
{
    size_t made = 0, ran = 0, failed = 0;

    for (size_t i = 0; i < s->explored.count; i++) {
        const measurement *launch = &s->explored.list[i];

        made += launch->is_made;
        ran += launch->is_made && launch->end == TRIAL_RAN;
        failed += launch->is_made && launch->end != TRIAL_RAN && launch->mistake != TRIAL_OUTSIDE;
    }
    return made * 2 > RESTRICTED_LAUNCHES && ran * 2 >= made && failed * ALL <= made;
}

bool restricted_is_exact(const suggestion *s, const unrestricted *before)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        const suggested_count *count = &s->counts[i];

        if (suggestion_seeks(s, i) && count->reason == REASON_NONE &&
            (is_open(&before->counts[i]) ||
             !formula_equals(&s->found.counts[i], &before->found.counts[i])) &&
            (count_right(&count->fits) * 4 < count->fits.observations * 3 ||
             !formula_is_product(&s->found.counts[i])))
            return false;
    }
    return true;
}

/* True if a count became a constant: then the condition leaves those launches that hardly do
 * anything, such as a loop whose step is its length. */
static bool is_trivial(const suggestion *s, const unrestricted *before)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        const formula *count = &s->found.counts[i];

        if (count->count && !formula_has(count, CUSTUB_OP_PARAMETER) &&
            !formula_equals(count, &before->found.counts[i]))
            return true;
    }
    return false;
}

bool restricted_is_shown(const suggestion *s, const unrestricted *before, size_t parameter)
{
    int64_t values[VARIABLES];
    size_t positive = 0;

    for (size_t i = 0; i < s->explored.count; i++) {
        formula_variables_get(&s->variables, &s->explored.subject, &s->explored.list[i].candidate,
                              values);
        positive += values[parameter] > 0;
    }
    return positive * MANY > s->explored.count && !is_trivial(s, before);
}
