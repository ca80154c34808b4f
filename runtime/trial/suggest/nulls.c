#include "trial/suggest/nulls.h"

#include "trial/suggest/exploration.h"

#define LAUNCHES 12
#define TELLING  6 /* launches that need elements there */
#define SEEDS    40000

static void choose_launches(suggestion *s, uint32_t pointer)
{
    trial_candidate candidate;

    s->probed.count = 0;
    for (uint64_t i = 0; i < LAUNCHES; i++) {
        if (!exploration_choose(&s->probed.subject, s->options->seed + SEEDS + i, &candidate))
            continue;
        candidate.nulls |= UINT64_C(1) << pointer;
        if (trial_settle(&s->probed.subject, &candidate, &trial_largest, NULL) == 0)
            measurements_add(&s->probed, &candidate);
    }
}

static bool does_fail(const measurement *launch)
{
    return launch->end != TRIAL_RAN;
}

/* True if all launches ran, and several of them would need elements. */
static bool are_right(const suggestion *s, uint32_t pointer)
{
    size_t telling = 0;

    for (size_t i = 0; i < s->probed.count; i++) {
        const measurement *launch = &s->probed.list[i];
        int64_t values[VARIABLES];

        if (!launch->is_made || does_fail(launch))
            return false;
        formula_variables_get(&s->variables, &s->probed.subject, &launch->candidate, values);
        telling += formula_value(&s->found.counts[pointer], values) > 0;
    }
    return telling >= TELLING;
}

static bool may_be_null(suggestion *s, uint32_t pointer)
{
    hypothesis whole = suggestion_whole(s);

    whole.or_null[pointer] = true;
    if (!measurements_suppose(&s->probed, &whole, &s->variables))
        return false;
    choose_launches(s, pointer);
    return measurements_make_until(&s->probed, 0, does_fail) && are_right(s, pointer);
}

void nulls_find(suggestion *s)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (suggestion_seeks(s, i) && s->found.counts[i].count)
            s->found.or_null[i] = may_be_null(s, i);
    }
}

/* True if the launch fails with memory in place of null pointers, too. */
static bool fails_without_nulls(suggestion *s, const trial_candidate *launch)
{
    const hypothesis whole = suggestion_whole(s);
    trial_candidate candidate = *launch;
    const measurement *made;

    s->probed.count = 0;
    if (!measurements_suppose(&s->probed, &whole, &s->variables))
        return false;
    candidate.nulls = 0;
    trial_settle(&s->probed.subject, &candidate, &trial_largest, NULL);
    made = measurements_add(&s->probed, &candidate);
    measurements_make(&s->probed, 0);
    return made->is_made && made->end == TRIAL_FAILED;
}

bool nulls_forbid(suggestion *s, const trial_candidate *launch)
{
    bool any = false;

    if (!launch || !launch->nulls || fails_without_nulls(s, launch))
        return false;
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (!s->found.or_null[i] || !(launch->nulls >> i & 1))
            continue;
        s->found.or_null[i] = false;
        any = true;
    }
    return any;
}
