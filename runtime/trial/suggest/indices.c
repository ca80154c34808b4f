#include "trial/suggest/indices.h"

#include "trial/suggest/exploration.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAUNCHES 40
#define HIGHEST  64 /* values are below it */
#define SEEDS    10000

/* The upper limit of the values, as one more variable, behind the parameters. */
static formula_variables with_limit(const formula_variables *variables)
{
    formula_variables with = *variables;
    const size_t at = with.parameters++;

    if (with.count < VARIABLES)
        with.count++;
    memmove(&with.numbers[at + 1], &variables->numbers[at],
            (with.count - at - 1) * sizeof(with.numbers[0]));
    memmove(&with.names[at + 1], &variables->names[at],
            (with.count - at - 1) * sizeof(with.names[0]));
    snprintf(with.names[at], sizeof(with.names[at]), "limit");
    return with;
}

/* Launches in which this buffer holds values below a limit of each launch. */
static bool probe(suggestion *s, uint32_t index)
{
    const hypothesis wide = suggestion_wide(s);
    trial_candidate candidate;

    s->probed.count = 0;
    if (!measurements_suppose(&s->probed, &wide, &s->variables))
        return false;
    for (uint64_t i = 0; i < LAUNCHES; i++) {
        trial_random random = {i};

        if (!exploration_choose(&s->probed.subject, s->options->seed + SEEDS + i, &candidate))
            continue;
        candidate.values[index].low = 0;
        candidate.values[index].high = 2 + (int64_t)trial_random_below(&random, HIGHEST - 2);
        measurements_add(&s->probed, &candidate);
    }
    return measurements_make(&s->probed, 0);
}

/* True if a launch touched more than the count that was found. */
static bool is_exceeded(const suggestion *s, uint32_t pointer)
{
    const custub_pointer_info *info = &s->info->pointers[pointer];
    int64_t values[VARIABLES], count;

    for (size_t i = 0; i < s->probed.count; i++) {
        const measurement *launch = &s->probed.list[i];

        if (!launch->is_made || launch->end == TRIAL_REFUSED)
            continue;
        formula_variables_get(&s->variables, &s->probed.subject, &launch->candidate, values);
        count = formula_value(&s->found.counts[pointer], values);
        if (launch->end == TRIAL_FAILED && strcmp(launch->beyond, info->name) == 0 &&
            count <= (int64_t)s->capacity[pointer])
            return true;
        if (launch->end == TRIAL_RAN && (int64_t)launch->touched[pointer].end > count)
            return true;
    }
    return false;
}

/* What the pointer needs if the values of the buffer are below a limit; "" if nothing fits. */
static void fit_limit(const suggestion *s, uint32_t index, uint32_t pointer,
                      char text[FORMULA_TEXT])
{
    const formula_variables with = with_limit(&s->variables);
    observation *list = malloc((s->probed.count + 1) * sizeof(*list));
    observations seen = {&with, list, 0, false};
    fits found = {0};

    text[0] = '\0';
    for (size_t i = 0; list && i < s->probed.count; i++) {
        const measurement *launch = &s->probed.list[i];
        observation *o = &list[seen.count];
        const size_t at = with.parameters - 1;

        if (!launch->is_made || launch->end != TRIAL_RAN)
            continue;
        formula_variables_get(&s->variables, &s->probed.subject, &launch->candidate, o->values);
        memmove(&o->values[at + 1], &o->values[at], (with.count - at - 1) * sizeof(o->values[0]));
        o->values[at] = launch->candidate.values[index].high;
        o->least = o->most = (int64_t)launch->touched[pointer].end;
        seen.count++;
    }
    fitting_search(&seen, &found);
    if (found.count && found.list[0].reached * 5 > seen.count)
        formula_text(&found.list[0].formula, &with, text);
    free(list);
}

static void note(suggestion *s, uint32_t index, uint32_t pointer)
{
    suggested_count *count = &s->counts[pointer];
    char text[FORMULA_TEXT];

    s->is_index[index] = true;
    s->found.counts[pointer] = (formula){0};
    if (count->reason == REASON_DATA)
        return;
    fit_limit(s, index, pointer, text);
    count->reason = REASON_DATA;
    snprintf(count->why, sizeof(count->why), "an index comes from what '%s' holds%s%.120s%s",
             s->info->pointers[index].name, text[0] ? ": values below limit touch " : "", text,
             text[0] ? " elements" : "");
}

void indices_find(suggestion *s)
{
    for (uint32_t index = 0; index < s->info->pointer_count; index++) {
        if (!suggestion_has_integers(s, index) || s->counts[index].reason == REASON_UNTOUCHED ||
            !probe(s, index))
            continue;
        for (uint32_t i = 0; i < s->info->pointer_count; i++) {
            if (suggestion_seeks(s, i) && is_exceeded(s, i))
                note(s, index, i);
        }
    }
}
