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

/* Launches in which this buffer holds values below a limit: that of the formula, or one of each
 * launch if it has no nodes. */
static bool probe(suggestion *s, uint32_t index, const formula *limit)
{
    const int64_t low = suggestion_small_values(s).low;
    hypothesis wide = suggestion_wide(s);
    trial_candidate candidate;

    wide.highs[index] = (formula){0}; /* the checker would hold the values to it */
    s->probed.count = 0;
    if (!measurements_suppose(&s->probed, &wide, &s->variables))
        return false;
    for (uint64_t i = 0; i < LAUNCHES; i++) {
        trial_random random = {i};
        int64_t values[VARIABLES], high = 2 + (int64_t)trial_random_below(&random, HIGHEST - 2);

        if (!exploration_choose(&s->probed.subject, s->options->seed + SEEDS + i, &candidate))
            continue;
        formula_variables_get(&s->variables, &s->probed.subject, &candidate, values);
        if (limit->count)
            high = formula_value(limit, values);
        if (high <= low)
            continue;
        /* Some launches have the largest value only: few of the others lead to the last element. */
        candidate.values[index] = (trial_range){i % 2 ? high - 1 : low, high};
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
        if (launch->end == TRIAL_RAN && launch->touched[pointer].end > 0 &&
            (int64_t)launch->touched[pointer].end > count)
            return true;
    }
    return false;
}

/* What the pointer needs if the values of the buffer are below a limit, which is a variable of
 * `with`; no nodes if nothing fits. */
static formula fit_limit(const suggestion *s, uint32_t index, uint32_t pointer,
                         const formula_variables *with)
{
    observation *list = calloc(s->probed.count + 1, sizeof(*list));
    observations seen = {with, list, 0, false};
    fits found = {0};

    for (size_t i = 0; list && i < s->probed.count; i++) {
        const measurement *launch = &s->probed.list[i];
        observation *o = &list[seen.count];
        const size_t at = with->parameters - 1;

        if (!launch->is_made || launch->end != TRIAL_RAN)
            continue;
        formula_variables_get(&s->variables, &s->probed.subject, &launch->candidate, o->values);
        memmove(&o->values[at + 1], &o->values[at], (with->count - at - 1) * sizeof(o->values[0]));
        o->values[at] = launch->candidate.values[index].high;
        o->least = o->most = (int64_t)launch->touched[pointer].end;
        seen.count++;
    }
    fitting_search(&seen, &found);
    free(list);
    return found.count && found.list[0].reached * 5 > seen.count ? found.list[0].formula
                                                                 : (formula){0};
}

/* --- Limits that the contract can name -------------------------------------------------------- */

/* True if no other count needs the parameter. */
static bool is_free(const suggestion *s, size_t variable, uint32_t pointer)
{
    for (uint32_t i = 0; i < s->info->pointer_count; i++) {
        if (i != pointer && formula_names(&s->found.counts[i], variable))
            return false;
    }
    return true;
}

/* Fits a count to launches whose values are below the parameter. */
static bool take_limit(suggestion *s, uint32_t index, uint32_t pointer, size_t variable)
{
    const formula limit = formula_variable(variable);
    observation *list = calloc(LAUNCHES + 1, sizeof(*list));
    observations seen = {&s->variables, list, 0, true};
    fits found = {0};

    if (list && probe(s, index, &limit)) {
        for (size_t i = 0; i < s->probed.count; i++) {
            const measurement *launch = &s->probed.list[i];
            observation *o = &list[seen.count];

            if (!launch->is_made || launch->end != TRIAL_RAN)
                continue;
            formula_variables_get(&s->variables, &s->probed.subject, &launch->candidate, o->values);
            o->least = o->most = (int64_t)launch->touched[pointer].end;
            seen.count++;
        }
        fitting_search(&seen, &found);
    }
    free(list);
    if (!found.count || found.list[0].reached * 5 < 2 * seen.count || seen.count < 12 ||
        !formula_names(&found.list[0].formula, variable))
        return false;
    s->counts[pointer].fits = found;
    s->counts[pointer].used = 0;
    s->counts[pointer].reason = REASON_NONE;
    s->found.counts[pointer] = found.list[0].formula;
    s->found.highs[index] = limit;
    s->counts[pointer].limited = index + 1;
    return true;
}

/* A limit is named by the count beside it, too, as the length of a row: x[row * columns + index].
 * Nothing that a kernel does shows that another parameter is the limit. */
static bool find_limit(suggestion *s, uint32_t index, uint32_t pointer, const formula *fitted)
{
    for (size_t i = 0; i < s->variables.parameters; i++) {
        if (formula_names(fitted, i) && is_free(s, i, pointer) && take_limit(s, index, pointer, i))
            return true;
    }
    return false;
}

/* --- All -------------------------------------------------------------------------------------- */

static void note(suggestion *s, uint32_t index, uint32_t pointer)
{
    const formula_variables with = with_limit(&s->variables);
    suggested_count *count = &s->counts[pointer];
    char text[FORMULA_TEXT] = "";
    formula fitted;

    if (count->reason == REASON_DATA)
        return;
    fitted = fit_limit(s, index, pointer, &with);
    if (!s->found.counts[pointer].count && fitted.count &&
        !formula_names(&fitted, with.parameters - 1))
        return; /* the count is open for another reason */
    if (!s->found.highs[index].count && !count->limited && find_limit(s, index, pointer, &fitted))
        return;
    if (fitted.count)
        formula_text(&fitted, &with, text);
    s->is_index[index] = true;
    s->found.counts[pointer] = (formula){0};
    count->reason = REASON_DATA;
    snprintf(count->why, sizeof(count->why), "an index comes from what '%s' holds%s%.120s%s",
             s->info->pointers[index].name, text[0] ? ": values below limit touch " : "", text,
             text[0] ? " elements" : "");
    allocations_guess(s, pointer);
}

void indices_blame(suggestion *s, uint32_t index, uint32_t pointer)
{
    const formula none = {0};

    if (probe(s, index, &none))
        note(s, index, pointer);
}

void indices_find(suggestion *s)
{
    const formula none = {0};
    bool exceeds[TRIAL_POINTERS];

    for (uint32_t index = 0; index < s->info->pointer_count; index++) {
        if (!suggestion_has_integers(s, index) || s->counts[index].reason == REASON_UNTOUCHED ||
            !probe(s, index, &none))
            continue;
        for (uint32_t i = 0; i < s->info->pointer_count; i++)
            exceeds[i] = suggestion_seeks(s, i) && is_exceeded(s, i);
        for (uint32_t i = 0; i < s->info->pointer_count; i++) {
            if (exceeds[i])
                indices_blame(s, index, i);
        }
    }
}
