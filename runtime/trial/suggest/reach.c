#include "trial/suggest/reach.h"

#include "trial/formulas/conditions.h"
#include "trial/suggest/exploration.h"
#include "trial/suggest/threads.h"

#include <stdlib.h>

#define LAUNCHES 96
#define SEEDS    90000
#define MOST     4  /* times another argument */
#define MANY     16 /* in one of so many launches elements are left out */
#define TELLING  12 /* launches that reach the end under the condition */

/* Makes half of the arguments multiples of others, where that is legal. */
static void multiply_arguments(const suggestion *s, trial_candidate *c, uint64_t seed)
{
    const trial_subject *subject = &s->probed.subject;
    trial_random random = {seed + 1};

    for (size_t i = 0; i < s->variables.parameters; i++) {
        const size_t other = (size_t)trial_random_below(&random, s->variables.parameters);
        const trial_number *number = &s->variables.numbers[i];
        const int64_t before = trial_number_get(c, subject, number);
        const int64_t factor = 1 + (int64_t)trial_random_below(&random, MOST);

        if (other == i || trial_random_once_in(&random, 2))
            continue;
        trial_number_set(c, subject, number,
                         factor * trial_number_get(c, subject, &s->variables.numbers[other]));
        if (!exploration_is_small(subject, c))
            trial_number_set(c, subject, number, before);
    }
}

/* Half of the launches have few blocks. */
static void lower_grid(trial_candidate *c, uint64_t seed)
{
    for (size_t axis = 0; axis < 3 && seed % 2; axis++)
        c->wished_grid[axis] = 1 + c->wished_grid[axis] / (2 + seed % 8);
}

static void make_launches(suggestion *s)
{
    const trial_subject *subject = &s->probed.subject;
    trial_candidate candidate;

    s->probed.count = 0;
    for (uint64_t i = 0; i < 2 * LAUNCHES && s->probed.count < LAUNCHES; i++) {
        if (!exploration_choose(subject, s->options->seed + SEEDS + i, &candidate))
            continue;
        lower_grid(&candidate, i);
        if (i % 4)
            multiply_arguments(s, &candidate, i);
        if (exploration_is_small(subject, &candidate) &&
            trial_settle(subject, &candidate, &trial_largest, NULL) == 0)
            measurements_add(&s->probed, &candidate);
    }
    measurements_make(&s->probed, 0);
}

/* The launches that ask for elements of the pointer: those "ran" that touch the last one. */
static size_t gather(const suggestion *s, uint32_t pointer, attempted list[LAUNCHES],
                     size_t *left_out)
{
    size_t count = 0;

    *left_out = 0;
    for (size_t i = 0; i < s->probed.count; i++) {
        const measurement *launch = &s->probed.list[i];
        const trial_touched *touched = &launch->touched[pointer];

        if (!launch->is_made || launch->end != TRIAL_RAN || touched->need == 0)
            continue;
        formula_variables_get(&s->variables, &s->probed.subject, &launch->candidate,
                              list[count].values);
        list[count].ran = touched->end >= touched->need;
        *left_out += !list[count++].ran;
    }
    return count;
}

static void require_reach(suggestion *s, conditions *all, uint32_t pointer)
{
    attempted list[LAUNCHES];
    formula found;
    size_t ran, left_out;
    const size_t count = gather(s, pointer, list, &left_out);

    if (left_out * MANY < count)
        return;
    conditions_make_reach(all, &s->variables, &s->found.counts[pointer], threads_is_counted(s));
    if (conditions_search(all, list, count, &found, 1, &ran) && ran >= TELLING)
        hypothesis_require(&s->found, &found);
}

void reach_find(suggestion *s)
{
    const hypothesis whole = suggestion_whole(s);
    conditions *all = malloc(sizeof(*all));

    if (all && measurements_suppose(&s->probed, &whole, &s->variables)) {
        make_launches(s);
        for (uint32_t i = 0; i < s->info->pointer_count; i++) {
            if (s->found.counts[i].count &&
                !formula_names_shape(&s->found.counts[i], &s->variables))
                require_reach(s, all, i);
        }
    }
    free(all);
}
